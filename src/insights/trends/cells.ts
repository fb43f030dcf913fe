import { z } from 'zod'
import type { Cells } from '#insights/kind.ts'
import { groupsOrPersons } from '#insights/people/actor-type.ts'
import {
  Day,
  Occurrence,
  PERIOD_SELECTOR,
  SERIES_SELECTOR,
  selectBucket,
  selectSeries,
} from '#insights/people/select.ts'
import { type BreakdownRow, NONE, OTHER } from '#query/breakdown.ts'
import { Text } from '#query/node.ts'
import { isGiven } from '#shared/json-value.ts'
import { invalid } from '#shared/request-error.ts'
import { toWireValue } from './breakdown-rows.ts'
import type { TrendCell } from './people.ts'
import type { TrendsPlan } from './plan.ts'
import type { TrendsQuery } from './query.ts'
import type { TrendRow } from './shape.ts'

const TrendSelectors = z.object({
  ...SERIES_SELECTOR,
  day: Day.nullish().describe(`${Day.description} The whole range without one.`),
  occurrence: Occurrence,
  ...PERIOD_SELECTOR,
  breakdown_value: z
    .union([Text, z.int(), z.array(Text)])
    .nullish()
    .describe(
      'The `breakdown_value` of a row; in an address a list is JSON text. All rows together without one.',
    ),
})
type TrendSelectors = z.output<typeof TrendSelectors>

export const trendCells: Cells<TrendsPlan, TrendSelectors, TrendCell> = {
  path: 'trends',
  selectors: TrendSelectors,
  select(plan, { day, occurrence, compare_label, breakdown_value: value, ...entity }) {
    const name = compare_label ?? 'current'
    const planned = plan.periods.find((period) => period.name === name)
    if (planned === undefined)
      throw invalid('invalid_choice', 'The question compares no earlier period.', 'compare_label')
    if (day && plan.query.form === 'total')
      throw invalid('invalid_choice', 'The answer has one value of the whole range: leave day out.', 'day')
    return {
      period: name,
      series: selectSeries(plan.query.series, entity),
      bucket: day ? selectBucket(planned.period.buckets, { day, occurrence, attr: 'day' }) : null,
      row: isGiven(value) ? rowOf(plan.query, textOf(value ?? '')) : null,
    }
  },
  actorOf({ query }, { series }) {
    const { math, mathGroupTypeIndex } = query.series[series] ?? {}
    return math === 'unique_session'
      ? { of: 'session' }
      : groupsOrPersons(mathGroupTypeIndex ?? query.groupTypeIndex)
  },
  hasAppearances: false,
}

/** The parameters that select the row of a breakdown, and the period, in a link. */
export const rowSelectors = (
  { breakdown }: TrendsQuery,
  { period, row }: Pick<TrendRow, 'period' | 'row'>,
): Readonly<Record<string, string>> => ({
  ...(period === 'previous' && { compare_label: period }),
  ...(row !== null && { breakdown_value: textOf(toWireValue(breakdown, row)) }),
})

const textOf = (value: string | number | readonly string[]) =>
  typeof value === 'object' ? JSON.stringify(value) : String(value)

const List = z.array(z.string())

/** The row of a text that {@link rowSelectors} wrote. @throws RequestError for a text that is no row of the breakdown. */
function rowOf({ breakdown }: TrendsQuery, text: string): BreakdownRow {
  if (breakdown === null)
    throw invalid('invalid_input', 'The question has no breakdown: leave this out.', 'breakdown_value')
  if (breakdown.kind === 'cohorts') {
    if (breakdown.cohorts.some((cohort) => String(cohort) === text)) return { values: [text] }
    throw invalid('invalid_choice', `The breakdown has no cohort ${JSON.stringify(text)}.`, 'breakdown_value')
  }
  const values = breakdown.isList ? listIn(text) : [text]
  if (values.length !== breakdown.by.length)
    throw invalid(
      'invalid_input',
      `Expected the breakdown_value of a row${breakdown.isList ? ` as JSON text, a list of ${breakdown.by.length}` : ''}: ${JSON.stringify(text)} is none.`,
      'breakdown_value',
    )
  if (values.every((value) => value === OTHER.value)) return 'other'
  return { values: values.map((value) => (value === NONE.value ? '' : value)) }
}

function listIn(text: string): readonly string[] {
  try {
    return List.parse(JSON.parse(text))
  } catch {
    return []
  }
}
