import { breakdownRows } from '#insights/kind/breakdown-rows.ts'
import type { BreakdownRow } from '#query/breakdown.ts'
import { evaluateFormula } from '#query/formula/formula.ts'
import { seriesLabels } from '#query/series-labels.ts'
import { type Box, toBox } from './box.ts'
import { formulaLabels } from './formulas.ts'
import type { FoundValues } from './found-values.ts'
import type { TrendsPlan } from './plan.ts'

/** The values of a series or a formula in one row of its breakdown. */
export interface Line {
  /** Index among the series, or among the formulas if there are any. */
  readonly place: number
  /** Label of the series or the formula. */
  readonly label: string
  /** Row of the breakdown; null without a breakdown. */
  readonly row: BreakdownRow | null
  /** A value for each bucket, or a single value for the whole range. */
  readonly values: readonly number[]
  /** A box for each bucket; present only in a box plot. */
  readonly boxes?: readonly Box[]
}

/** Returns the starts of the buckets of a period in epoch ms; the only start is null for the whole range. */
export const startsOf = ({ query, periods }: TrendsPlan, period: number): (number | null)[] =>
  query.form === 'total' ? [null] : (periods[period]?.period.buckets ?? []).map((one) => one.startMs)

/**
 * Returns the lines of a period, as a list for each series or formula. A series has every row that it has
 * in any period.
 */
export function linesIn(plan: TrendsPlan, period: number, found: FoundValues): Line[][] {
  const { query } = plan
  const buckets = startsOf(plan, period)
  const planned = plan.periods[period]?.series ?? []
  const valuesOf = (series: number, row: BreakdownRow | null) => {
    const values = found.numbersOf(period, series, row) ?? buckets.map(() => 0)
    return planned[series]?.isAddedUp ? runningSums(values) : values
  }
  const boxesOf = (series: number, row: BreakdownRow | null) =>
    found.boxesOf(period, series, row) ?? buckets.map(() => toBox(0, []))
  if (query.formulas.length === 0)
    return seriesLabels(query.series).map((label, place) =>
      breakdownRows(query.breakdown, found.rowsOf(place)).map((row) => ({
        ...{ place, label, row },
        values: valuesOf(place, row),
        ...(query.form === 'boxes' && { boxes: boxesOf(place, row) }),
      })),
    )
  // The numbers of a row are looked up once for all formulas.
  const rows = breakdownRows(query.breakdown, found.rowsOf(null)).map((row) => {
    const ofSeries = query.series.map((_, series) => valuesOf(series, row))
    return { row, ofBuckets: buckets.map((_, i) => ofSeries.map((values) => values[i] ?? 0)) }
  })
  const labels = formulaLabels(query.formulas)
  return query.formulas.map((asked, place) =>
    rows.map(({ row, ofBuckets }) => ({
      ...{ place, label: labels[place] ?? '', row },
      values: ofBuckets.map((values) => evaluateFormula(asked.formula, values)),
    })),
  )
}

function runningSums(values: readonly number[]): number[] {
  let sum = 0
  return values.map((value) => {
    sum += value
    return sum
  })
}
