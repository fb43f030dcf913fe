import { z } from 'zod'
import type { Cells } from '#insights/kind.ts'
import { type ActorType, groupsOrPersons } from '#insights/people/actor-type.ts'
import {
  Day,
  Occurrence,
  PERIOD_SELECTOR,
  SERIES_SELECTOR,
  selectBucket,
  selectSeries,
} from '#insights/people/select.ts'
import type { BreakdownRow } from '#query/breakdown.ts'
import { Text } from '#query/node.ts'
import { isGiven } from '#shared/json-value.ts'
import { invalid } from '#shared/request-error.ts'
import { fromWireValue } from './breakdown-rows.ts'
import type { TrendCell } from './people.ts'
import type { PlannedPeriod, TrendsPlan } from './plan.ts'

const TrendSelectors = z.object({
  ...SERIES_SELECTOR,
  ...PERIOD_SELECTOR,
  day: Day.nullish().describe(`${Day.description} The whole range without one.`),
  occurrence: Occurrence,
  breakdown_value: z
    .union([Text, z.int(), z.array(Text)])
    .nullish()
    .describe(
      'With a breakdown: the `breakdown_value` of an item, a list as JSON text in an address. All rows without one.',
    ),
})
type TrendSelectors = z.output<typeof TrendSelectors>

export const trendCells: Cells<TrendsPlan, TrendSelectors, TrendCell> = {
  path: 'trends',
  selectors: TrendSelectors,
  select(plan, { day, occurrence, breakdown_value: value, compare_label, ...entity }) {
    const period = plan.periods.find(({ name }) => name === (compare_label ?? 'current'))
    if (period === undefined)
      throw invalid('invalid_choice', 'The question compares no earlier period.', 'compare_label')
    return {
      period: period.name,
      series: selectSeries(plan.query.series, entity),
      bucket: day ? bucketOf(plan, period, day, occurrence) : null,
      row: isGiven(value) ? rowOf(plan, value ?? '') : null,
    }
  },
  actorOf({ query }, { series: place }): ActorType {
    const series = query.series[place]
    if (series?.math === 'unique_session') return { of: 'session' }
    return groupsOrPersons(series?.mathGroupTypeIndex ?? query.groupTypeIndex)
  },
}

function bucketOf(
  { query }: TrendsPlan,
  { period }: PlannedPeriod,
  day: string,
  occurrence: number | null | undefined,
): number {
  if (query.form === 'total')
    throw invalid('invalid_choice', 'The answer has one value of the whole range: leave day out.', 'day')
  return selectBucket(period.buckets, { day, occurrence, attr: 'day' })
}

function rowOf(
  { query: { breakdown } }: TrendsPlan,
  value: string | number | readonly string[],
): BreakdownRow {
  const row = breakdown && fromWireValue(breakdown, value)
  if (row) return row
  throw invalid(
    'invalid_choice',
    breakdown === null
      ? 'The question has no breakdown.'
      : 'Expected the breakdown_value of an item of the answer.',
    'breakdown_value',
  )
}
