import { isNone, isOther, keyOf, wordsOf } from '#insights/kind/breakdown-rows.ts'
import { incompleteDays } from '#insights/kind/incomplete-days.ts'
import { type Breakdown, type BreakdownRow, cohortsOf } from '#query/breakdown.ts'
import type { Series } from '#query/series.ts'
import type { Box } from './box.ts'
import { foundValues } from './found-values.ts'
import { type Line, linesIn, startsOf } from './lines.ts'
import type { PlannedPeriod, TrendsPlan } from './plan.ts'
import type { TrendValue } from './queries.ts'
import type { TrendsQuery } from './query.ts'
import { type EdgeResults, hasMoreRows } from './row-edges.ts'
import { smooth } from './smooth.ts'

/** A series or a formula, in one row of its breakdown, in one period. */
export interface TrendRow {
  readonly period: PlannedPeriod['name']
  /** Index among the series, or among the formulas if there are any. */
  readonly place: number
  /** Row of the breakdown; null without a breakdown. */
  readonly row: BreakdownRow | null
  readonly label: string
  /** The row of the breakdown in words; null without a breakdown. */
  readonly rowLabel: string | null
  /**
   * The sum of the values, or the last one if values are cumulative. It is 0 if there is one value of the
   * whole range.
   */
  readonly count: number
  readonly data: readonly number[]
  /** The value of the whole range; null if there is a value for each bucket. */
  readonly total: number | null
  /** The start of each bucket, `YYYY-MM-DD`, with a time if buckets are shorter than a day. */
  readonly days: readonly string[]
  /** The starts of the buckets in words: `8-Jan-2026`. */
  readonly labels: readonly string[]
  readonly incompleteDays: readonly string[]
  /** The boxes of the buckets, present only in a box plot. `data` has their medians. */
  readonly boxes?: readonly Box[]
}

export interface TrendAnswer {
  readonly rows: readonly TrendRow[]
  /** Whether the breakdown has further rows after the rows of the answer. */
  readonly hasMore: boolean
}

/** Returns the series that a row belongs to; null for a formula, because its number counts no people. */
export const seriesOf = ({ formulas, series }: TrendsQuery, place: number): Series | null =>
  (formulas.length === 0 ? series[place] : null) ?? null

/** Whether the rows are of two periods, which are compared. */
export const areCompared = (rows: readonly TrendRow[]): boolean =>
  rows.some(({ period }) => period === 'previous')

interface TrendResults extends EdgeResults {
  readonly values: readonly TrendValue[]
}

/**
 * Returns the rows of the current period by series or formula, the largest first, then the rows of the
 * previous period in the same order.
 */
export function shapeTrends(plan: TrendsPlan, { values, ...edges }: TrendResults): TrendAnswer {
  const starts = plan.periods.map((_, period) => startsOf(plan, period))
  const found = foundValues(values, starts, (value) => rowOf(plan, value))
  const [current = [], previous = []] = plan.periods.map((planned, period) =>
    shapePeriod(plan, planned, linesIn(plan, period, found)),
  )
  const inOrderOfSize = current.map((rows) => inOrder(rows, plan.query.breakdown))
  const earlier = previous.map((rows, i) => inOrderOf(inOrderOfSize[i] ?? [], rows))
  return { rows: [...inOrderOfSize, ...earlier].flat(), hasMore: hasMoreRows(plan, edges) }
}

const rowOf = ({ query }: TrendsPlan, { is_other, values }: TrendValue): BreakdownRow | null => {
  if (query.breakdown === null) return null
  if (!is_other) return { values }
  return cohortsOf(query.breakdown).length === 0 ? 'other' : { values, isOther: true }
}

/**
 * Returns the label of a row: the values of the row, preceded by the label of the series if there are
 * several. All rows of a formula have the label of the formula.
 */
function labelOfRow(
  { formulas }: TrendsPlan['query'],
  line: string,
  rowLabel: string | null,
  lines: number,
): string {
  if (rowLabel === null || formulas.length > 0) return line
  return lines === 1 ? rowLabel : `${line} - ${rowLabel}`
}

function shapePeriod(
  { query, definitions, moment }: TrendsPlan,
  { name, period }: PlannedPeriod,
  lines: readonly (readonly Line[])[],
): TrendRow[][] {
  const days = period.buckets.map(({ day }) => day)
  const labels = period.buckets.map(({ label }) => label)
  const incomplete = incompleteDays(period, moment)
  const { form, smoothingIntervals: smoothing } = query
  return lines.map((ofPlace) =>
    ofPlace.map(({ place, label, row, values, boxes }) => {
      const rowLabel = row === null ? null : wordsOf(query.breakdown, definitions, row).join('::')
      const head = {
        period: name,
        place,
        row,
        rowLabel,
        label: labelOfRow(query, label, rowLabel, lines.length),
      }
      if (form === 'total')
        return {
          ...head,
          count: 0,
          data: [],
          total: values[0] ?? 0,
          days: [],
          labels: [],
          incompleteDays: [],
        }
      const data = smoothing === 1 ? values : smooth(values, smoothing)
      const count = form === 'cumulative' ? (data.at(-1) ?? 0) : data.reduce((sum, value) => sum + value, 0)
      return {
        ...{ ...head, count, data, total: null, days, labels, incompleteDays: incomplete },
        ...(boxes && { boxes }),
      }
    }),
  )
}

/**
 * Sorts rows by size, the largest first, and rows of the same size by label. The row of all other values
 * comes after them, and the row of missing values last.
 */
function inOrder(rows: readonly TrendRow[], breakdown: Breakdown | null): TrendRow[] {
  const rank = ({ row }: TrendRow) => (isOther(row) ? 1 : isNone(breakdown, row) ? 2 : 0)
  const nameOf = ({ label, rowLabel }: TrendRow) => rowLabel ?? label
  return [...rows].sort(
    (a, b) => rank(a) - rank(b) || sizeOf(b) - sizeOf(a) || compareText(nameOf(a), nameOf(b)),
  )
}

const sizeOf = ({ total, count }: TrendRow) => total ?? count
const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function inOrderOf(order: readonly TrendRow[], rows: readonly TrendRow[]): TrendRow[] {
  const byKey = new Map(rows.map((one) => [keyOf(one.row), one]))
  return order.flatMap(({ row }) => byKey.get(keyOf(row)) ?? [])
}
