import { setMaxListeners } from 'node:events'
import { type SiegeTarget, send } from './besieged-server.ts'
import { holdBodies } from './held-bodies.ts'
import { pause } from './pause.ts'
import type { Samples } from './samples.ts'

/** A client of the greedy project, which does one thing again and again. */
interface GreedyClient {
  readonly name: string
  /** The number of such clients that act at once. */
  readonly clients: number
  readonly isQuestion?: boolean
  /** The pause after each request, in ms. */
  readonly pauseMs: number
  once(target: SiegeTarget, i: number): Promise<unknown>
}

const STEPS = ['$pageview', 'added to cart', 'purchased'].map((id, order) => ({ id, order }))
// Each question has a filter of its own, so that no question is answered from the cache or by the
// computation of another one.
const isNot = (i: number) => ({ key: '$current_url', operator: 'is_not', value: `no ${i}` })
const PATTERN = { key: '$current_url', operator: 'regex', value: '(a|e|i|o|u)+.*([0-9]{1,3}).*$' }

const GREEDY_CLIENTS: readonly GreedyClient[] = [
  {
    name: 'expensive questions',
    isQuestion: true,
    clients: 60,
    pauseMs: 0,
    once: (target, i) => ask(target, 'funnel', { events: STEPS, date_from: '-90d', properties: [isNot(i)] }),
  },
  {
    name: 'regular expressions',
    isQuestion: true,
    clients: 4,
    pauseMs: 0,
    once: (target, i) =>
      ask(target, 'trend', {
        events: [{ id: '$pageview' }],
        date_from: '-90d',
        properties: [PATTERN, isNot(i)],
      }),
  },
  { name: 'deletions of persons', clients: 1, pauseMs: 2_000, once: deletePerson },
  { name: 'events of 57 years', clients: 1, pauseMs: 5_000, once: captureManyMonths },
  { name: 'identifying 50,000', clients: 1, pauseMs: 5_000, once: identifyMany },
]

const WARMING_ROUNDS = 20

/**
 * Asks the questions of the greedy project one after the other, as before a siege. For the first questions
 * of each kind the process compiles its code, which takes ten times as long as an answer.
 */
export async function warmUp(target: SiegeTarget): Promise<void> {
  const questions = GREEDY_CLIENTS.filter(({ isQuestion }) => isQuestion)
  // The numbers are negative, so that the siege repeats none of these questions.
  for (let i = 1; i <= WARMING_ROUNDS; i++) for (const { once } of questions) await once(target, -i)
}

/**
 * Runs all greedy clients, and connections that never finish sending their bodies, until `signal` aborts.
 * Each kind takes samples under its own name.
 */
export async function besiege(
  target: SiegeTarget,
  samplesOf: (name: string) => Samples,
  signal: AbortSignal,
): Promise<void> {
  // Hundreds of clients listen for the abort.
  setMaxListeners(0, signal)
  const held = holdBodies(target, samplesOf('held bodies'), signal)
  const all = GREEDY_CLIENTS.flatMap((client) =>
    Array.from({ length: client.clients }, (_, i) =>
      repeat(target, client, i, samplesOf(client.name), signal),
    ),
  )
  await Promise.all([held, ...all])
}

async function repeat(
  target: SiegeTarget,
  client: GreedyClient,
  first: number,
  samples: Samples,
  signal: AbortSignal,
): Promise<void> {
  for (let i = first; !signal.aborted; i += client.clients) {
    await samples.take(() => client.once(target, i))
    await pause(client.pauseMs, signal)
  }
}

const ask = ({ url, greedy }: SiegeTarget, kind: 'funnel' | 'trend', body: object) =>
  send(url, 'POST', `/api/projects/${greedy.id}/insights/${kind}/`, body)

async function deletePerson({ url, greedy }: SiegeTarget): Promise<void> {
  const path = `/api/projects/${greedy.id}/persons/`
  const { results } = JSON.parse(await send(url, 'GET', `${path}?limit=1`))
  await send(url, 'DELETE', `${path}${results[0].id}/?delete_events=true`)
}

const capture = ({ url, greedy }: SiegeTarget, batch: readonly object[]) =>
  send(url, 'POST', '/batch/', { api_key: greedy.token, batch })

const MONTHS = 12 * 57

async function captureManyMonths(target: SiegeTarget): Promise<void> {
  const batch = Array.from({ length: 1_524 }, (_, i) => ({
    event: 'imported',
    distinct_id: 'historian',
    timestamp: new Date(Date.UTC(1969, i % MONTHS, 2 + (i % 20))).toISOString(),
  }))
  await capture(target, batch)
}

async function identifyMany(target: SiegeTarget, i: number): Promise<void> {
  const batch = Array.from({ length: 50_000 }, (_, n) => ({
    event: '$identify',
    distinct_id: `user ${i} ${n}`,
    properties: { $anon_distinct_id: `visitor ${i} ${n}`, $set: { plan: 'free' } },
  }))
  await capture(target, batch)
}
