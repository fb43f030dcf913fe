import { type SiegeTarget, send } from './besieged-server.ts'
import { pause } from './pause.ts'
import type { Samples } from './samples.ts'

const QUESTION_EVERY_MS = 250
const CAPTURE_EVERY_MS = 100

/** Asks short questions and captures events at fixed intervals until `signal` aborts. */
export async function liveModestly(
  target: SiegeTarget,
  samplesOf: (name: string) => Samples,
  signal: AbortSignal,
): Promise<void> {
  const { modest, greedy } = target
  await Promise.all([
    repeat(QUESTION_EVERY_MS, samplesOf('short question'), () => askShort(target.url, modest.id), signal),
    // These questions use the same key as the expensive ones.
    repeat(
      QUESTION_EVERY_MS,
      samplesOf('short question of the greedy'),
      () => askShort(target.url, greedy.id),
      signal,
    ),
    repeat(CAPTURE_EVERY_MS, samplesOf('capture'), (i) => captureFew(target, i), signal),
  ])
}

// Sends the next request even while an earlier one waits, because people do not wait for each other.
async function repeat(
  everyMs: number,
  samples: Samples,
  once: (i: number) => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  const sent: Promise<void>[] = []
  for (let i = 0; !signal.aborted; i++) {
    sent.push(samples.take(() => once(i)))
    await pause(everyMs, signal)
  }
  await Promise.all(sent)
}

const askShort = (url: string, projectId: number) =>
  send(url, 'POST', `/api/projects/${projectId}/insights/trend/`, {
    events: [{ id: 'signed up' }],
    date_from: '-1d',
    refresh: 'force_blocking',
  })

const EVENTS = 10

function captureFew({ url, modest }: SiegeTarget, i: number): Promise<string> {
  const batch = Array.from({ length: EVENTS }, (_, n) => ({
    event: 'opened',
    distinct_id: `reader ${(i * EVENTS + n) % 500}`,
    properties: { page: n },
  }))
  return send(url, 'POST', '/batch/', { api_key: modest.token, batch })
}
