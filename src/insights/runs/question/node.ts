import { z } from 'zod'
import { INSIGHT_NODES } from '#contract/insight-kinds.ts'
import {
  Anything,
  BooleanOrText,
  BREAKDOWN_NODE,
  COMPARE_NODE,
  SERIES_NODE,
  SeriesNode,
  Text,
} from '#query/node.ts'

/** An event or an action that excludes actors who have it between two steps, both counted from 0. */
const ExclusionNode = SeriesNode.extend({ funnelFromStep: Anything, funnelToStep: Anything })
export type ExclusionNode = z.output<typeof ExclusionNode>

const StepNode = SeriesNode.extend({
  optionalInFunnel: BooleanOrText.nullish().describe(
    'Whether actors can reach later steps without this step. See docs/semantics/funnels.md.',
  ),
})

export const FunnelsNode = z.looseObject({
  kind: z.literal(INSIGHT_NODES.FUNNELS),
  ...SERIES_NODE,
  ...BREAKDOWN_NODE,
  ...COMPARE_NODE,
  series: z.array(StepNode).nullish(),
  interval: Text.nullish(),
  funnelsFilter: z
    .looseObject({
      funnelVizType: Text.nullish(),
      funnelOrderType: Text.nullish(),
      funnelWindowInterval: Anything,
      funnelWindowIntervalUnit: Text.nullish(),
      funnelAggregateByHogQL: Text.nullish(),
      exclusions: z.array(ExclusionNode).nullish(),
      funnelFromStep: Anything,
      funnelToStep: Anything,
      binCount: Anything,
      breakdownAttributionType: Text.nullish(),
      breakdownAttributionValue: Anything,
      layout: Anything,
      funnelStepReference: Anything,
    })
    .nullish(),
})
export type FunnelsNode = z.output<typeof FunnelsNode>
export type FunnelsFilter = NonNullable<FunnelsNode['funnelsFilter']>
