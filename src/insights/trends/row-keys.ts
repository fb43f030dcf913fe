import type { PropertyBreakdown } from '#query/breakdown.ts'
import { statisticOf } from '#query/series-math.ts'
import { countOfRows } from '#sql/aggregates.ts'
import { and, type Fragment, identifier, join, numeral, sql } from '#sql/fragment.ts'
import { numberOf } from '#sql/property-conditions.ts'
import type { PlannedSeries, TrendsPlan } from './plan.ts'
import { type SeriesRows, seriesRows } from './series-rows.ts'
import { type Key, select, valueSelect } from './value-select.ts'

/** The columns that put the rows of a series into the rows of its breakdown: `is_other`, and `value_0` and so on, which are empty for the others. */
export function rowKeys(plan: TrendsPlan, planned: PlannedSeries, rows: SeriesRows): Key[] {
  const { breakdown } = plan.query
  if (breakdown?.kind !== 'properties') return []
  const values = valuesOf(plan, planned, breakdown, rows)
  const names = values.map((_, i) => `value_${i}`)
  if (isUnlimited(breakdown)) return values.map((of, i) => ({ name: names[i] ?? '', of }))
  const isOther = sql`(${and([
    sql`NOT ${isNone(values)}`,
    sql`${tuple(values)} NOT IN (
  ${largest(plan, planned, breakdown)}
)`,
  ])})`
  return [
    { name: 'is_other', of: isOther },
    ...values.map((of, i) => ({ name: names[i] ?? '', of: sql`if(is_other, '', ${of})` })),
  ]
}

/** Bins alone are few: each has a row. */
const isUnlimited = ({ by }: PropertyBreakdown) => by.every(({ bins }) => bins !== null)

const tuple = (values: readonly Fragment[]) =>
  values.length === 1 ? join(values, sql``) : sql`(${join(values, sql`, `)})`

/** Whether all values are missing, which has a row of its own. */
const isNone = (values: readonly Fragment[]) => sql`(${and(values.map((value) => sql`${value} = ''`))})`

/** The values of the breakdown of a row, with numbers in bins. */
const valuesOf = (
  plan: TrendsPlan,
  planned: PlannedSeries,
  { by }: PropertyBreakdown,
  { values }: SeriesRows,
): Fragment[] =>
  values.map((value, i) => {
    const bins = by[i]?.bins ?? null
    return bins === null ? value : binOf(numberIn(value), bins, bounds(plan, planned, i))
  })

const numberIn = (value: Fragment) => {
  const number = numberOf(value)
  return sql`if(isFinite(${number}), ${number}, NULL)`
}

/** The series whose rows decide which rows a breakdown has: all of them where a formula needs the same rows of each. */
const deciding = ({ query, periods }: TrendsPlan, planned: PlannedSeries): readonly PlannedSeries[] => {
  const current = periods[0]?.series ?? []
  return query.formulas.length > 0 ? current : current.filter(({ place }) => place === planned.place)
}

/** The least and the greatest number, as a tuple. */
function bounds(plan: TrendsPlan, planned: PlannedSeries, i: number): Fragment {
  const numbers = deciding(plan, planned).map((one) => {
    const rows = seriesRows(plan, one, plan.period)
    const number = numberIn(rows.values[i] ?? sql`''`)
    return select([sql`min(${number}) AS least`, sql`max(${number}) AS greatest`], rows.from, [])
  })
  return sql`(
  SELECT (min(least), max(greatest))
  FROM (
    ${join(numbers, sql`\nUNION ALL\n`)}
  )
)`
}

/** The bin of a number as text, `[low,high]`; empty where there is no number. */
function binOf(number: Fragment, bins: number, bounds: Fragment): Fragment {
  const least = sql`tupleElement(${bounds}, 1)`
  const greatest = sql`tupleElement(${bounds}, 2)`
  const width = sql`((${greatest} - ${least}) / ${numeral(bins)})`
  const bin = sql`if(${width} = 0, 0, least(floor((${number} - ${least}) / ${width}), ${numeral(bins - 1)}))`
  const low = sql`${least} + ${bin} * ${width}`
  const isLast = sql`(${width} = 0 OR ${bin} = ${numeral(bins - 1)})`
  const high = sql`if(${isLast}, ${greatest} + 0.01, ${least} + (${bin} + 1) * ${width})`
  // Without this test least() would leave a missing number out.
  return sql`if(isNull(${number}), '', concat('[', toString(round(${low}, 2)), ',', toString(round(${high}, 2)), ']'))`
}

/** A query for the values of the largest rows. Its sizes are those of the current period. */
function largest(plan: TrendsPlan, planned: PlannedSeries, breakdown: PropertyBreakdown): Fragment {
  const names = breakdown.by.map((_, i) => sql`${identifier(`value_${i}`)}`)
  const sizes = deciding(plan, planned).map((one) => sizesOf(plan, one, breakdown))
  return sql`-- the largest rows of the breakdown
SELECT ${join(names, sql`, `)}
FROM (
  ${join(sizes, sql`\nUNION ALL\n`)}
)
WHERE NOT ${isNone(names)}
GROUP BY ${join(names, sql`, `)}
ORDER BY
  sum(value) DESC,
  ${join(names, sql`, `)}
LIMIT ${numeral(breakdown.limit ?? 0)}`
}

/** Maths of numbers make a row as large as its own number, all others as large as its number of events; so does a formula. */
function sizesOf(plan: TrendsPlan, planned: PlannedSeries, breakdown: PropertyBreakdown): Fragment {
  const rows = seriesRows(plan, planned, plan.period)
  const series = plan.query.series[planned.place]
  const isByNumber =
    series !== undefined &&
    plan.query.formulas.length === 0 &&
    (series.math === 'hogql' || statisticOf(series.math) !== null)
  const keys = valuesOf(plan, planned, breakdown, rows).map((of, i) => ({ name: `value_${i}`, of }))
  return valueSelect(
    {
      from: rows.from,
      measure: isByNumber ? rows.measure : { kind: 'rows', aggregate: countOfRows, conditions: [] },
      windows: { form: 'single', windows: [] },
      period: plan.period,
      interval: plan.query.interval,
      keys,
    },
    [],
  )
}
