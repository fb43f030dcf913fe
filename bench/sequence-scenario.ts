import { execFileSync } from 'node:child_process'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { bound, numeral, sql, text } from '../src/fragments/fragment.ts'
import type { Executors } from '../src/insights/kind/engine-query.ts'
import { funnels } from '../src/insights/kinds/funnels/funnels.ts'
import type { WalkedRow } from '../src/insights/kinds/funnels/walked-rows.ts'
import { eventsOf } from '../src/sql/events.ts'
import { funnelQuestion, resolvedQuestion } from '../test/fixtures/questions.ts'
import { round, spread } from './ingest-scenario.ts'
import { openStore } from './measured-store.ts'
import { watchOwnTurns } from './own-turns.ts'
import { calendarAt } from './pairs.ts'

const LOADER = fileURLToPath(new URL('sequence-events.ts', import.meta.url))
/**
 * Number of runs whose memory and pauses are watched. They include runs with unoptimised code and empty
 * caches.
 */
const WATCHED_RUNS = 7
/**
 * Number of runs after the watched ones. Only the CPU of these runs is measured. Nothing else is watched,
 * because watching takes a tenth of a core.
 */
const WARM_RUNS = 9
const DAY_MS = 86_400_000
const STEPS = ['$pageview', 'added to cart', 'purchased']
const WINDOW_MS = 14 * DAY_MS
const MiB = 1024 * 1024

/** Parameters of a funnel, in addition to its steps and its range. */
const FORMS: Readonly<Record<string, object>> = {
  ordered: {},
  strict: { funnel_order_type: 'strict' },
  unordered: { funnel_order_type: 'unordered' },
  exclusion: { exclusions: [{ id: 'scrolled', funnel_from_step: 1, funnel_to_step: 2 }] },
  'by first touch': { breakdown: 'plan' },
  trends: { funnel_viz_type: 'trends' },
  'time to convert': { funnel_viz_type: 'time_to_convert' },
}

/**
 * Measures each form of a funnel of three steps in alternating runs, next to the ordered form and to
 * `windowFunnel`, which counts the ordered form without times. The results are the CPU of the whole
 * process, the memory that the first walk takes, and the longest pause of the event loop.
 */
export async function measureSequences(folder: string, events: number, nowMs: number): Promise<object[]> {
  execFileSync(process.execPath, ['--import', 'tsx', LOADER, folder, String(events), String(nowMs)])
  const store = await openStore(folder)
  const lines: object[] = []
  for (const days of [30, 90])
    for (const [form, parameters] of Object.entries(FORMS))
      lines.push(await measureFunnel(store.executors, { days, events, nowMs, form, parameters }))
  await store.close()
  return lines
}

interface Asked {
  readonly days: number
  readonly events: number
  readonly nowMs: number
  readonly form: string
  readonly parameters: object
}

async function measureFunnel(executors: Executors, asked: Asked): Promise<object> {
  const walked: Spent<readonly WalkedRow[]>[] = []
  const counted: Spent<number[]>[] = []
  const idleMiB = process.memoryUsage.rss() / MiB
  const walk = () => walkFunnel(executors, asked)
  const walkOrdered = () => walkFunnel(executors, { ...asked, parameters: {} })
  const count = () => windowFunnel(executors, asked)
  for (let i = 0; i < WATCHED_RUNS; i++) {
    walked.push(await spentBy(walk))
    counted.push(await spentBy(count))
  }
  requireEqual(asked, walked[0]?.result, counted[0]?.result)
  const [walkCpu, orderedCpu, countCpu]: [number[], number[], number[]] = [[], [], []]
  for (let i = 0; i < WARM_RUNS; i++) {
    walkCpu.push(await cpuOf(walk))
    orderedCpu.push(await cpuOf(walkOrdered))
    countCpu.push(await cpuOf(count))
  }
  const walkCpuMs = spread(walkCpu).median
  const orderedCpuMs = spread(orderedCpu).median
  const windowFunnelCpuMs = spread(countCpu).median
  return {
    measure: `funnel of 3 steps by walking, ${asked.form}, against windowFunnel without times`,
    days: asked.days,
    walkCpuMs,
    orderedCpuMs,
    windowFunnelCpuMs,
    timesOrdered: round(walkCpuMs / orderedCpuMs),
    windowFunnelTimesOrdered: round(windowFunnelCpuMs / orderedCpuMs),
    firstWalksCpuMs: walked.slice(0, 2).map(({ cpuMs }) => round(cpuMs)),
    firstWalkMiB: Math.round((walked[0]?.peakMiB ?? 0) - idleMiB),
    mostMiB: Math.round(Math.max(...walked.map(({ peakMiB }) => peakMiB)) - idleMiB),
    longestPauseMs: round(Math.max(...walked.map(({ pauseMs }) => pauseMs))),
    longestOwnTurnMs: round(Math.max(...walked.map(({ ownTurnMs }) => ownTurnMs ?? Number.NaN))),
    longestPauseOfWindowFunnelMs: round(Math.max(...counted.map(({ pauseMs }) => pauseMs))),
  }
}

