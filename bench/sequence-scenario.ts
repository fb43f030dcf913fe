import { execFileSync } from 'node:child_process'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { inActorRange } from '../src/insights/actor-chunks.ts'
import type { Executors } from '../src/insights/kind.ts'
import { walkOf } from '../src/insights/walk-query.ts'
import { createWalkers } from '../src/sequences/walkers.ts'
import { eventsOf } from '../src/sql/events.ts'
import { bound, type Fragment, numeral, sql, text } from '../src/sql/fragment.ts'
import { openStore } from './alternatives.ts'
import { round, spread } from './ingest-scenario.ts'
import type { FunnelCounts, FunnelJob } from './sequence-worker.ts'

const LOADER = fileURLToPath(new URL('sequence-events.ts', import.meta.url))
const ENTRY = new URL('sequence-worker.ts', import.meta.url)
const RUNS = 7
const DAY_MS = 86_400_000
const STEPS = ['$pageview', 'added to cart', 'purchased']
const WINDOW_MS = 14 * DAY_MS
const MiB = 1024 * 1024

/**
 * An ordered funnel by walking, with the times of its runs, and by `windowFunnel`, which has none, in alternating runs: the CPU of
 * the whole process, the memory that the first walk takes, and the longest pause of the event loop.
 */
export async function measureSequences(folder: string, events: number, nowMs: number): Promise<object[]> {
  execFileSync(process.execPath, ['--import', 'tsx', LOADER, folder, String(events), String(nowMs)])
  const engine = await openStore(folder)
  const failed = () => new Error('The walk of a bench has failed.')
  const failures = { cancelled: failed, outOfMemory: failed, closed: failed }
  const executors = { engine, walkers: createWalkers({ entry: ENTRY, heapMiB: 512, failures }) }
  const lines: object[] = []
  for (const days of [30, 90]) lines.push(await measureFunnel(executors, { days, events, nowMs }))
  await executors.walkers.close()
  await engine.close()
  return lines
}

interface Asked {
  readonly days: number
  readonly events: number
  readonly nowMs: number
}

async function measureFunnel(executors: Executors, asked: Asked): Promise<object> {
  const walked: Spent<FunnelCounts>[] = []
  const counted: Spent<FunnelCounts['persons']>[] = []
  const idleMiB = process.memoryUsage.rss() / MiB
  for (let i = 0; i < RUNS; i++) {
    walked.push(await spentBy(() => walkFunnel(executors, asked)))
    counted.push(await spentBy(() => windowFunnel(executors, asked)))
  }
  const levels = walked[0]?.result.persons.map((_, level) => counted[0]?.result[level] ?? 0)
  if (String(walked[0]?.result.persons) !== String(levels))
    throw new Error(`The walk counts ${walked[0]?.result.persons}, windowFunnel ${levels}`)
  // Unoptimised code, and the caches of the engine.
  const warm = walked.slice(2)
  const walkCpuMs = spread(warm.map(({ cpuMs }) => cpuMs)).median
  const windowFunnelCpuMs = spread(counted.slice(2).map(({ cpuMs }) => cpuMs)).median
  return {
    measure: 'ordered funnel of 3 steps by walking, against windowFunnel without times',
    days: asked.days,
    persons: levels,
    walkCpuMs,
    windowFunnelCpuMs,
    ratio: round(windowFunnelCpuMs / walkCpuMs),
    firstWalksCpuMs: walked.slice(0, 2).map(({ cpuMs }) => round(cpuMs)),
    walkMs: spread(warm.map(({ ms }) => ms)).median,
    windowFunnelMs: spread(counted.slice(2).map(({ ms }) => ms)).median,
    firstWalkMiB: Math.round((walked[0]?.peakMiB ?? 0) - idleMiB),
    mostMiB: Math.round(Math.max(...walked.map(({ peakMiB }) => peakMiB)) - idleMiB),
    longestPauseMs: round(Math.max(...walked.map(({ pauseMs }) => pauseMs))),
    longestPauseOfWindowFunnelMs: round(Math.max(...counted.map(({ pauseMs }) => pauseMs))),
  }
}

interface Spent<Result> {
  readonly result: Result
  readonly ms: number
  readonly cpuMs: number
  readonly peakMiB: number
  readonly pauseMs: number
}

async function spentBy<Result>(work: () => Promise<Result>): Promise<Spent<Result>> {
  let peak = 0
  const looking = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 5)
  const pauses = monitorEventLoopDelay({ resolution: 1 })
  pauses.enable()
  const cpuBefore = process.cpuUsage()
  const beganMs = performance.now()
  const result = await work()
  const ms = performance.now() - beganMs
  const { user, system } = process.cpuUsage(cpuBefore)
  pauses.disable()
  clearInterval(looking)
  return { result, ms, cpuMs: (user + system) / 1000, peakMiB: peak / MiB, pauseMs: pauses.max / 1e6 }
}

const stepsOf = ({ days, nowMs }: Asked, more: readonly Fragment[] = []) =>
  eventsOf(1, { fromMs: nowMs - days * DAY_MS, toMs: nowMs }, [
    sql`event IN ${bound('Array(String)', STEPS)}`,
    ...more,
  ])

async function walkFunnel(executors: Executors, asked: Asked): Promise<FunnelCounts> {
  const bits = STEPS.map((step, i) => sql`(event = ${text(step)}) * ${numeral(2 ** i)}`)
  const [first = sql`0`, second = sql`0`, third = sql`0`] = bits
  const sinceStart = sql`toUnixTimestamp64Milli(ts) - ${bound('Int64', asked.nowMs - asked.days * DAY_MS)}`
  // A third less to hand over, for up to 49 days.
  const at = asked.days * DAY_MS < 2 ** 32 ? sql`toUInt32(${sinceStart})` : sinceStart
  const job: FunnelJob = { steps: STEPS.length, windowMs: WINDOW_MS }
  const query = walkOf<FunnelCounts>('orderedFunnel', job, (range) => {
    const actors = range === null ? [] : [inActorRange(sql`person`, range)]
    return sql`SELECT
  person AS actor,
  ${at} AS at,
  toUInt8(${first} + ${second} + ${third}) AS mask
${stepsOf(asked, actors)}`
  })
  return query.run(executors, { name: 'bench', projectId: 1, events: asked.events })
}

const LevelRow = z.object({ level: z.coerce.number(), persons: z.coerce.number() })

async function windowFunnel({ engine }: Executors, asked: Asked): Promise<number[]> {
  const [first = '', second = '', third = ''] = STEPS
  const query = sql`SELECT level, count() AS persons
FROM (
  SELECT
    windowFunnel(${numeral(WINDOW_MS)})(toUInt64(toUnixTimestamp64Milli(ts)), event = ${text(first)}, event = ${text(second)}, event = ${text(third)}) AS level
  ${stepsOf(asked)}
  GROUP BY person
)
GROUP BY level`
  const rows = z.array(LevelRow).parse(await engine.rows(query, { name: 'bench', projectId: 1 }))
  const persons: number[] = []
  for (const row of rows) persons[row.level] = row.persons
  return persons
}
