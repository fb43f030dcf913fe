import { z } from 'zod'
import { WholeNumber } from '#contract/paging.ts'
import { textAs } from '#contract/text-as.ts'
import { groupsOrPersons } from '#insights/kind/actor-type.ts'
import type { SelectedCells } from '#insights/kind/cells.ts'
import { requireBetween } from '#insights/kind/select.ts'
import { RowSelector, selectRow } from '#insights/kind/select-row.ts'
import { invalid } from '#shared/request-error.ts'
import { columnsOfCohort } from './columns.ts'
import type { RetentionCell } from './people.ts'
import type { RetentionPlan } from './plan.ts'

const Places = z.tuple([WholeNumber])
const EXPECTED = 'Expected the index of a cohort in a list, such as [0].'

const RetentionSelectors = z.object({
  breakdown_values: z
    .union([Places, textAs((text) => Places.parse(JSON.parse(text)), EXPECTED)], EXPECTED)
    .optional()
    .describe('The index of the cohort in the answer, from 0, as a list with one item. `[0]` by default.'),
  selected_interval: WholeNumber.nullish().describe(
    'The index of the value in the cohort, from 0. Value 0 is the whole cohort and the default.',
  ),
  breakdown_value: RowSelector.describe(
    'Required with a breakdown: the `breakdown_value` of the cohort. In an address, a list is JSON text.',
  ),
})
type RetentionSelectors = z.output<typeof RetentionSelectors>

export const retentionCells: SelectedCells<RetentionPlan, RetentionSelectors, RetentionCell> = {
  path: 'retention',
  selectors: RetentionSelectors,
  example: {
    question: {
      target_entity: { id: 'signed up' },
      returning_entity: { id: 'app opened' },
      retention_type: 'retention_first_time',
      period: 'Week',
      total_intervals: 8,
    },
    selectors: { breakdown_values: [0], selected_interval: 1 },
  },
  select({ query, period }, { breakdown_values: [place] = [0], selected_interval: value, breakdown_value }) {
    const last = period.buckets.length - 1
    const cohort = requireBetween(place, { attr: 'breakdown_values', noun: 'cohort', least: 0, most: last })
    const most = columnsOfCohort(query, cohort).length - 1
    const bounds = { attr: 'selected_interval', noun: 'value of this cohort', least: 0, most }
    const row = selectRow(query.breakdown, breakdown_value, 'breakdown_value')
    if (query.breakdown !== null && row === null)
      throw invalid('required', 'Add the breakdown_value of the cohort.', 'breakdown_value')
    return { cohort, value: requireBetween(value ?? 0, bounds), row }
  },
  actorOf: ({ query }) => groupsOrPersons(query.groupTypeIndex),
  hasAppearances: true,
}
