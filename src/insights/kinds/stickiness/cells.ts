import { z } from 'zod'
import { WholeNumber } from '#contract/paging.ts'
import { groupsOrPersons } from '#insights/kind/actor-type.ts'
import type { SelectedCells } from '#insights/kind/cells.ts'
import { PERIOD_SELECTOR, requireBetween, SERIES_SELECTOR, selectSeries } from '#insights/kind/select.ts'
import { invalid } from '#shared/request-error.ts'
import type { StickinessPlan } from './plan.ts'
import type { StickinessCell } from './queries.ts'

const StickinessSelectors = z.object({
  ...SERIES_SELECTOR,
  stickiness_days: WholeNumber.optional().describe(
    'Required. The number of active intervals, from 1. With `intervalCount`, the number of active periods.',
  ),
  ...PERIOD_SELECTOR,
})
type StickinessSelectors = z.output<typeof StickinessSelectors>

export const stickinessCells: SelectedCells<StickinessPlan, StickinessSelectors, StickinessCell> = {
  path: 'stickiness',
  selectors: StickinessSelectors,
  example: {
    question: { events: [{ id: 'app opened' }], date_from: '-29d' },
    selectors: { entity_order: 0, stickiness_days: 1 },
  },
  select({ query, periods }, { stickiness_days: active, compare_label, ...entity }) {
    const place = compare_label === 'previous' ? 1 : 0
    const period = periods[place]
    if (period === undefined)
      throw invalid('invalid_choice', 'The question compares no earlier period.', 'compare_label')
    const most = period.buckets.length
    if (active === undefined)
      throw invalid('required', `Add stickiness_days: 1 to ${most}.`, 'stickiness_days')
    return {
      period: place,
      series: selectSeries(query.series, entity),
      active: requireBetween(active, {
        attr: 'stickiness_days',
        noun: 'number of intervals',
        least: 1,
        most,
      }),
    }
  },
  actorOf: ({ query }, { series }) => groupsOrPersons(query.series[series]?.mathGroupTypeIndex),
  hasAppearances: false,
}