/**
 * @throws Error if the ordered funnel counts other numbers of persons than `windowFunnel`. `byLevel` is the
 * result of `windowFunnel`: the number of persons at each level.
 */
function requireEqual(
  { form }: Asked,
  rows: readonly WalkedRow[] = [],
  byLevel: readonly number[] = [],
): void {
  const [totals] = rows.map((row) => row.totals)
  if (form !== 'ordered' || totals?.kind !== 'steps') return
  const atLeast = totals.counts.map((_, step) =>
    byLevel.slice(step + 1).reduce((sum, persons) => sum + persons, 0),
  )
  if (String(totals.counts) !== String(atLeast))
    throw new Error(`The walk counts ${totals.counts}, windowFunnel ${atLeast}`)
}

interface Spent<Result> {
  readonly result: Result
  readonly ms: number
  readonly cpuMs: number
  readonly peakMiB: number
  readonly pauseMs: number
  /** The longest pause, in ms, that this thread's own work can have caused; null if unknown. */
  readonly ownTurnMs: number | null
}

/** Returns the CPU of the whole process, in ms. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/**
 * Measures what some work takes: CPU of the whole process, its highest memory, and the longest pause of the
 * event loop.
 */
export async function spentBy<Result>(work: () => Promise<Result>): Promise<Spent<Result>> {
  let peak = 0
  const looking = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 5)
  const pauses = monitorEventLoopDelay({ resolution: 1 })
  pauses.enable()
  const turns = watchOwnTurns()
  const cpuBefore = process.cpuUsage()
  const beganMs = performance.now()
  const result = await work()
  const ms = performance.now() - beganMs
  const { user, system } = process.cpuUsage(cpuBefore)
  pauses.disable()
  clearInterval(looking)
  const cpuMs = (user + system) / 1000
  return { result, ms, cpuMs, peakMiB: peak / MiB, pauseMs: pauses.max / 1e6, ownTurnMs: turns.end() }
}

const rangeOf = ({ days, nowMs }: Pick<Asked, 'days' | 'nowMs'>) => ({
  fromMs: nowMs - days * DAY_MS,
  toMs: nowMs,
})

/** Runs a funnel of these steps, without a cache. */
export function walkFunnel(
  executors: Executors,
  asked: Omit<Asked, 'form'>,
  steps: readonly string[] = STEPS,
): Promise<readonly WalkedRow[]> {
  const { fromMs, toMs } = rangeOf(asked)
  const [date_from, date_to] = [fromMs, toMs - 1].map((ms) => new Date(ms).toISOString())
  const events = steps.map((id, order) => ({ id, order }))
  const query = funnelQuestion({ events, date_from, date_to, explicit_date: true, ...asked.parameters })
  const plan = funnels.plan(resolvedQuestion(funnels, query, calendarAt(asked.nowMs)))
  const options = { name: 'bench', projectId: 1, events: asked.events }
  return funnels.queries(plan).rows.run(executors, options)
}

const LevelRow = z.object({ level: z.coerce.number(), persons: z.coerce.number() })

async function windowFunnel({ engine }: Executors, asked: Asked): Promise<number[]> {
  const [first = '', second = '', third = ''] = STEPS
  const query = sql`SELECT level, count() AS persons
FROM (
  SELECT
    windowFunnel(${numeral(WINDOW_MS)})(toUInt64(toUnixTimestamp64Milli(ts)), event = ${text(first)}, event = ${text(second)}, event = ${text(third)}) AS level
  ${eventsOf(1, rangeOf(asked), [sql`event IN ${bound('Array(String)', STEPS)}`])}
  GROUP BY person
)
GROUP BY level`
  const rows = z.array(LevelRow).parse(await engine.rows(query, { name: 'bench', projectId: 1 }))
  const persons: number[] = []
  for (const row of rows) persons[row.level] = row.persons
  return persons
}
