import { z } from 'zod'
import { type FromFlat, fieldsLegacy } from '#query/legacy/fields-legacy.ts'
import { BREAKDOWN_FIELDS, type FlatFields, SERIES_FIELDS } from '#query/legacy/flat-fields.ts'
import {
  EntityField,
  FieldEntity,
  FLAT_BREAKDOWN,
  FLAT_COMMON,
  ShownOnly,
} from '#query/legacy/flat-schema.ts'
import { Anything, BooleanOrText, Text } from '#query/node.ts'
import { parseValue } from '#shared/parse-value.ts'
import { MinimumOccurrences, type RetentionNode, TotalIntervals } from './query.ts'

/** The parameters of `GET` and `POST insights/retention/`, and of saved `filters` of a retention. */
export const RetentionParameters = z
  .object({
    target_entity: EntityField.nullish().describe(
      'The event that brings a person into a cohort: `{id, type?, name?, custom_name?, properties?}`. `type` is events (default) or actions; `id` null is every event. $pageview when absent.',
    ),
    returning_entity: EntityField.nullish().describe(
      'The event by which a person comes back, in the form of `target_entity`.',
    ),
    retention_type: Text.nullish().describe(
      'retention_recurring (default): a person is in the cohort of each interval in which the person has a target event. retention_first_time: only in the cohort of the first target event of all time. retention_first_ever_occurrence: only in the cohort of the first event with that name, if this event matches.',
    ),
    period: Text.nullish().describe('Hour, Day (default), Week or Month.'),
    total_intervals: TotalIntervals.nullish().describe(
      'The number of intervals. The last one contains `date_to`. 11 if absent.',
    ),
    cumulative: BooleanOrText.nullish().describe(
      'Whether a person counts in all intervals up to the last return.',
    ),
    minimum_occurrences: MinimumOccurrences.nullish().describe(
      'How many returning events a person needs in one interval. 1 if absent.',
    ),
    retention_reference: Text.nullish().describe(
      'What `rate` is a share of. `total` (default): the cohort. `previous`: the value before.',
    ),
    ...FLAT_COMMON,
    date_from: Text.nullish().describe(
      'Has no effect, and leads to a warning: `total_intervals` decides where the range begins.',
    ),
    ...FLAT_BREAKDOWN,
    time_window_mode: Text.nullish().describe(
      'strict_calendar_dates (default): value k is the k-th interval of the calendar after that of the cohort. 24_hour_windows: value k is the k-th window of 1 hour, 24 hours, 7 or 30 days from the first target event of each person.',
    ),
    retention_custom_brackets: Anything.describe(
      'Counts intervals after interval 0 together. `[1, 3, 5]` gives the values Day 0, Day 1, Day 2-4 and Day 5-9. The list may be JSON text.',
    ),
    aggregation_type: Text.nullish().describe(
      'count (default). sum and avg add `aggregation_value` to each value: the sum of the numbers of `aggregation_property`, or that sum divided by `count`.',
    ),
    aggregation_property: Text.nullish().describe(
      'The property of the returning events that sum and avg read. A value that is not a number counts as 0.',
    ),
    aggregation_property_type: Text.nullish().describe('event (default) or person.'),
    display: ShownOnly,
    dashboard_display: ShownOnly,
    mean_retention_calculation: ShownOnly,
    show_mean: ShownOnly,
  })
  .meta({ id: 'RetentionParameters' })
type RetentionParameters = z.output<typeof RetentionParameters>

const FIELDS: FlatFields = {
  ...SERIES_FIELDS,
  ...BREAKDOWN_FIELDS,
  target_entity: 'retentionFilter.targetEntity',
  returning_entity: 'retentionFilter.returningEntity',
  retention_type: 'retentionFilter.retentionType',
  period: 'retentionFilter.period',
  total_intervals: 'retentionFilter.totalIntervals',
  cumulative: 'retentionFilter.cumulative',
  minimum_occurrences: 'retentionFilter.minimumOccurrences',
  retention_reference: 'retentionFilter.retentionReference',
  time_window_mode: 'retentionFilter.timeWindowMode',
  retention_custom_brackets: 'retentionFilter.retentionCustomBrackets',
  aggregation_type: 'retentionFilter.aggregationType',
  aggregation_property: 'retentionFilter.aggregationProperty',
  aggregation_property_type: 'retentionFilter.aggregationPropertyType',
  display: 'retentionFilter.display',
  dashboard_display: 'retentionFilter.dashboardDisplay',
  mean_retention_calculation: 'retentionFilter.meanRetentionCalculation',
  show_mean: 'retentionFilter.showMean',
}

const legacy = fieldsLegacy<RetentionParameters, RetentionNode>('RETENTION', FIELDS)

export const toFlatRetention = legacy.toFlat

/** Turns flat parameters into a node. @throws RequestError for entities that cannot be parsed. */
export function fromFlatRetention(flat: RetentionParameters): FromFlat<RetentionNode> {
  for (const name of ['target_entity', 'returning_entity'] as const)
    parseValue(FieldEntity.nullish(), flat[name], [name])
  return legacy.fromFlat(flat)
}
