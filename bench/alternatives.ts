import { join } from 'node:path'
import { openEmbeddedEngine } from '../src/engine/embedded-engine.ts'
import type { Engine } from '../src/engine/engine.ts'
import { openInProcessPersonRoots } from '../src/insights/answering/in-process-person-roots.ts'
import { funnels } from '../src/insights/funnels/funnels.ts'
import { trends } from '../src/insights/trends/trends.ts'
import { bound, type Fragment, sql, text } from '../src/sql/fragment.ts'
import { funnelQuestion, resolvedQuestion, trendQuestion } from '../test/fixtures/questions.ts'
import { round, spread } from './ingest-scenario.ts'

const RUNS = 15
const MiB = 1024 * 1024

/**
 * Our formulation against the obvious one, in turns, on the data that was just sent. The ratio holds on a noisy machine
 * where the milliseconds do not.
 */
export async function measureAlternatives(folder: string, nowMs: number): Promise<object[]> {
  const engine = await openStore(folder)
  const lines = await measurePairs(engine, pairs(nowMs))
  await engine.close()
  return lines
}

/** What merges cost: the same question with and without looking up each event's person. */
export async function measureMergedPersons(folder: string, nowMs: number): Promise<object[]> {
  const engine = await openStore(folder)
  const personRoots = await openInProcessPersonRoots(engine)
  await personRoots.ready(1)
  const dau = (hasMerges: boolean) =>
    trendAt(nowMs, { events: [{ id: 'opened', math: 'dau' }], date_from: '-30d' }, hasMerges).sql
  const lines = await measurePairs(engine, [
    { measure: 'dau of merged persons, against dau of ids', ours: dau(true), theirs: dau(false) },
  ])
  await engine.close()
  return lines
}

const openStore = (folder: string): Promise<Engine> =>
  openEmbeddedEngine({
    folder: join(folder, 'events'),
    memoryBytes: 4096 * MiB,
    queryMemoryBytes: 3072 * MiB,
    querySeconds: 120,
    log: { warn: (fields, sentence) => console.error(sentence, fields) },
  })

interface Pair {
  readonly measure: string
  readonly ours: Fragment
  readonly theirs: Fragment
}

async function measurePairs(engine: Engine, compared: readonly Pair[]): Promise<object[]> {
  const lines: object[] = []
  for (const { measure, ours, theirs } of compared) {
    // Neither pays for being the first.
    for (const query of [ours, theirs]) await cpuMsOf(engine, query)
    const ourMs: number[] = []
    const theirMs: number[] = []
    for (let i = 0; i < RUNS; i++) {
      ourMs.push(await cpuMsOf(engine, ours))
      theirMs.push(await cpuMsOf(engine, theirs))
    }
    // Medians: merges of what was just sent go on in the background and fall on some runs.
    const [our, their] = [spread(ourMs).median, spread(theirMs).median]
    lines.push({
      measure,
      runs: RUNS,
      ourCpuMs: our,
      alternativeCpuMs: their,
      ratio: round(their / our),
    })
  }
  return lines
}

async function cpuMsOf(engine: Engine, query: Fragment): Promise<number> {
  const before = process.cpuUsage()
  await engine.rows(query, { name: 'bench', projectId: 1 })
  const spent = process.cpuUsage(before)
  return (spent.user + spent.system) / 1000
}

const calendarAt = (nowMs: number) => ({ timezone: 'UTC', weekStartDay: 0, nowMs }) as const

function trendAt(nowMs: number, parameters: object, hasMerges = false) {
  const query = trendQuestion(parameters)
  const plan = trends.plan(resolvedQuestion(trends, query, calendarAt(nowMs), { hasMerges }))
  return { range: plan.period, sql: trends.queries(plan).values.sql }
}

function funnelAt(nowMs: number, parameters: object): Fragment {
  const query = funnelQuestion(parameters)
  const plan = funnels.plan(resolvedQuestion(funnels, query, calendarAt(nowMs)))
  return funnels.queries(plan).steps.sql
}

function pairs(nowMs: number): Pair[] {
  const trend = trendAt(nowMs, { events: [{ id: '$pageview' }], date_from: '-30d' })
  const names = ['$pageview', 'added to cart', 'purchased']
  const funnel = funnelAt(nowMs, { events: names.map((id, order) => ({ id, order })), date_from: '-30d' })
  const inRange = sql`project_id = 1
  AND ts >= fromUnixTimestamp64Milli(${bound('Int64', trend.range.fromMs)})
  AND ts < fromUnixTimestamp64Milli(${bound('Int64', trend.range.toMs)})`
  return [
    {
      measure: 'trend by the day column, against toStartOfDay(ts)',
      ours: trend.sql,
      theirs: sql`SELECT toStartOfDay(ts) AS bucket, count() AS value
FROM events
WHERE ${inRange}
  AND event = '$pageview'
GROUP BY bucket`,
    },
    {
      measure: 'funnel counts and exact times, against windowFunnel counts without times',
      ours: funnel,
      theirs: sql`SELECT level, count() AS persons
FROM (
  SELECT person, windowFunnel(1209600000, 'strict_once')(toUInt64(toUnixTimestamp64Milli(ts)), event = ${text('$pageview')}, event = ${text('added to cart')}, event = ${text('purchased')}) AS level
  FROM events
  WHERE ${inRange}
    AND event IN ('$pageview', 'added to cart', 'purchased')
  GROUP BY person
)
GROUP BY level`,
    },
  ]
}
