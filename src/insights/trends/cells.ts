import { z } from 'zod'
import type { Cells } from '#insights/kind.ts'
import { PERSONS } from '#insights/people/actor-type.ts'
import { Day, Occurrence, SERIES_SELECTOR, selectBucket, selectSeries } from '#insights/people/select.ts'
import type { TrendsPlan } from './plan.ts'
import type { TrendCell } from './queries.ts'

const TrendSelectors = z.object({
  ...SERIES_SELECTOR,
  day: Day.nullish().describe(`${Day.description} The whole range without one.`),
  occurrence: Occurrence,
})
type TrendSelectors = z.output<typeof TrendSelectors>

export const trendCells: Cells<TrendsPlan, TrendSelectors, TrendCell> = {
  path: 'trends',
  selectors: TrendSelectors,
  select: ({ query, period }, { day, occurrence, ...entity }) => ({
    series: selectSeries(query.series, entity),
    bucket: day ? selectBucket(period.buckets, { day, occurrence, attr: 'day' }) : null,
  }),
  actorOf: () => PERSONS,
}
