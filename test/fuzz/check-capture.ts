import { EXPLANATIONS, INGEST_ISSUES } from '../../src/contract/ingest-issue.ts'
import type { CapturedEvent } from '../../src/ingest/captured-event.ts'
import { createPipeline, type PipelineResult } from '../../src/ingest/pipeline.ts'
import { type CaptureRequest, parseCaptureRequest, type WireRequest } from '../../src/ingest/wire/protocol.ts'
import { jsonText } from '../../src/shared/json-text.ts'
import { RequestError } from '../../src/shared/request-error.ts'
import { STORABLE } from '../../src/sql/events.ts'

const MAX_BYTES = 20 * 1024 * 1024
const MAX_MS = 5_000
const RECEIVED_MS = Date.parse('2026-11-20T12:00:00Z')
/** Issues that are counted although the event is stored. */
const DOUBTS: ReadonlySet<string> = new Set(INGEST_ISSUES.filter((issue) => EXPLANATIONS[issue].isStored))
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export interface Checked {
  /** The code with which the request was refused; null if it was parsed. */
  readonly refused: string | null
  readonly kept: number
  readonly dropped: number
  readonly tookMs: number
}

/**
 * Parses a request like the server does and checks every result.
 * @throws Error for an error that is not a RequestError, an event that is lost, or a value that no store can
 * hold.
 */
export async function checkCapture(wire: WireRequest): Promise<Checked> {
  const startedMs = performance.now()
  const { refused, kept, dropped } = await capture(wire)
  const tookMs = performance.now() - startedMs
  expectThat(tookMs < MAX_MS, `it took ${Math.round(tookMs)} ms`)
  expectThat(!('polluted' in {}), 'all objects are changed')
  return { refused, kept, dropped, tookMs }
}

async function capture(wire: WireRequest): Promise<Omit<Checked, 'tookMs'>> {
  let request: CaptureRequest
  try {
    request = await parseCaptureRequest(wire, MAX_BYTES)
  } catch (error) {
    if (error instanceof RequestError) return { refused: error.code, kept: 0, dropped: 0 }
    throw error
  }
  checkRequest(request)
  const pipeline = createPipeline(request, RECEIVED_MS)
  pipeline.run(request.events)
  const result = pipeline.result()
  const dropped = result.outcomes.filter((outcome) => outcome.dropped !== null).length
  expectThat(result.outcomes.length === request.events.length, 'an event has no outcome')
  expectThat(
    result.captured.length + dropped === request.events.length,
    'not every event is stored or dropped',
  )
  checkCounts(result, dropped)
  for (const event of result.captured) checkEvent(event)
  return { refused: null, kept: result.captured.length, dropped }
}

function checkRequest({ token, sentAtMs }: CaptureRequest): void {
  if (token !== null) expectText(token, 200, 'the token')
  expectThat(sentAtMs === null || Number.isInteger(sentAtMs), `sent at ${sentAtMs}`)
}

function checkCounts({ dropped }: PipelineResult, expected: number): void {
  const counted = dropped
    .filter(({ reason }) => !DOUBTS.has(reason))
    .reduce((sum, { count }) => sum + count, 0)
  expectThat(counted === expected, `${expected} events were dropped and ${counted} counted`)
  for (const { sample } of dropped) expectText(sample, 1_000, 'a sample')
}

function checkEvent(event: CapturedEvent): void {
  expectText(event.name, 200, 'the name')
  expectText(event.distinctId, 200, 'the distinct id')
  expectThat(UUID.test(event.uuid), `the uuid is ${event.uuid}`)
  const { timestampMs, atUs } = event
  expectThat(Number.isInteger(timestampMs), `the time is ${timestampMs}`)
  expectThat(timestampMs >= STORABLE.fromMs && timestampMs < STORABLE.toMs, `the time is ${timestampMs}`)
  expectThat(Number.isSafeInteger(atUs) && Math.floor(atUs / 1_000) === timestampMs, `the order is ${atUs}`)
  expectThat(event.properties.length <= 1024 * 1024, 'the properties are too long')
  expectMap(event.properties, 'the properties')
  checkSaid(event)
  checkShape(event)
}

function checkSaid({ person, groups, groupStatement, distinctId }: CapturedEvent): void {
  for (const said of [person.set, person.setOnce, groupStatement?.set ?? null])
    if (said !== null) expectMap(jsonText(said), 'an assignment')
  if (person.merge !== null) {
    expectText(person.merge.other, 200, 'the other id')
    expectThat(person.merge.other !== distinctId, 'an id is merged with itself')
  }
  expectThat(person.unset?.every((name) => typeof name === 'string') ?? true, 'a name to unset is no text')
  expectThat(groups.length <= 100, 'there are too many groups')
  for (const { type, key } of groupStatement === null ? groups : [...groups, groupStatement]) {
    expectText(type, 200, 'the type of a group')
    expectText(key, 400, 'the key of a group')
  }
}

function checkShape({ shape, properties }: CapturedEvent): void {
  const names = shape.properties.map(({ name }) => name)
  expectThat(names.length <= 500 && new Set(names).size === names.length, 'the shape has too many names')
  expectThat(properties === '{}' || names.length > 0, 'the shape has no names')
  for (const name of names)
    expectThat(name === '' || isStorable(name, 200), `a name is ${JSON.stringify(name)}`)
}

function expectMap(text: string, what: string): void {
  const value: unknown = JSON.parse(text)
  expectThat(typeof value === 'object' && value !== null && !Array.isArray(value), `${what}: no object`)
  expectThat(text.isWellFormed() && !/\\ud[89a-f]/.test(text), `${what}: a lone surrogate`)
}

const isStorable = (text: string, maxLength: number) =>
  text.length > 0 && text.length <= maxLength && text.isWellFormed() && !text.includes('\0')

function expectText(text: string, maxLength: number, what: string): void {
  expectThat(isStorable(text, maxLength), `${what} is ${JSON.stringify(text.slice(0, 300))}`)
}

function expectThat(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise)
}
