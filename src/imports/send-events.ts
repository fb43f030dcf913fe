import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { EXPLANATIONS, type IngestIssue } from '#contract/ingest-issue.ts'
import type { ReadEvent } from './row.ts'

export interface SendOptions {
  /** Of the server, without a slash at the end. */
  readonly url: string
  readonly token: string
  /** Longest time without an answer until the import gives up, in ms. */
  readonly patienceMs: number
  readonly signal: AbortSignal
  /** Told once for each batch that the server does not take at once. */
  onWait(reason: string): void
}

/** Sends events and resolves when they are stored, with the reasons of those that the server refused, by their places. */
export type SendEvents = (events: readonly ReadEvent[]) => Promise<ReadonlyMap<number, string>>

const Answer = z.object({
  results: z.record(z.string(), z.object({ result: z.string(), details: z.string().optional() })),
})
const Refusal = z.object({ error_description: z.string() })
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 5_000

/**
 * By the protocol that answers for each event. A server that is busy, full or away is asked again; what it had stored before it
 * went away it knows by the uuids. A batch that is refused as a whole is halved until the refused event is alone.
 */
export function createSendEvents(options: SendOptions): SendEvents {
  const send: SendEvents = async (events) => {
    if (events.length === 0) return new Map()
    const { status, text } = await post(options, bodyOf(events))
    if (status === 200) return refusedIn(events, Answer.parse(JSON.parse(text)).results)
    if (status !== 400 && status !== 413)
      throw new Error(`The server answered ${status}: ${sentenceOf(text)}`)
    if (events.length === 1) return new Map([[0, sentenceOf(text)]])
    const middle = Math.ceil(events.length / 2)
    const refused = new Map(await send(events.slice(0, middle)))
    for (const [place, reason] of await send(events.slice(middle))) refused.set(place + middle, reason)
    return refused
  }
  return send
}

const bodyOf = (events: readonly ReadEvent[]) =>
  `{"historical_migration":true,"batch":[${events.map(({ json }) => json).join(',')}]}`

function refusedIn(
  events: readonly ReadEvent[],
  results: z.infer<typeof Answer>['results'],
): Map<number, string> {
  const refused = new Map<number, string>()
  // Nearly always none: the events are not looked at one by one.
  if (!Object.values(results).some(({ result }) => result !== 'ok')) return refused
  for (const [place, { uuid }] of events.entries()) {
    const { result, details } = results[uuid] ?? { result: 'ok' }
    if (result !== 'ok') refused.set(place, wordsOf(details))
  }
  return refused
}

const wordsOf = (issue: string | undefined): string =>
  issue !== undefined && Object.hasOwn(EXPLANATIONS, issue)
    ? EXPLANATIONS[issue as IngestIssue].sentence
    : `The server refused the event (${issue}).`

function sentenceOf(text: string): string {
  try {
    return Refusal.parse(JSON.parse(text)).error_description
  } catch {
    return text.slice(0, 200)
  }
}

interface Sent {
  readonly status: number
  readonly text: string
}

async function post(options: SendOptions, body: string): Promise<Sent> {
  const { patienceMs, signal, onWait } = options
  const startedMs = performance.now()
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    const answer = await postOnce(options, body)
    if (!('busy' in answer)) return answer
    if (performance.now() - startedMs > patienceMs)
      throw new Error(`${answer.busy} The same command goes on where this one ended.`)
    if (waitMs === FIRST_WAIT_MS) onWait(answer.busy)
    await pause(Math.max(waitMs, answer.afterMs), undefined, { signal })
  }
}

/** A long wait that a server asks for is cut: it is asked again. */
const MOST_AFTER_MS = 30_000

async function postOnce(
  { url, token, signal }: SendOptions,
  body: string,
): Promise<Sent | { readonly busy: string; readonly afterMs: number }> {
  try {
    const response = await fetch(`${url}/i/v1/analytics/events/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
      signal,
    })
    const text = await response.text()
    const { status } = response
    if (status !== 408 && status !== 429 && status < 500) return { status, text }
    const afterMs = Math.min(1_000 * (Number(response.headers.get('retry-after')) || 0), MOST_AFTER_MS)
    return { busy: `The server answered ${status}: ${sentenceOf(text)}`, afterMs }
  } catch (error) {
    signal.throwIfAborted()
    const { cause } = error as { readonly cause?: { readonly code?: string } }
    return { busy: `No server answers at ${url} (${cause?.code ?? 'no connection'}).`, afterMs: 0 }
  }
}
