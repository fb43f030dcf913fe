import { z } from 'zod'
import { CORRELATION_NODE } from '#contract/insight-kinds.ts'
import { FunnelsNode } from '#insights/funnels/node.ts'
import { Anything, Text } from '#query/node.ts'
import type { Places } from '#query/places.ts'

const Texts = z.array(Text).nullish()

/** The node of clients for the actors of a funnel. A correlation takes them all: it needs the funnel alone. */
const FunnelsActorsNode = z.looseObject({
  kind: z.literal('FunnelsActorsQuery'),
  source: FunnelsNode,
  funnelStep: Anything,
  funnelCustomSteps: Anything,
  funnelStepBreakdown: Anything,
  funnelTrendsDropOff: Anything,
  funnelTrendsEntrancePeriodStart: Anything,
  includeRecordings: Anything,
})

export const CorrelationNode = z.looseObject({
  kind: z.literal(CORRELATION_NODE),
  source: z.union([FunnelsNode, FunnelsActorsNode]),
  funnelCorrelationType: Text.nullish(),
  funnelCorrelationNames: Texts,
  funnelCorrelationExcludeNames: Texts,
  funnelCorrelationEventNames: Texts,
  funnelCorrelationExcludeEventNames: Texts,
  funnelCorrelationEventExcludePropertyNames: Texts,
})
export type CorrelationNode = z.output<typeof CorrelationNode>

export const funnelOf = ({ source }: Pick<CorrelationNode, 'source'>): FunnelsNode =>
  source.kind === 'FunnelsQuery' ? source : source.source

/** The funnel of a correlation, and the places of its fields. */
export function funnelIn(
  node: CorrelationNode,
  at: Places,
): { readonly funnel: FunnelsNode; readonly at: Places } {
  const funnel = funnelOf(node)
  const path = funnel === node.source ? ['source'] : ['source', 'source']
  return { funnel, at: (...field) => at(...path, ...field) }
}
