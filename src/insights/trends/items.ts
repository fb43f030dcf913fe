import { z } from 'zod'
import type { PeopleLinks } from '#insights/people/people-links.ts'
import { daySelectors } from '#insights/people/select.ts'
import {
  AskedFilter,
  PEOPLE_FIELDS,
  SeriesAction,
  toAskedFilter,
  toPeopleFields,
  toSeriesAction,
} from '#insights/series-items.ts'
import { toWireValue, wireText } from './breakdown-rows.ts'
import type { TrendsQuery } from './query.ts'
import type { TrendRow } from './shape.ts'

export const TrendItem = z.object({
  action: SeriesAction.nullable().describe('Null for a formula.'),
  label: z.string(),
  count: z
    .number()
    .describe(
      'The sum of `data`, or its last value in a cumulative display; 0 beside an `aggregated_value`.',
    ),
  data: z.array(z.number()),
  days: z.array(z.string()),
  labels: z.array(z.string()),
  incomplete_days: z
    .array(z.string())
    .describe('Those of `days` whose bucket is not over yet, or cut by the range.'),
  filter: AskedFilter,
  ...PEOPLE_FIELDS,
  aggregated_value: z
    .number()
    .optional()
    .describe('The value of the whole range, in the displays that show one.'),
  breakdown_value: z
    .union([z.string(), z.int(), z.array(z.string())])
    .optional()
    .describe('With a breakdown: the value, the number of a cohort, or the values of several properties.'),
  compare: z.literal(true).optional().describe('Where two periods are compared.'),
  compare_label: z.enum(['current', 'previous']).optional(),
})
export type TrendItem = z.infer<typeof TrendItem>

export function trendItems(
  query: TrendsQuery,
  answer: readonly TrendRow[],
  links: PeopleLinks | null,
): TrendItem[] {
  const filter = toAskedFilter(query)
  const isCompared = answer.some(({ period }) => period === 'previous')
  const numbers = answer.reduce((sum, { days }) => sum + days.length, 0)
  return answer.map((one) => {
    const { place, period, row, label, count, data, total, days, labels, incompleteDays } = one
    // A formula has no people of its own.
    const series = query.formulas.length === 0 ? query.series[place] : undefined
    const broken = row !== null && { breakdown_value: toWireValue(query.breakdown, row) }
    const compared = isCompared && { compare_label: period }
    const linked = {
      ...(series !== undefined && { series }),
      order: place,
      selectors: { ...(broken && { breakdown_value: wireText(broken.breakdown_value) }), ...compared },
      total: numbers,
    }
    return {
      action: series === undefined ? null : toSeriesAction(series, place),
      label,
      count,
      data: [...data],
      days: [...days],
      labels: [...labels],
      incomplete_days: [...incompleteDays],
      filter,
      ...toPeopleFields(links, linked, daySelectors(days, 'day')),
      ...(total !== null && { aggregated_value: total }),
      ...broken,
      ...(compared && { compare: true as const, ...compared }),
    }
  })
}
