import { z } from 'zod'
import { toWireValue, WireValue } from '#insights/kind/breakdown-rows.ts'
import type { PeopleLinks } from '#insights/kind/people-links.ts'
import { daySelectors } from '#insights/kind/select.ts'
import {
  AskedFilter,
  INCOMPLETE_DAYS,
  PEOPLE_FIELDS,
  SeriesAction,
  toAskedFilter,
  toPeopleFields,
  toSeriesAction,
} from '#insights/kind/series-items.ts'
import type { JsonObject } from '#shared/json-value.ts'
import { rowSelectors } from './cells.ts'
import type { TrendsQuery } from './query.ts'
import { areCompared, seriesOf, type TrendAnswer, type TrendRow } from './shape.ts'
import { trendTime } from './time.ts'

const STATISTIC = z.number()

/** The statistics of one bucket, as PostHog names them. */
const BoxPlotDatum = z
  .strictObject({
    day: z.string().describe('The start of the bucket, as in `days`.'),
    label: z.string().describe('The start of the bucket in words.'),
    min: STATISTIC,
    p25: STATISTIC,
    median: STATISTIC,
    p75: STATISTIC,
    max: STATISTIC,
    mean: STATISTIC,
    count: z.int().describe('How many numbers the bucket has. If it has none, all statistics are 0.'),
    series_index: z.int().describe('The index of the series in the question.'),
    series_label: z.string().describe('The `label` of the item.'),
    breakdown_value: WireValue.optional(),
    compare_label: z.enum(['current', 'previous']).optional(),
  })
  .meta({ id: 'BoxPlotDatum' })
type BoxPlotDatum = z.infer<typeof BoxPlotDatum>

/** The boxes of all items in one list. */
export const BOXES = {
  boxplot_data: z.array(BoxPlotDatum).optional().describe('Only in a box plot: the boxes of all items.'),
}

export const TrendItem = z
  .strictObject({
    action: SeriesAction.nullable().describe('Null for a formula.'),
    label: z.string(),
    count: z
      .number()
      .describe(
        'The sum of `data`; in a cumulative display, its last value. 0 if there is an `aggregated_value`.',
      ),
    data: z.array(z.number()),
    days: z.array(z.string()),
    labels: z.array(z.string()),
    incomplete_days: z.array(z.string()).describe(INCOMPLETE_DAYS),
    filter: AskedFilter,
    aggregated_value: z
      .number()
      .optional()
      .describe('The value of the whole range. Only in displays that have one.'),
    breakdown_value: WireValue.optional(),
    breakdown_label: z
      .string()
      .optional()
      .describe('Only with a breakdown: the row in words. The `label` of a formula does not include it.'),
    compare: z.literal(true).optional().describe('Present if two periods are compared.'),
    compare_label: z.enum(['current', 'previous']).optional(),
    boxplot_data: z
      .array(BoxPlotDatum)
      .optional()
      .describe('Only in a box plot: the box of each bucket. `data` has the medians.'),
    ...PEOPLE_FIELDS,
  })
  .meta({ id: 'TrendItem' })
export type TrendItem = z.infer<typeof TrendItem>

export function* trendItems(
  query: TrendsQuery,
  { rows }: TrendAnswer,
  links: PeopleLinks | null,
  node: JsonObject,
): Generator<TrendItem> {
  const filter = toAskedFilter({ query, time: trendTime(query), node })
  const isCompared = areCompared(rows)
  const total = rows.reduce((sum, { days }) => sum + days.length, 0)
  for (const row of rows) {
    const { place, period, label, rowLabel, count, data, days, labels, incompleteDays } = row
    const series = seriesOf(query, place)
    const rowFields = {
      ...(row.row !== null && { breakdown_value: toWireValue(query.breakdown, row.row) }),
      ...(isCompared && { compare_label: period }),
    }
    yield {
      action: series === null ? null : toSeriesAction(series, place),
      label,
      count,
      data: [...data],
      days: [...days],
      labels: [...labels],
      incomplete_days: [...incompleteDays],
      filter,
      ...(row.total !== null && { aggregated_value: row.total }),
      ...rowFields,
      ...(rowLabel !== null && { breakdown_label: rowLabel }),
      ...(isCompared && { compare: true as const }),
      ...(row.boxes && { boxplot_data: toBoxPlotData(row, rowFields) }),
      ...(series === null
        ? { persons: null, persons_urls: [] }
        : toPeopleFields(
            links,
            { series, order: place, selectors: rowSelectors(query, row), total },
            daySelectors(days, 'day'),
          )),
    }
  }
}

const toBoxPlotData = (
  { boxes = [], days, labels, place, label }: TrendRow,
  rowFields: Pick<BoxPlotDatum, 'breakdown_value' | 'compare_label'>,
): BoxPlotDatum[] =>
  boxes.map((box, i) => ({
    day: days[i] ?? '',
    label: labels[i] ?? '',
    ...box,
    series_index: place,
    series_label: label,
    ...rowFields,
  }))

/**
 * Returns the boxes of a box plot for a field next to its items, where clients of PostHog look for them;
 * nothing for any other trend.
 */
export const boxesBeside = (items: readonly TrendItem[]): { boxplot_data?: BoxPlotDatum[] } =>
  items.some(({ boxplot_data }) => boxplot_data !== undefined)
    ? { boxplot_data: items.flatMap(({ boxplot_data = [] }) => boxplot_data) }
    : {}
