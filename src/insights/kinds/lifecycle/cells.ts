import { z } from 'zod'
import { groupsOrPersons } from '#insights/kind/actor-type.ts'
import type { SelectedCells } from '#insights/kind/cells.ts'
import { Day, Occurrence, SERIES_SELECTOR, selectBucket, selectSeries } from '#insights/kind/select.ts'
import { invalid } from '#shared/request-error.ts'
import type { LifecyclePlan } from './plan.ts'
import type { LifecycleCell } from './queries.ts'
import { STATUSES, Status } from './query.ts'

const LifecycleSelectors = z.object({
  ...SERIES_SELECTOR,
  lifecycle_type: Status.optional().describe('Required. The status.'),
  target_date: Day.optional().describe(`Required. ${Day.description}`),
  occurrence: Occurrence,
})
type LifecycleSelectors = z.output<typeof LifecycleSelectors>

export const lifecycleCells: SelectedCells<LifecyclePlan, LifecycleSelectors, LifecycleCell> = {
  path: 'lifecycle',
  selectors: LifecycleSelectors,
  example: {
    question: {
      events: [{ id: 'app opened' }],
      interval: 'week',
      date_from: '2026-11-01',
      date_to: '2026-11-28',
    },
    selectors: { lifecycle_type: 'dormant', target_date: '2026-11-15' },
  },
  select({ query, period }, { lifecycle_type: status, target_date: day, occurrence, ...entity }) {
    selectSeries(query.series, entity)
    if (status === undefined)
      throw invalid('required', `Add lifecycle_type: ${STATUSES.join(', ')}.`, 'lifecycle_type')
    if (day === undefined)
      throw invalid('required', 'Add target_date: an entry of `days` in the answer.', 'target_date')
    return { status, bucket: selectBucket(period.buckets, { day, occurrence, attr: 'target_date' }) }
  },
  actorOf: ({ query }) => groupsOrPersons(query.groupTypeIndex),
  hasAppearances: false,
}
