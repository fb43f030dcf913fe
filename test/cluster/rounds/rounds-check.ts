import { setTimeout as pauseFor } from 'node:timers/promises'
import type { SeededRandom } from '../../fixtures/seeded-random.ts'
import { pause } from '../../siege/pause.ts'
import type { Check } from '../check.ts'
import type { Cluster } from '../cluster.ts'
import { wrongAtRest } from './at-rest.ts'
import { createSender, type Sender } from './sender.ts'
import { type Served, serve } from './served.ts'
import { strikeOf } from './strikes.ts'
import { createVisitors, type Visitors } from './visitors.ts'

interface Given {
  readonly folder: string
  readonly rounds: number
  readonly random: SeededRandom
}

const CLIENTS = ['first', 'second', 'third'] as const
/** Counted in answers and not in time, because a busy machine would strike before anything is captured. */
const MOST_ANSWERS = 60
const LONGEST_MS = 6_000
const LOOK_EVERY_MS = 20
/** The program must work again this long after what went wrong is over. */
const RECOVERY_MS = 90_000

/**
 * Lets the program capture and answer while its servers are killed by turn. Nothing that was acknowledged may
 * be lost or doubled, and every answer lies between what was acknowledged before and what was sent so far.
 */
export const roundsCheck = ({ folder, rounds, random }: Given): Check => ({
  name: 'the program loses nothing and answers right while its servers are killed',
  async run(cluster) {
    const served = await serve(folder, cluster, 'rounds')
    const sender = createSender(served)
    const clients = CLIENTS.map((name) => createVisitors(name, random, sender))
    for (let round = 0; round < rounds; round++) {
      const line = await playRound(round, { cluster, served, clients, sender, random })
      console.log(JSON.stringify({ round: round + 1, ...line }))
    }
    const { code } = await served.stop()
    const { faults, ...figures } = sender.figures
    if (faults.length > 0) throw new Error(`${faults.length} faults: ${faults.slice(0, 10).join('; ')}`)
    return { rounds, ...sums(clients), ...figures, exitCode: code }
  },
})

interface Played {
  readonly cluster: Cluster
  readonly served: Served
  readonly clients: readonly Visitors[]
  readonly sender: Sender
  readonly random: SeededRandom
}

async function playRound(
  round: number,
  { cluster, served, clients, sender, random }: Played,
): Promise<object> {
  const stop = new AbortController()
  const before = sender.figures
  const working = Promise.all(clients.map((client) => client.run(stop.signal)))
  await untilAnswered(clients, random.between(CLIENTS.length, MOST_ANSWERS))
  const strike = strikeOf(round, cluster, served, random)
  const lengthMs = random.between(50, LONGEST_MS)
  await strike.begin()
  await pause(lengthMs, stop.signal)
  await strike.end()
  const endedAt = performance.now()
  const recovered = await Promise.race([
    Promise.all(clients.map((client) => untilAnswered([client], 4))).then(() => true),
    pause(RECOVERY_MS, stop.signal).then(() => false),
  ])
  if (!recovered) throw new Error(`No recovery within ${RECOVERY_MS} ms after ${strike.name}`)
  const recoveredMs = Math.round(performance.now() - endedAt)
  stop.abort()
  await working
  const wrong = await wrongAtRest(cluster, served, clients)
  for (const sentence of wrong) sender.fault(`at rest after ${strike.name}: ${sentence}`)
  const { faults, refusals, longestMs } = sender.figures
  const newFaults = faults.slice(before.faults.length)
  return { strike: strike.name, lengthMs, recoveredMs, ...sums(clients), refusals, longestMs, newFaults }
}

/** Resolves after about this number of further answers, of which each client has its share of both kinds. */
async function untilAnswered(clients: readonly Visitors[], count: number): Promise<void> {
  const share = Math.max(1, Math.floor(count / 2 / clients.length))
  const reached = clients.map(({ batches, answers }) => ({
    batches: batches + share,
    answers: answers + share,
  }))
  const isDone = () =>
    clients.every(
      ({ batches, answers }, i) =>
        batches >= (reached[i]?.batches ?? 0) && answers >= (reached[i]?.answers ?? 0),
    )
  while (!isDone()) await pauseFor(LOOK_EVERY_MS)
}

const sums = (clients: readonly Visitors[]) => ({
  acknowledged: clients.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0),
  batches: clients.reduce((sum, { batches }) => sum + batches, 0),
  answers: clients.reduce((sum, { answers }) => sum + answers, 0),
})
