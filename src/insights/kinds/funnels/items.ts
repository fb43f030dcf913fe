import { z } from 'zod'
import type { PeopleLinks } from '#insights/kind/people-links.ts'
import { daySelectors } from '#insights/kind/select.ts'
import { INCOMPLETE_DAYS } from '#insights/kind/series-items.ts'
import type { FunnelsQuery } from '#insights/runs/question/query.ts'
import type { JsonObject } from '#shared/json-value.ts'
import type { FunnelAnswer, FunnelRow, PeriodAnswer } from './answer.ts'
import { linksTo, rowSelector, type Selectors } from './item-links.ts'
import { type ItemsPeriod, periodsOf, ROW_FIELDS, toPeriodField, toRowFields } from './row-items.ts'
import { FunnelAnswerStep, FunnelStepItem, stepItems, toAnswerStep } from './step-items.ts'

const PeopleUrls = z.array(z.string()).nullable()

/** The item of a funnel shown as trends: the conversion over time. */
export const FunnelTrendItem = z
  .strictObject({
    count: z.int().describe('The number of intervals.'),
    data: z.array(z.number()).describe('The conversion of each interval in percent.'),
    days: z.array(z.string()),
    labels: z.array(z.string()),
    incomplete_days: z.array(z.string()).describe(INCOMPLETE_DAYS),
    converted_people_urls: PeopleUrls.describe(
      'For each interval: the address of the actors who reached the to-step.',
    ),
    dropped_people_urls: PeopleUrls.describe(
      'For each interval: the address of the actors who reached the from-step but not the to-step.',
    ),
    ...ROW_FIELDS,
  })
  .meta({ id: 'FunnelTrendItem' })
export type FunnelTrendItem = z.infer<typeof FunnelTrendItem>

/** The item of a funnel shown as times: the actors by the time that they took. */
export const FunnelTimesItem = z
  .strictObject({
    bins: z
      .array(z.array(z.number()).length(2))
      .describe('For each bin: the second at which it begins, and the number of its actors.'),
    average_conversion_time: z.number().nullable().describe('In seconds; null without actors.'),
    median_conversion_time: z.number().nullable().describe('In seconds; null without actors.'),
    people_urls: PeopleUrls.describe('For each bin: the address of its actors.'),
  })
  .meta({ id: 'FunnelTimesItem' })
export type FunnelTimesItem = z.infer<typeof FunnelTimesItem>

/** An item of any funnel. With a breakdown, the item of a row is the list of the row's steps. */
export const FunnelItem = z.union([FunnelStepItem, z.array(FunnelStepItem), FunnelTrendItem, FunnelTimesItem])
export type FunnelItem = z.infer<typeof FunnelItem>

/** The `results` of a funnel. */
export const FunnelItems = z.union([
  z.array(z.union([FunnelStepItem, z.array(FunnelStepItem), FunnelTrendItem])),
  FunnelTimesItem,
])

/** The `result` of `POST insights/funnel/`. */
export const FUNNEL_ANSWER = {
  result: z
    .union([
      z.array(z.union([FunnelAnswerStep, z.array(FunnelAnswerStep), FunnelTrendItem])),
      FunnelTimesItem,
    ])
    .describe(
      'The steps; with a breakdown, a list of steps for each row. With the `funnel_viz_type` trends, an item for each row. With time_to_convert, one object for all rows together.',
    ),
}

/** Makes the fields of the answer to `POST insights/funnel/` from the items. */
export function toFunnelAnswer(
  items: readonly FunnelItem[],
  _next: string | null,
  query: FunnelsQuery,
): JsonObject {
  if (areTimes(query)) return { result: items[0] ?? [] }
  return { result: areSteps(items, query) ? items.map(toAnswerItem) : items }
}

type StepsItem = FunnelStepItem | FunnelStepItem[]

const toAnswerItem = (item: StepsItem) => (Array.isArray(item) ? item.map(toAnswerStep) : toAnswerStep(item))

const areSteps = (items: readonly FunnelItem[], query: FunnelsQuery): items is readonly StepsItem[] =>
  query.visualisation.kind === 'steps'

/** Whether the funnel is shown as times, whose result clients know as one object instead of a list. */
export const areTimes = ({ visualisation }: FunnelsQuery): boolean => visualisation.kind === 'time_to_convert'

/**
 * Returns the steps of a funnel or, with a breakdown, an item for each row. Items of the current period
 * come first, then items of the earlier period.
 */
export function funnelItems(
  query: FunnelsQuery,
  answer: FunnelAnswer,
  links: PeopleLinks | null,
): FunnelItem[] {
  return periodsOf(answer).flatMap((one) => periodItems(query, one.answer, links, one.period))
}

function periodItems(
  query: FunnelsQuery,
  answer: PeriodAnswer,
  links: PeopleLinks | null,
  period: ItemsPeriod,
): FunnelItem[] {
  if (answer.kind === 'steps') {
    const rows = stepItems(query, answer, links, period)
    return query.breakdown === null ? rows.flat() : rows
  }
  return answer.kind === 'trends' ? trendItems(query, answer, links, period) : timesItems(answer, links)
}

const trendItems = (
  query: FunnelsQuery,
  { days, labels, incompleteDays, rows }: Extract<PeriodAnswer, { kind: 'trends' }>,
  links: PeopleLinks | null,
  period: ItemsPeriod,
): FunnelTrendItem[] => {
  const starts = daySelectors(days, 'entrance_period_start')
  const total = 2 * days.length * rows.length * (period.label === null ? 1 : 2)
  function* selectorsOf(row: FunnelRow, more: Selectors): Generator<Selectors> {
    const ofRow = { ...more, ...rowSelector(query, row), ...period.selectors }
    for (const start of starts) yield { ...start, ...ofRow }
  }
  const urls = (row: FunnelRow, more: Selectors) => linksTo(links, total, selectorsOf(row, more))
  return rows.map(({ rates, ...row }) => ({
    count: days.length,
    data: [...rates],
    days: [...days],
    labels: [...labels],
    incomplete_days: [...incompleteDays],
    converted_people_urls: urls(row, {}),
    dropped_people_urls: urls(row, { drop_off: 'true' }),
    ...toRowFields(query, row),
    ...toPeriodField(period),
  }))
}

const timesItems = (
  { rows }: Extract<PeriodAnswer, { kind: 'time_to_convert' }>,
  links: PeopleLinks | null,
): FunnelTimesItem[] =>
  rows.map(({ bins, averageSeconds, medianSeconds }) => ({
    bins: bins.map((bin) => [...bin]),
    average_conversion_time: averageSeconds,
    median_conversion_time: medianSeconds,
    people_urls: linksTo(
      links,
      bins.length,
      bins.map(([from], i) => timesFrom(from, bins[i + 1]?.[0])),
    ),
  }))

/** Selects the times of a bin. The last bin has no upper bound: no times come after it. */
const timesFrom = (from: number, to: number | undefined): Selectors => ({
  funnel_time_from: from,
  ...(to !== undefined && { funnel_time_to: to }),
})
