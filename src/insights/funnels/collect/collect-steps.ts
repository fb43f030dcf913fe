import { ALL_STARTS, createBestRun, type FunnelRule } from '#insights/funnels/walk/rule.ts'
import { walkRuns } from '#insights/funnels/walk/walk-runs.ts'
import { type Collect, perRow } from './collect.ts'
import { allValues, createGrowingList, type GrowingList } from './growing-list.ts'
import { selectNumber } from './select-number.ts'

export interface StepTotals {
  readonly kind: 'steps'
  /** By step: the actors that reached it. */
  readonly counts: readonly number[]
  /** By step, since the step before; null for the first one, and for a step without actors. */
  readonly averagesMs: readonly (number | null)[]
  readonly mediansMs: readonly (number | null)[]
}

/** The actors of each step and the times that they took. */
export function collectSteps(rule: FunnelRule): Collect<StepTotals> {
  const walk = walkRuns(rule)
  const best = createBestRun(rule.steps)
  const steps = Array.from({ length: rule.steps }, (_, i) => i)
  const rows = perRow(() => ({
    // By level: the actors that have it.
    actors: new Float64Array(rule.steps + 1),
    // The times of a step without actors take no space.
    times: steps.map((): GrowingList | null => null),
  }))
  const addTimes = (times: (GrowingList | null)[], atMs: Float64Array) => {
    for (let step = 1; step < best.level; step++) {
      times[step] ??= createGrowingList()
      times[step]?.push(msBetween(atMs, best.path, step - 1, step))
    }
  }
  return {
    add(row, events, from, to) {
      walk(events, from, to, ALL_STARTS, best)
      if (best.level === 0) return
      const { actors, times } = rows.of(row)
      actors[best.level] = (actors[best.level] ?? 0) + 1
      if (best.level > 1) addTimes(times, events.atMs)
    },
    size: (row) => actorsFrom(rows.present(row)?.actors, 1),
    totals(asked) {
      const present = asked.flatMap((row) => rows.present(row) ?? [])
      const times = steps.map((step) => allValues(present.flatMap((one) => one.times[step] ?? [])))
      return {
        kind: 'steps',
        counts: steps.map((step) =>
          present.reduce((sum, { actors }) => sum + actorsFrom(actors, step + 1), 0),
        ),
        averagesMs: times.map(averageOf),
        mediansMs: times.map(medianOf),
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
