import type { ActorEvents } from '#sequences/actor-events.ts'
import {
  clearRuns,
  createOnwardRuns,
  NO_PLACE,
  type OnwardRuns,
  passEvent,
  taintedFromMs,
} from './onward-runs.ts'
import { rangeAt } from './ranges.ts'
import type { BestRun, FunnelRule, StartRanges } from './rule.ts'

const ALWAYS = Number.NEGATIVE_INFINITY
const NEVER = Number.POSITIVE_INFINITY
/** The bit of the second step. */
const SECOND = 2

/** The state of {@link passOnce}. Its functions are not closures, for the reason given at `OnwardRuns`. */
export interface SinglePass {
  readonly runs: OnwardRuns
  readonly windowMs: number
  /** The range that is being walked, or -1 before the first start. The range begins at `rangeMs`. */
  range: number
  rangeMs: number
  /**
   * Starts at this time or later cannot be better than the starts already taken, until an event of the
   * second step comes; in a strict funnel, until any event comes.
   */
  settledFromMs: number
  /** The highest level of the runs in this range. */
  highest: number
  /**
   * The places of the first and the last event of the best run of level `highest` that is not tainted.
   * `start` is NO_PLACE if all runs of this level are tainted.
   */
  start: number
  arrival: number
}

/** Creates the state for an ordered or a strict funnel. */
export const createSinglePass = (rule: FunnelRule): SinglePass => ({
  runs: createOnwardRuns(rule),
  windowMs: rule.windowMs,
  range: -1,
  rangeMs: 0,
  settledFromMs: NEVER,
  highest: 0,
  start: NO_PLACE,
  arrival: NO_PLACE,
})

/**
 * Does what `WalkRanges` describes, in one pass from the last event to the first. Returns false if two
 * events have the same millisecond; it has visited no range then.
 */
export function passOnce(
  pass: SinglePass,
  events: ActorEvents,
  from: number,
  to: number,
  ranges: StartRanges,
  best: BestRun,
): boolean {
  if (hasEqual(events.atMs, from, to)) return false
  passAll(pass, events, from, to, ranges, best)
  return true
}

function hasEqual(atMs: Float64Array, from: number, to: number): boolean {
  for (let place = from + 1; place < to; place++) if (atMs[place] === atMs[place - 1]) return true
  return false
}

function passAll(
  pass: SinglePass,
  { atMs, mask }: ActorEvents,
  from: number,
  to: number,
  ranges: StartRanges,
  best: BestRun,
): void {
  const { runs } = pass
  const { isStrict } = runs
  const firstMs = ranges.edgesMs[0] as number
  const lastMs = ranges.edgesMs[ranges.edgesMs.length - 1] as number
  clearRuns(runs)
  best.level = 0
  best.isExcluded = false
  pass.range = -1
  pass.rangeMs = lastMs
  for (let place = to - 1; place >= from; place--) {
    const ms = atMs[place] as number
    if (ms < firstMs) break
    const own = mask[place] as number
    if ((own & 1) !== 0 && ms < lastMs) meetStart(pass, atMs, place, ranges, best)
    if (own === 1 && !isStrict) continue
    passEvent(runs, place, own)
    if (isStrict || (own & SECOND) !== 0) pass.settledFromMs = NEVER
  }
  leave(pass, ranges, best)
}

function meetStart(
  pass: SinglePass,
  atMs: Float64Array,
  place: number,
  ranges: StartRanges,
  best: BestRun,
): void {
  const ms = atMs[place] as number
  if (ms < pass.rangeMs) enter(pass, ms, ranges, best)
  if (ms < pass.settledFromMs) pass.settledFromMs = take(pass, atMs, place, best)
}

function enter(pass: SinglePass, startMs: number, ranges: StartRanges, best: BestRun): void {
  leave(pass, ranges, best)
  pass.range = rangeAt(ranges.edgesMs, startMs)
  pass.rangeMs = ranges.edgesMs[pass.range] as number
  pass.settledFromMs = NEVER
  pass.highest = 0
  pass.start = NO_PLACE
}

function leave({ range, start, highest }: SinglePass, ranges: StartRanges, best: BestRun): void {
  if (range < 0) return
  best.level = start === NO_PLACE ? 0 : highest
  best.isExcluded = start === NO_PLACE
  ranges.each(range)
}

/**
 * Compares the run that begins at `start` with the runs of later starts. Returns a time: no start at this
 * time or later that has the same second step can be better. The run of an earlier start is at most as high
 * and arrives no earlier.
 */
function take(pass: SinglePass, atMs: Float64Array, start: number, best: BestRun): number {
  const { rows, steps, width, excluded } = pass.runs
  const startMs = atMs[start] as number
  const latestMs = startMs + pass.windowMs
  let level = 1
  let arrival = start
  for (; level < steps; level++) {
    const place = rows[width + level] as number
    if (place === NO_PLACE || (atMs[place] as number) > latestMs) break
    arrival = place
  }
  if (level < pass.highest) return ALWAYS
  if (level > pass.highest) {
    pass.highest = level
    pass.start = NO_PLACE
  } else if (pass.start !== NO_PLACE && arrival >= pass.arrival) return ALWAYS
  if (excluded.length > 0) {
    const fromMs = taintedFromMs(pass.runs, atMs, level, pass.windowMs)
    if (startMs >= fromMs) return fromMs
  }
  pass.start = start
  pass.arrival = arrival
  best.path[0] = start
  for (let step = 1; step < level; step++) best.path[step] = rows[width + step] as number
  return level > 1 ? ALWAYS : NEVER
}
