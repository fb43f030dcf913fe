import { type Fragment, sql } from '#fragments/fragment.ts'
import type { Statistic } from '#query/series-math.ts'

/**
 * An aggregate over rows. It can be computed in one step, by `whole`. Or it is computed in two steps:
 * `state` for each part of the rows, and then the value from all of these states.
 */
export interface Aggregate {
  readonly whole: Fragment
  readonly state: Fragment
  /** Returns the value from the states in the column `state`. */
  merge(state: Fragment): Fragment
}

interface Names {
  readonly whole: Fragment
  readonly state: Fragment
  readonly merge: Fragment
}
const COUNT: Names = { whole: sql`count`, state: sql`countState`, merge: sql`countMerge` }
const BITMAP: Names = {
  whole: sql`groupBitmap`,
  state: sql`groupBitmapState`,
  merge: sql`groupBitmapMerge`,
}
const UNIQUE: Names = { whole: sql`uniqExact`, state: sql`uniqExactState`, merge: sql`uniqExactMerge` }
const AVG: Names = { whole: sql`avg`, state: sql`avgState`, merge: sql`avgMerge` }
const SUM: Names = { whole: sql`sum`, state: sql`sumState`, merge: sql`sumMerge` }
const MIN: Names = { whole: sql`min`, state: sql`minState`, merge: sql`minMerge` }
const MAX: Names = { whole: sql`max`, state: sql`maxState`, merge: sql`maxMerge` }
const EXACT: Names = {
  whole: sql`quantileExactInclusive`,
  state: sql`quantileExactInclusiveState`,
  merge: sql`quantileExactInclusiveMerge`,
}
const APPROXIMATE: Names = {
  whole: sql`quantileGK`,
  state: sql`quantileGKState`,
  merge: sql`quantileGKMerge`,
}

const aggregate = (names: Names, argument: Fragment, parameters = sql``): Aggregate => ({
  whole: sql`${names.whole}${parameters}(${argument})`,
  state: sql`${names.state}${parameters}(${argument})`,
  merge: (state) => sql`${names.merge}${parameters}(${state})`,
})

export const countOfRows: Aggregate = aggregate(COUNT, sql``)

/** Adds up the weights of rows. It is the number of original rows if each row stands for `weight` of them. */
export const sumOfWeights: Aggregate = aggregate(SUM, sql`weight`)

/**
 * Counts the different numbers. The numbers should be dense. One step uses a hash set: counting 5.5 million
 * events by day takes 115 ms of CPU, and would take 175 ms with bitmaps. Two steps use bitmaps, because
 * each state is merged into several values: windows of seven days take 240 ms, and would take 360 ms with
 * hash sets.
 */
export const countOfNumbers = (numbers: Fragment): Aggregate => ({
  ...aggregate(BITMAP, numbers),
  whole: countOfDifferent(numbers).whole,
})

/** Counts the different values. */
export const countOfDifferent = (values: Fragment): Aggregate => aggregate(UNIQUE, values)

/**
 * A statistic of numbers; nulls are left out. Percentiles are interpolated. With `isExact` a percentile is
 * exact. Without it, it is a value whose rank is within 0.1 % of the exact rank, and the memory to compute
 * it does not grow with the number of values.
 */
export function statistic(name: Statistic, numbers: Fragment, isExact: boolean): Aggregate {
  const simple = SIMPLE[name]
  if (simple !== undefined) return aggregate(simple, numbers)
  const level = LEVELS[name] ?? sql`0.5`
  return isExact
    ? aggregate(EXACT, numbers, sql`(${level})`)
    : aggregate(APPROXIMATE, numbers, sql`(1000, ${level})`)
}

const SIMPLE: Readonly<Partial<Record<Statistic, Names>>> = { avg: AVG, sum: SUM, min: MIN, max: MAX }
const LEVELS: Readonly<Partial<Record<Statistic, Fragment>>> = {
  median: sql`0.5`,
  p75: sql`0.75`,
  p90: sql`0.9`,
  p95: sql`0.95`,
  p99: sql`0.99`,
}

/** The statistics that a box plot draws for the numbers of one bucket, computed in one pass. */
export interface BoxAggregates {
  readonly min: Fragment
  readonly p25: Fragment
  readonly median: Fragment
  readonly p75: Fragment
  readonly max: Fragment
  readonly mean: Fragment
  /** How many numbers the bucket has. */
  readonly count: Fragment
}

/**
 * Statistics of numbers for a box plot; nulls are left out. The three percentiles share one state.
 * `isExact` means the same as in {@link statistic}.
 */
export function boxAggregates(numbers: Fragment, isExact: boolean): BoxAggregates {
  const quartiles = isExact
    ? sql`quantilesExactInclusive(0.25, 0.5, 0.75)(${numbers})`
    : sql`quantilesGK(1000, 0.25, 0.5, 0.75)(${numbers})`
  return {
    min: aggregate(MIN, numbers).whole,
    p25: sql`arrayElement(${quartiles}, 1)`,
    median: sql`arrayElement(${quartiles}, 2)`,
    p75: sql`arrayElement(${quartiles}, 3)`,
    max: aggregate(MAX, numbers).whole,
    mean: aggregate(AVG, numbers).whole,
    count: aggregate(COUNT, numbers).whole,
  }
}
