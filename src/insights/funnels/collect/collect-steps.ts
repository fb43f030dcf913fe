import {
  ALL_STARTS,
  createBestRun,
  type FunnelRule,
  NONE,
  placeOfStep,
  stepBits,
} from '#insights/funnels/walk/rule.ts'
import { walkRuns } from '#insights/funnels/walk/walk-runs.ts'
import type { Collect } from './collect.ts'
import { type Counts, createCounts } from './counts.ts'
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
  // Of a row: by level the actors that have it, then by bit the actors of an optional step, then by level those with an open run.
  const doneFrom = rule.steps + 1
  const openFrom = doneFrom + bits.length
  const width = openFrom + rule.steps
  const counts = createCounts(width)
  // By row and bit, of the steps of a row that have actors.
  const times = new Map<number, GrowingList>()
  const timesOf = (row: number, bit: number): GrowingList => {
    const place = row * bits.length + bit
    const known = times.get(place)
    if (known !== undefined) return known
    const begun = createGrowingList()
    times.set(place, begun)
    return begun
  }
  const addSteps = (row: number, atMs: Float64Array) => {
    let lastMs = atMs[best.path[0] ?? 0] ?? 0
    for (let i = 1; i < bits.length; i++) {
      const bit = bits[i] ?? 0
      const place = placeOfStep(best, bit)
      if (place === NONE) continue
      const ms = atMs[place] ?? 0
      if (bit >= rule.steps) counts.add(row, doneFrom + bit)
      timesOf(row, bit).push(ms - lastMs)
      lastMs = ms
    }
  }
  return {
    add(row, events, from, to) {
      walk(events, from, to, ALL_STARTS, best)
      if (best.level === 0) return
      counts.add(row, best.level)
      if (best.level < rule.steps && hasOpenRun(events, from, to)) counts.add(row, openFrom + best.level)
      if (best.level > 1 || hasOptional) addSteps(row, events.atMs)
    },
    size: (row) => actorsFrom(counts, row, 1, rule),
    totals(asked) {
      const countIn = (row: number, bit: number) =>
        bit < rule.steps ? actorsFrom(counts, row, bit + 1, rule) : counts.at(row, doneFrom + bit)
      const timesIn = (bit: number) =>
        allValues(asked.flatMap((row) => times.get(row * bits.length + bit) ?? []))
      const ofBits = bits.map(timesIn)
      return {
        kind: 'steps',
        counts: bits.map((bit) => asked.reduce((sum, row) => sum + countIn(row, bit), 0)),
        averagesMs: ofBits.map(averageOf),
        mediansMs: ofBits.map(medianOf),
        openCounts: bits.map((bit) =>
          openFromMs === null || bit === 0 || bit >= rule.steps
            ? null
            : asked.reduce((sum, row) => sum + counts.at(row, openFrom + bit), 0),
        ),
      }
    },
  }
}

/** The actors of a level or of a higher one. */
function actorsFrom(counts: Counts, row: number, level: number, { steps }: FunnelRule): number {
  let sum = 0
  for (let one = level; one <= steps; one++) sum += counts.at(row, one)
  return sum
}

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
