import { z } from 'zod'
import { groupsOrPersons } from '#insights/kind/actor-type.ts'
import type { SelectedCells } from '#insights/kind/cells.ts'
import {
  Day,
  Occurrence,
  PERIOD_SELECTOR,
  SERIES_SELECTOR,
  selectBucket,
  selectSeries,
} from '#insights/kind/select.ts'
import { RowSelector, selectRow, toRowSelector } from '#insights/kind/select-row.ts'
import { invalid } from '#shared/request-error.ts'
import type { TrendCell } from './people.ts'
import type { TrendsPlan } from './plan.ts'
import type { TrendsQuery } from './query.ts'
import type { TrendRow } from './shape.ts'

const TrendSelectors = z.object({
  ...SERIES_SELECTOR,
  day: Day.nullish().describe(`${Day.description} Without it, the whole range is selected.`),
  occurrence: Occurrence,
  ...PERIOD_SELECTOR,
  breakdown_value: RowSelector,
})
type TrendSelectors = z.output<typeof TrendSelectors>

export const trendCells: SelectedCells<TrendsPlan, TrendSelectors, TrendCell> = {
  path: 'trends',
  selectors: TrendSelectors,
  example: {
    question: {
      events: [{ id: 'signed up', math: 'dau' }],
      interval: 'week',
      date_from: '-90d',
      breakdown: '$browser',
      breakdown_type: 'event',
    },
    selectors: { entity_order: 0 },
  },
  select(plan, { day, occurrence, compare_label, breakdown_value: value, ...entity }) {
    const name = compare_label ?? 'current'
    const planned = plan.periods.find((period) => period.name === name)
    if (planned === undefined)
      throw invalid('invalid_choice', 'The question compares no earlier period.', 'compare_label')
    if (day && plan.query.form === 'total')
      throw invalid('invalid_choice', 'The answer has one value for the whole range: leave day out.', 'day')
    return {
      period: name,
      series: selectSeries(plan.query.series, entity),
      bucket: day ? selectBucket(planned.period.buckets, { day, occurrence, attr: 'day' }) : null,
      row: selectRow(plan.query.breakdown, value, 'breakdown_value'),
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

/** Returns the parameters that select the breakdown row and the period in a link. */
export const rowSelectors = (
  { breakdown }: TrendsQuery,
  { period, row }: Pick<TrendRow, 'period' | 'row'>,
): Readonly<Record<string, string>> => ({
  ...(period === 'previous' && { compare_label: period }),
  ...(row !== null && { breakdown_value: toRowSelector(breakdown, row) }),
})
