import type { Warning } from '#contract/warning.ts'
import { funnelNumbersLeftOut } from '#insights/runs/question/warnings.ts'
import { notUsed } from '#query/not-used.ts'
import type { FieldPaths } from '#shared/field-paths.ts'
import { isGiven } from '#shared/json-value.ts'
import { type CorrelationNode, funnelIn } from './node.ts'
import type { CorrelationQuery, LookedAt } from './query.ts'

/** For each list of names, the type of correlation that reads it. */
const READERS = {
  funnelCorrelationNames: 'properties',
  funnelCorrelationExcludeNames: 'properties',
  funnelCorrelationEventNames: 'event_with_properties',
  funnelCorrelationEventExcludePropertyNames: 'event_with_properties',
  funnelCorrelationExcludeEventNames: 'events',
} as const satisfies Partial<Record<keyof CorrelationNode, LookedAt['kind']>>

/**
 * Returns the warnings about lists of names that this type of correlation does not read, and about fields
 * that only choose which numbers of its funnel are shown.
 */
export function correlationWarnings(
  { lookedAt }: CorrelationQuery,
  node: CorrelationNode,
  at: FieldPaths,
): Warning[] {
  const lists = Object.entries(READERS).filter(
    ([field, reader]) => reader !== lookedAt.kind && isGiven(node[field]),
  )
  const { funnel, at: inFunnel } = funnelIn(node, at)
  return [
    ...lists.map(([field, reader]) =>
      notUsed(
        at(field),
        `a correlation of ${lookedAt.kind} does not read it. Choose the type "${reader}", or leave it out.`,
      ),
    ),
    ...funnelNumbersLeftOut(funnel, inFunnel, 'A correlation'),
  ]
}
