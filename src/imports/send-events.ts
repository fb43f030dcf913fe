import { z } from 'zod'
import { EXPLANATIONS, type IngestIssue } from '#contract/ingest-issue.ts'
import { askPatiently, type Patience, sentenceOf } from './ask-patiently.ts'
import type { ReadEvent } from './row.ts'

export interface SendOptions extends Patience {
  /** Address of the server, without a slash at the end. */
  readonly url: string
  readonly token: string
}

/** The outcome for events that were sent. */
export interface SentOutcome {
  /** The reasons of the refused events, by their index in the sent list. */
  readonly refused: ReadonlyMap<number, string>
  /** The number of events that were stored in part, by issue. */
  readonly inPart: Readonly<Record<string, number>>
}
/** Sends events and resolves when they are stored. */
export type SendEvents = (events: readonly ReadEvent[]) => Promise<SentOutcome>

const Answer = z.object({
  results: z.record(z.string(), z.object({ result: z.string(), details: z.string().optional() })),
})

/**
 * Creates a sender that uses the capture protocol in which each event has its own answer. If the server is
 * busy, full or unreachable, the request is repeated. The server recognises events that it has already
 * stored by their uuids. If a batch is refused as a whole, it is halved until the refused event is alone.
 */
export function createSendEvents(options: SendOptions): SendEvents {
  const send: SendEvents = async (events) => {
    if (events.length === 0) return NOTHING
    const { status, text } = await askPatiently(options.url, '/i/v1/analytics/events/', options, {
      method: 'POST',
      headers: { authorization: `Bearer ${options.token}`, 'content-type': 'application/json' },
      body: bodyOf(events),
    })
    if (status === 200) return outcomeOf(events, Answer.parse(JSON.parse(text)).results)
    if (status !== 400 && status !== 413)
      throw new Error(`The server answered ${status}: ${sentenceOf(text)}`)
    if (events.length === 1) return { ...NOTHING, refused: new Map([[0, sentenceOf(text)]]) }
    const middle = Math.ceil(events.length / 2)
    const first = await send(events.slice(0, middle))
    const second = await send(events.slice(middle))
    const moved = [...second.refused].map(([place, reason]) => [place + middle, reason] as const)
    return {
      refused: new Map([...first.refused, ...moved]),
      inPart: addedCounts(first.inPart, second.inPart),
    }
  }
  return send
}

const bodyOf = (events: readonly ReadEvent[]) =>
  `{"historical_migration":true,"batch":[${events.map(({ json }) => json).join(',')}]}`

const NOTHING: SentOutcome = { refused: new Map(), inPart: {} }

/** Adds two counts, name by name. */
export function addedCounts(
  some: Readonly<Record<string, number>>,
  others: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const sums: Record<string, number> = { ...some }
  for (const [name, count] of Object.entries(others)) sums[name] = (sums[name] ?? 0) + count
  return sums
}

function outcomeOf(events: readonly ReadEvent[], results: z.infer<typeof Answer>['results']): SentOutcome {
  // In nearly every answer, all events were accepted. Then the events need not be looked at one by one.
  if (!Object.values(results).some(({ result, details }) => result !== 'ok' || details !== undefined))
    return NOTHING
  const refused = new Map<number, string>()
  const inPart: Record<string, number> = {}
  for (const [place, { uuid }] of events.entries()) {
    const { result, details } = results[uuid] ?? { result: 'ok' }
    if (result !== 'ok') refused.set(place, wordsOf(details))
    else for (const issue of details?.split(',') ?? []) inPart[issue] = (inPart[issue] ?? 0) + 1
  }
  return { refused, inPart }
}

const wordsOf = (issue: string | undefined): string =>
  issue !== undefined && Object.hasOwn(EXPLANATIONS, issue)
    ? EXPLANATIONS[issue as IngestIssue].sentence
    : `The server refused the event (${issue}).`
