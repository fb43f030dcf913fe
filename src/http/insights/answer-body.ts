import type { FunnelItem, TrendItem } from '#contract/computation.ts'
import type { FunnelStep } from '#insights/funnels/shape.ts'
import type { InsightAnswer } from '#insights/run-insight.ts'
import type { TrendSeries } from '#insights/trends/shape.ts'
import type { InsightQuery, Series } from '#query/insight-query.ts'
import { toWireGroup } from '#query/wire-filters.ts'

/** A computed answer in the wire's words: the items of `result` and `results`. */
export function answerItems(query: InsightQuery, answer: InsightAnswer): TrendItem[] | FunnelItem[] {
  return answer.kind === 'trends' ? trendItems(query, answer.series) : answer.steps.map(funnelItem)
}

export function trendItems(query: InsightQuery, answer: readonly TrendSeries[]): TrendItem[] {
  const filter = {
    events: query.series.map(({ event, properties, math }) => ({
      id: event,
      properties: [toWireGroup(properties)],
      math,
    })),
    actions: [],
    properties: toWireGroup(query.properties),
    filter_test_accounts: query.filterTestAccounts,
    date_from: query.dateRange.from,
    date_to: query.dateRange.to,
  }
  return answer.map(({ series, ...item }, order) => ({
    label: item.label,
    count: item.count,
    data: [...item.data],
    days: [...item.days],
    labels: [...item.labels],
    action: { ...entity(series), order, math: series.math },
    filter,
  }))
}

export const funnelItem = (step: FunnelStep): FunnelItem => ({
  action_id: step.series.event,
  name: step.series.name,
  custom_name: step.series.customName,
  order: step.order,
  people: [],
  count: step.count,
  type: 'events',
  average_conversion_time: step.averageConversionSeconds,
  median_conversion_time: step.medianConversionSeconds,
  // The lists behind the numbers arrive with the persons; a link that leads nowhere would be worse than none.
  converted_people_url: null,
  dropped_people_url: null,
})

const entity = (series: Series) => ({
  id: series.event,
  type: 'events' as const,
  name: series.name,
  custom_name: series.customName,
})
