import { join } from 'node:path'
import { processTimer } from '#shared/clock.ts'
import { type Closer, closeInReverse } from '../src/app/closers.ts'
import { openWalkers } from '../src/app/open-walkers.ts'
import { openEmbeddedEngine } from '../src/engine/embedded-engine.ts'
import type { Engine } from '../src/engine/engine.ts'
import { openInProcessPersonRoots } from '../src/insights/answering/in-process-person-roots.ts'
import type { Executors } from '../src/insights/kind.ts'
import { round, spread } from './ingest-scenario.ts'
import { type Asked, type Pair, pairs, trendAt } from './pairs.ts'

const RUNS = 15
const MiB = 1024 * 1024

/**
 * Compares our formulation with the obvious one, in alternating runs on the data that was just sent. On a noisy machine the
 * ratio is reliable where the milliseconds are not.
 */
export async function measureAlternatives(folder: string, nowMs: number): Promise<object[]> {
  const engine = await openStore(folder)
  const lines = await measurePairs(engine, pairs(nowMs))
  await engine.close()
  return lines
}

/** The cost of merges: the same question with and without looking up the person of each event. */
export async function measureMergedPersons(folder: string, nowMs: number): Promise<object[]> {
  const engine = await openStore(folder)
  const personRoots = await openInProcessPersonRoots(engine)
  await personRoots.ready(1)
  const dau = (hasMerges: boolean) =>
    trendAt(nowMs, { events: [{ id: 'opened', math: 'dau' }], date_from: '-30d' }, { hasMerges }).sql
  const lines = await measurePairs(engine, [
    { measure: 'dau of merged persons, against dau of ids', ours: dau(true), theirs: dau(false) },
  ])
  await engine.close()
  return lines
}

export const openStore = (folder: string): Promise<Engine> =>
  openEmbeddedEngine({
    folder: join(folder, 'events'),
    memoryBytes: 4096 * MiB,
    queryMemoryBytes: 3072 * MiB,
    querySeconds: 120,
    waitingQueries: 400,
    reservedDiskBytes: 0,
    wasClosed: true,
    timer: processTimer,
    log: { warn: (fields, sentence) => console.error(sentence, fields) },
  })

export async function measurePairs(engine: Engine, compared: readonly Pair[]): Promise<object[]> {
  const closers: Closer[] = []
  const executors = { engine, walkers: openWalkers(closers) }
  const lines: object[] = []
  for (const { measure, ours, theirs } of compared) {
    // Unmeasured first runs.
    for (const query of [ours, theirs]) await cpuMsOf(executors, query)
    const ourMs: number[] = []
    const theirMs: number[] = []
    for (let i = 0; i < RUNS; i++) {
      ourMs.push(await cpuMsOf(executors, ours))
      theirMs.push(await cpuMsOf(executors, theirs))
    }
    // Medians, because background merges of the events that were just sent fall into some runs.
    const [our, their] = [spread(ourMs).median, spread(theirMs).median]
    lines.push({
      measure,
      runs: RUNS,
      ourCpuMs: our,
      alternativeCpuMs: their,
      ratio: round(their / our),
    })
  }
  await closeInReverse(closers)
  return lines
}

async function cpuMsOf(executors: Executors, asked: Asked): Promise<number> {
  const before = process.cpuUsage()
  if (typeof asked === 'function') await asked(executors)
  else await executors.engine.rows(asked, { name: 'bench', projectId: 1 })
  const spent = process.cpuUsage(before)
  return (spent.user + spent.system) / 1000
}
