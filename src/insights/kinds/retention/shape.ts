import { wordsOfValues } from '#insights/kind/breakdown-rows.ts'
import { endOfBucket, wholeBuckets, wholeUntilMs } from '#insights/kind/incomplete-days.ts'
import { type BreakdownRow, OTHER } from '#query/breakdown.ts'
import { instantTextIn } from '#values/instant-text.ts'
import { columnsOfCohort } from './columns.ts'
import type { RetentionPlan } from './plan.ts'
import type { RetentionResults } from './queries.ts'
import { WINDOW_MS } from './rolling-windows.ts'
import { edgesFound, rowAt } from './row-edges.ts'

/** The cohorts of one row of the breakdown, the earliest first. */
export interface RetentionRow {
  /** Row of the breakdown; null without a breakdown. */
  readonly row: BreakdownRow | null
  /** The values of the row in words, one for each property of the breakdown; none without a breakdown. */
  readonly words: readonly string[]
  readonly cohorts: readonly Cohort[]
}

/** The cohort of one interval. */
export interface Cohort {
  /** The start of the interval in ISO 8601, with the offset of the project's time zone. */
  readonly date: string
  /**
   * The number of the cohort's actors, then for each later interval the number of its actors who came back.
   */
  readonly counts: readonly number[]
  /**
   * For each of `counts`: the sum of the numbers of the actors that it counts. Absent for a question
   * without sums.
   */
  readonly totals?: readonly number[]
  /**
   * For each of `counts`: whether its interval is whole. With rolling windows it is whether the window is
   * whole even for an actor who began at the end of the cohort's interval.
   */
  readonly areWhole: readonly boolean[]
}

/**
 * Returns the rows with the largest cohorts first, then the row of all other values, then the row of
 * missing values. Without a breakdown there is one row.
 */
export function shapeRetention(plan: RetentionPlan, results: RetentionResults): RetentionRow[] {
  const { query, period, moment } = plan
  const found = byPlace(results.values)
  const lengths = period.buckets.map((_, cohort) => columnsOfCohort(query, cohort).length)
  const areWhole = wholeValues(plan)
  const dateText = instantTextIn(moment.calendar.timezone)
  const cohortsOf = (place: number): Cohort[] =>
    period.buckets.map(({ startMs }, cohort) => {
      const ofCohort = found.get(place)?.get(cohort)
      const values = Array.from({ length: lengths[cohort] ?? 0 }, (_, value) => ofCohort?.get(value))
      return {
        date: dateText(startMs),
        counts: values.map((one) => one?.actors ?? 0),
        ...(query.summed !== undefined && { totals: values.map((one) => one?.total ?? 0) }),
        areWhole: areWhole[cohort] ?? [],
      }
    })
  return rowsIn(plan, results)
    .map(({ place, row }) => ({ row, words: wordsOf(plan, row), cohorts: cohortsOf(place) }))
    .sort(inOrder)
}

type FoundValue = RetentionResults['values'][number]

/** Returns the values by row, then by cohort, then by number. */
function byPlace(values: readonly FoundValue[]): Map<number, Map<number, Map<number, FoundValue>>> {
  const rows = new Map<number, Map<number, Map<number, FoundValue>>>()
  for (const one of values) {
    const cohorts = mapAt(rows, one.row_place)
    mapAt(cohorts, one.cohort).set(one.value, one)
  }
  return rows
}

function mapAt<Value>(maps: Map<number, Map<number, Value>>, key: number): Map<number, Value> {
  const known = maps.get(key)
  if (known !== undefined) return known
  const made = new Map<number, Value>()
  maps.set(key, made)
  return made
}

/**
 * Returns for each cohort and each of its values whether the value is whole: it can no longer change, and
 * all of its time is in the range.
 */
function wholeValues({ query, period, moment }: RetentionPlan): boolean[][] {
  const areWhole = wholeBuckets(period, moment)
  const untilMs = wholeUntilMs(period, moment)
  return areWhole.map((isWhole, cohort) => {
    const endMs = endOfBucket(period, cohort, moment)
    return columnsOfCohort(query, cohort).map(({ first, last }) => {
      if (first === 0) return isWhole
      if (cohort + last >= areWhole.length) return false
      return query.isRolling
        ? endMs + (last + 1) * WINDOW_MS[query.interval] <= untilMs
        : areWhole.slice(cohort + first, cohort + last + 1).every(Boolean)
    })
  })
}

/** Returns the rows with their numbers in `row_place`. */
function rowsIn({ query: { breakdown } }: RetentionPlan, { values, ...edges }: RetentionResults) {
  if (breakdown === null) return [{ place: 0, row: null }]
  if (breakdown.kind === 'cohorts')
    return breakdown.cohorts.map((cohort, place) => ({ place, row: { values: [String(cohort)] } }))
  const known = edgesFound(edges)
  const places = new Set(values.map(({ row_place }) => row_place))
  return [...places]
    .filter((place) => place !== 0 || !breakdown.hidesOther)
    .map((place) => ({ place, row: rowAt(place, breakdown, known) }))
}

function wordsOf({ query: { breakdown }, definitions }: RetentionPlan, row: BreakdownRow | null): string[] {
  if (row === null) return []
  if (row !== 'other') return wordsOfValues(breakdown, definitions, row.values)
  return breakdown?.kind === 'properties' ? breakdown.by.map(() => OTHER.label) : []
}

const inOrder = (a: RetentionRow, b: RetentionRow) =>
  rank(a) - rank(b) || sizeOf(b) - sizeOf(a) || compareText(a.words.join('::'), b.words.join('::'))

const sizeOf = ({ cohorts }: RetentionRow) => cohorts.reduce((sum, { counts }) => sum + (counts[0] ?? 0), 0)
const compareText = (a: string, b: string) => (a < b ? -1 : Number(a > b))

function rank({ row }: RetentionRow): number {
  if (row === 'other') return 1
  return row?.values.every((value) => value === '') ? 2 : 0
}
