import {
  ALL_STARTS,
  createBestRun,
  type FunnelRule,
  NONE,
  placeOfStep,
  stepBits,
} from '#insights/funnels/walk/rule.ts'
import { walkRuns } from '#insights/funnels/walk/walk-runs.ts'
import { type Collect, perRow } from './collect.ts'
import { allValues, createGrowingList, type GrowingList } from './growing-list.ts'
import { createHasOpenRun } from './open-run.ts'
import { selectNumber } from './select-number.ts'

export interface StepTotals {
  readonly kind: 'steps'
  /** By step, in the order of the question: the actors that reached it. */
  readonly counts: readonly number[]
  /** By step, since the step before that the run has; null for the first one, and for a step without actors. */
  readonly averagesMs: readonly (number | null)[]
  readonly mediansMs: readonly (number | null)[]
  /** By step: of those who reached the step before and not this one, the actors with an open run; null for the first step and optional ones. */
  readonly openCounts: readonly (number | null)[]
}

/** The actors of each step and the times that they took, since the step before it that their run has. */
export function collectSteps(rule: FunnelRule, openFromMs: number | null): Collect<StepTotals> {
  const hasOpenRun = createHasOpenRun(rule, openFromMs)
  const walk = walkRuns(rule)
  const best = createBestRun(rule)
  const bits = stepBits(rule)
  const hasOptional = best.optional.length > 0
  const rows = perRow(() => ({
    // By level: the actors that have it.
    actors: new Float64Array(rule.steps + 1),
    // By level: those of them with an open run.
    open: new Float64Array(rule.steps),
    // By bit: the actors of an optional step.
    done: new Float64Array(bits.length),
    // By bit. The times of a step without actors take no space.
    times: bits.map((): GrowingList | null => null),
  }))
  type Row = ReturnType<typeof rows.of>
  const addSteps = ({ times, done }: Row, atMs: Float64Array) => {
    let lastMs = atMs[best.path[0] ?? 0] ?? 0
    for (let i = 1; i < bits.length; i++) {
      const bit = bits[i] ?? 0
      const place = placeOfStep(best, bit)
      if (place === NONE) continue
      const ms = atMs[place] ?? 0
      if (bit >= rule.steps) done[bit] = (done[bit] ?? 0) + 1
      times[bit] ??= createGrowingList()
      times[bit]?.push(ms - lastMs)
      lastMs = ms
    }
  }
  return {
    add(row, events, from, to) {
      walk(events, from, to, ALL_STARTS, best)
      if (best.level === 0) return
      const totals = rows.of(row)
      totals.actors[best.level] = (totals.actors[best.level] ?? 0) + 1
      if (best.level < rule.steps && hasOpenRun(events, from, to))
        totals.open[best.level] = (totals.open[best.level] ?? 0) + 1
      if (best.level > 1 || hasOptional) addSteps(totals, events.atMs)
    },
    size: (row) => actorsFrom(rows.present(row)?.actors, 1),
    totals(asked) {
      const present = asked.flatMap((row) => rows.present(row) ?? [])
      const countIn = ({ actors, done }: Row, bit: number) =>
        bit < rule.steps ? actorsFrom(actors, bit + 1) : (done[bit] ?? 0)
      const times = bits.map((bit) => allValues(present.flatMap((one) => one.times[bit] ?? [])))
      return {
        kind: 'steps',
        counts: bits.map((bit) => present.reduce((sum, row) => sum + countIn(row, bit), 0)),
        averagesMs: times.map(averageOf),
        mediansMs: times.map(medianOf),
        openCounts: bits.map((bit) =>
          openFromMs === null || bit === 0 || bit >= rule.steps
            ? null
            : present.reduce((sum, { open }) => sum + (open[bit] ?? 0), 0),
        ),
      }
    },
  }
}

/** The actors of a level or of a higher one. */
const actorsFrom = (actors: Float64Array | undefined, level: number): number =>
  actors?.subarray(level).reduce((sum, count) => sum + count, 0) ?? 0

/** The time between two steps of a run. */
export const msBetween = (atMs: Float64Array, path: Uint32Array, step: number, later: number): number =>
  (atMs[path[later] ?? 0] ?? 0) - (atMs[path[step] ?? 0] ?? 0)

export const averageOf = (values: Float64Array): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

/** Of an even number of values the mean of the two in the middle. The values change their order. */
function medianOf(values: Float64Array): number | null {
  if (values.length === 0) return null
  const middle = values.length >>> 1
  const upper = selectNumber(values, middle)
  if (values.length % 2 === 1) return upper
  return (upper + values.subarray(0, middle).reduce((most, value) => Math.max(most, value))) / 2
}
