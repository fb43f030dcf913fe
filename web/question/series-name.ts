import type { SeriesNode } from '#web/api/query-node.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Returns the name of a series: the name that a user gave it, or else the name of its event or action. */
export function seriesName(
  { custom_name, kind, event, id, name, nodes = [] }: SeriesNode,
  actions: Vocabulary['actions'],
): string {
  if (custom_name) return custom_name
  if (kind === 'ActionsNode') return actions.find((one) => one.id === id)?.name ?? name ?? `Action ${id}`
  if (kind === 'GroupNode') return nodes.map((one) => seriesName(one, actions)).join(' or ')
  return event ?? 'Any event'
}
