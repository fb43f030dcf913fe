import { openInProcessPersonRoots } from '../src/insights/answering/in-process-person-roots.ts'
import { askedTrends } from './asked-trends.ts'
import { breakdownPairs } from './breakdown-pairs.ts'
import { round, spread } from './ingest-scenario.ts'
import { type MeasuredStore, openStore } from './measured-store.ts'
import { type Asked, type Pair, pairs, trendAt } from './pairs.ts'
import { trendPairs } from './trend-pairs.ts'

const RUNS = 15

/**
 * Compares the program's statement for a question with the obvious statement, in alternating runs on the
 * data that was just sent. On a noisy machine the ratio is reliable, but the milliseconds are not.
 */
export async function measureAlternatives(folder: string, nowMs: number): Promise<object[]> {
  const engine = await openStore(folder)
  const asked = askedTrends(nowMs, 0)
  const lines = await measurePairs(engine, [...pairs(nowMs), ...trendPairs(asked), ...breakdownPairs(asked)])
  await engine.close()
  return lines
}

/** Measures the cost of merges: the same question with and without looking up the person of each event. */
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

/**
 * Measures the pairs. Queries run alternately and one at a time, so that the CPU of this process is the CPU
 * of the question.
 */
export async function measurePairs(
  store: MeasuredStore,
  compared: readonly Pair[],
  runs = RUNS,
): Promise<object[]> {
  const lines: object[] = []
  for (const { measure, ours, theirs } of compared) {
    // The first run of each is not measured.
    for (const query of [ours, theirs]) await costOf(store, query)
    const ourRuns: Cost[] = []
    const theirRuns: Cost[] = []
    for (let i = 0; i < runs; i++) {
      ourRuns.push(await costOf(store, ours))
      theirRuns.push(await costOf(store, theirs))
    }
    // The result is the median, because background merges of the events just sent fall into some runs.
    const [our, their] = [medianOf(ourRuns), medianOf(theirRuns)]
    lines.push({
      measure,
      runs,
      ourCpuMs: our.cpuMs,
      alternativeCpuMs: their.cpuMs,
      ratio: round(their.cpuMs / our.cpuMs),
      ourRowsRead: our.rowsRead,
      alternativeRowsRead: their.rowsRead,
    })
  }
  return lines
}

interface Cost {
  readonly cpuMs: number
  readonly rowsRead: number
}

const medianOf = (runs: readonly Cost[]): Cost => ({
  cpuMs: spread(runs.map(({ cpuMs }) => cpuMs)).median,
  rowsRead: spread(runs.map(({ rowsRead }) => rowsRead)).median,
})

async function costOf(store: MeasuredStore, asked: Asked): Promise<Cost> {
  const [readBefore, before] = [store.rowsRead(), process.cpuUsage()]
  if (typeof asked === 'function') await asked(store.executors)
  else await store.rows(asked, { name: 'bench', projectId: 1 })
  const spent = process.cpuUsage(before)
  return { cpuMs: (spent.user + spent.system) / 1000, rowsRead: store.rowsRead() - readBefore }
}
