import { z } from 'zod'
import { CORRELATION_NODE } from '#contract/insight-kinds.ts'
import { FunnelsNode } from '#insights/runs/question/node.ts'
import { Modifiers } from '#query/modifiers.ts'
import { Anything, Text } from '#query/node.ts'
import type { FieldPaths } from '#shared/field-paths.ts'

const Texts = z.array(Text).nullish()

/**
 * The node that clients send to name some of the actors of a funnel. A correlation counts all actors, so
 * only the funnel is read from it.
 */
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
  modifiers: Modifiers,
  funnelCorrelationType: Text.nullish(),
  funnelCorrelationNames: Texts,
  funnelCorrelationExcludeNames: Texts,
  funnelCorrelationEventNames: Texts,
  funnelCorrelationExcludeEventNames: Texts,
  funnelCorrelationEventExcludePropertyNames: Texts,
})
export type CorrelationNode = z.output<typeof CorrelationNode>

/** Returns the funnel of a correlation, and the paths of the funnel's fields. */
export function funnelIn(
  { source }: CorrelationNode,
  at: FieldPaths,
): { readonly funnel: FunnelsNode; readonly at: FieldPaths } {
  if (source.kind === 'FunnelsQuery') return { funnel: source, at: (...field) => at('source', ...field) }
  return { funnel: source.source, at: (...field) => at('source', 'source', ...field) }
}
