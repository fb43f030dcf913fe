import { breakdownRows, keyOf, wordsOfValues } from '#insights/breakdown-rows.ts'
import { incompleteDays } from '#insights/incomplete-days.ts'
import { type BreakdownRow, OTHER } from '#query/breakdown.ts'
import { evaluateFormula } from '#query/formula/formula.ts'
import { labelOf } from './formulas.ts'
import type { PlannedPeriod, TrendsPlan } from './plan.ts'
import type { TrendValue } from './queries.ts'
import { smooth } from './smooth.ts'

/** A series or a formula, in one row of its breakdown, in one period. */
export interface TrendRow {
  readonly period: PlannedPeriod['name']
  /** The place among the series, or among the formulas where there are any. */
  readonly place: number
  /** Null without a breakdown. */
  readonly row: BreakdownRow | null
  readonly label: string
  /** The sum of the values, or the last of cumulative ones; 0 where there is one value of the whole range. */
  readonly count: number
  readonly data: readonly number[]
  /** The value of the whole range; null where there is one for each bucket. */
  readonly total: number | null
  /** The start of each bucket, `YYYY-MM-DD` or with a time where buckets are shorter than a day. */
  readonly days: readonly string[]
  /** The same as words: `8-Jan-2026`. */
  readonly labels: readonly string[]
  readonly incompleteDays: readonly string[]
}

/** A series or a formula of the question. */
interface Line {
  readonly label: string
  /** Its value from that of each series in a row of the breakdown. */
  value(ofSeries: (series: number) => number): number
}

const linesOf = ({ query }: TrendsPlan): readonly Line[] =>
  query.formulas.length === 0
    ? query.series.map(({ name }, place) => ({ label: name, value: (ofSeries) => ofSeries(place) }))
    : query.formulas.map((asked) => ({
        label: labelOf(asked),
        value: (ofSeries) =>
          evaluateFormula(
            asked.formula,
            query.series.map((_, i) => ofSeries(i)),
          ),
      }))

/** The rows of the current period by series or formula, the largest first, then those of the previous period in the same order. */
export function shapeTrends(plan: TrendsPlan, { values }: { values: readonly TrendValue[] }): TrendRow[] {
  const found = new Map(
    values.map((one) => [valueKey(one.period, one.series, keyOf(rowOf(plan, one)), one.bucket), one.value]),
  )
  const lines = linesOf(plan)
  const isFormula = plan.query.formulas.length > 0
  const rowsOfLines = lines.map((_, place) =>
    breakdownRows(
      plan.query.breakdown,
      values.filter(({ series }) => isFormula || series === place).map((one) => rowOf(plan, one)),
    ),
  )
  const shaped = (line: Line, place: number, period: number) =>
    (rowsOfLines[place] ?? []).map((row) =>
      shapeRow(plan, { line, place, row, period, lines: lines.length }, found),
    )
  const current = lines.map((line, place) => inOrder(shaped(line, place, 0)))
  const previous =
    plan.periods.length === 1
      ? []
      : lines.map((line, place) => inOrderOf(current[place] ?? [], shaped(line, place, 1)))
  return [...current, ...previous].flat()
}

const valueKey = (period: number, series: number, row: string, bucket: number | null) =>
  `${period}:${series}:${bucket}:${row}`

const rowOf = ({ query }: TrendsPlan, { is_other, values }: TrendValue): BreakdownRow | null => {
  if (query.breakdown === null) return null
  return is_other ? 'other' : { values }
}

/** The label of a row: its values, behind the series where there are several. */
function labelOfRow(
  { query: { breakdown }, definitions }: TrendsPlan,
  line: string,
  row: BreakdownRow | null,
  lines: number,
): string {
  if (row === null) return line
  const label = row === 'other' ? OTHER.label : wordsOfValues(breakdown, definitions, row.values).join('::')
  return lines === 1 ? label : `${line} - ${label}`
}

interface Place {
  readonly line: Line
  readonly place: number
  readonly row: BreakdownRow | null
  readonly period: number
  /** The number of lines of the answer. */
  readonly lines: number
}

function shapeRow(
  plan: TrendsPlan,
  { line, place, row, period, lines }: Place,
  found: ReadonlyMap<string, number>,
): TrendRow {
  const { query, moment } = plan
  const planned = plan.periods[period]
  if (planned === undefined) throw new RangeError(`There is no period ${period}`)
  const key = keyOf(row)
  const valueAt = (bucket: number | null) =>
    line.value((series) => found.get(valueKey(period, series, key, bucket)) ?? 0)
  const head = { period: planned.name, place, row, label: labelOfRow(plan, line.label, row, lines) }
  const { form } = query
  if (form === 'total')
    return { ...head, count: 0, data: [], total: valueAt(null), days: [], labels: [], incompleteDays: [] }
  const { buckets } = planned.period
  const exact = buckets.map(({ startMs }) => valueAt(startMs))
  const data = query.smoothingIntervals === 1 ? exact : smooth(exact, query.smoothingIntervals)
  return {
    ...head,
    count: form === 'cumulative' ? (data.at(-1) ?? 0) : data.reduce((sum, value) => sum + value, 0),
    data,
    total: null,
    days: buckets.map(({ day }) => day),
    labels: buckets.map(({ label }) => label),
    incompleteDays: incompleteDays(planned.period, moment),
  }
}

/** The largest first, then by label; all further values, and events without a value, are last. */
const inOrder = (rows: readonly TrendRow[]): TrendRow[] =>
  [...rows].sort((a, b) => rank(a) - rank(b) || sizeOf(b) - sizeOf(a) || compareText(a.label, b.label))

const sizeOf = ({ total, count }: TrendRow) => total ?? count
const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function rank({ row }: TrendRow): number {
  if (row === 'other') return 1
  return row?.values.every((value) => value === '') ? 2 : 0
}

function inOrderOf(order: readonly TrendRow[], rows: readonly TrendRow[]): TrendRow[] {
  const byKey = new Map(rows.map((one) => [keyOf(one.row), one]))
  return order.flatMap(({ row }) => byKey.get(keyOf(row)) ?? [])
}
