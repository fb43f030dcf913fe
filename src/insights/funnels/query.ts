import { z } from 'zod'
import { INSIGHT_NODES } from '#contract/insight-kinds.ts'
import { FUNNEL_ORDERS, FUNNEL_VISUALISATIONS } from '#contract/question-names.ts'
import type { Choices } from '#insights/kind.ts'
import { parseCommon, refuseBreakdown, refuseGroups } from '#query/common-question.ts'
import type { InsightQuery } from '#query/insight-query.ts'
import { Anything, BREAKDOWN_NODE, SERIES_NODE, Text } from '#query/node.ts'
import type { Places } from '#query/places.ts'
import { refuse, requireOneOf } from '#query/refuse.ts'
import { parseSeries, type Series } from '#query/series.ts'
import { isGiven } from '#shared/json-value.ts'
import { parseFunnelWindow } from './window.ts'

/** The number of persons who did the steps in order, the last within `windowSeconds` of the first. */
export interface FunnelsQuery extends InsightQuery {
  readonly kind: 'funnels'
  /** The steps, in their order. */
  readonly series: readonly Series[]
  readonly windowSeconds: number
}

export const FunnelsNode = z.looseObject({
  kind: z.literal(INSIGHT_NODES.FUNNELS),
  ...SERIES_NODE,
  ...BREAKDOWN_NODE,
  interval: Text.nullish(),
  funnelsFilter: z
    .looseObject({
      funnelVizType: Text.nullish(),
      funnelOrderType: Text.nullish(),
      funnelWindowInterval: Anything,
      funnelWindowIntervalUnit: Text.nullish(),
      funnelAggregateByHogQL: Anything,
      exclusions: z.array(z.unknown()).nullish(),
      funnelFromStep: Anything,
      funnelToStep: Anything,
      binCount: Anything,
      breakdownAttributionType: Anything,
      breakdownAttributionValue: Anything,
      layout: Anything,
      funnelStepReference: Anything,
    })
    .nullish(),
})
export type FunnelsNode = z.output<typeof FunnelsNode>

/** A step takes a bit of the packed event (packed-event.ts). */
export const MOST_STEPS = 16

export const CHOICES: Choices = {
  maths: ['total', 'dau'],
  displays: [],
  intervals: [],
  breakdownTypes: [],
  leastSeries: 2,
  mostSeries: MOST_STEPS,
}

/** @throws RequestError for fields that this version does not compute. */
export function parseFunnels(node: FunnelsNode, at: Places): FunnelsQuery {
  const place = (field: string) => at('funnelsFilter', field)
  const funnels = node.funnelsFilter
  const order = funnels?.funnelOrderType ?? 'ordered'
  requireOneOf(order, ['ordered'], {
    noun: 'funnel order',
    path: place('funnelOrderType'),
    all: FUNNEL_ORDERS,
  })
  const viz = funnels?.funnelVizType ?? 'steps'
  requireOneOf(viz, ['steps'], {
    noun: 'funnel visualisation',
    path: place('funnelVizType'),
    all: FUNNEL_VISUALISATIONS,
  })
  refuse(isGiven(funnels?.exclusions), 'An exclusion', place('exclusions'))
  refuse(isGiven(funnels?.funnelAggregateByHogQL), 'Counting expressions', place('funnelAggregateByHogQL'))
  const breakdown = refuseBreakdown(node, at)
  refuseGroups(node.aggregation_group_type_index, at)
  return {
    kind: 'funnels',
    series: parseSeries(node.series, at, {
      noun: 'steps',
      least: CHOICES.leastSeries,
      most: CHOICES.mostSeries,
      tooFew: 'funnel_requires_two_steps',
      maths: CHOICES.maths,
    }),
    ...parseCommon(node, at),
    breakdown,
    windowSeconds: parseFunnelWindow(
      { value: funnels?.funnelWindowInterval, path: place('funnelWindowInterval') },
      { value: funnels?.funnelWindowIntervalUnit, path: place('funnelWindowIntervalUnit') },
    ),
  }
}
