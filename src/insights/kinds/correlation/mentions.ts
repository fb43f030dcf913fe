import type { Mention, MentionedProperty } from '#query/mentions.ts'
import { attrOf, type FieldPaths } from '#shared/field-paths.ts'
import { storableName } from '#shared/storable-name.ts'
import { type CorrelationNode, funnelIn } from './node.ts'
import { ALL } from './query.ts'

/**
 * Returns the mentions of a correlation: the names in the lists that its type reads. The other lists of names
 * change nothing, so their names are no mentions.
 */
export function correlationMentions(node: CorrelationNode, at: FieldPaths): Mention[] {
  const each = (field: ListOfNames, toMention: (name: string, attr: string) => Mention): Mention[] => {
    return (node[field] ?? []).flatMap((name, i) =>
      name === ALL ? [] : [toMention(name, attrOf(at(field, i)))],
    )
  }
  const asEvent = (name: string, attr: string): Mention => ({ of: 'event', name: storableName(name), attr })
  const asProperty =
    (owner: Omit<MentionedProperty, 'name'>) =>
    (name: string, attr: string): Mention => ({
      of: 'property',
      property: { ...owner, name: storableName(name) },
      attr,
    })
  switch (node.funnelCorrelationType ?? 'events') {
    case 'events':
      return each('funnelCorrelationExcludeEventNames', asEvent)
    case 'event_with_properties':
      return [
        ...each('funnelCorrelationEventNames', asEvent),
        ...each(
          'funnelCorrelationEventExcludePropertyNames',
          asProperty({ type: 'event', groupTypeIndex: -1 }),
        ),
      ]
    case 'properties':
      return LISTS_OF_PROPERTIES.flatMap((field) => each(field, asProperty(subjectOf(node, at))))
    default:
      return []
  }
}

const LISTS_OF_PROPERTIES = ['funnelCorrelationNames', 'funnelCorrelationExcludeNames'] as const
type ListOfNames =
  | (typeof LISTS_OF_PROPERTIES)[number]
  | 'funnelCorrelationEventNames'
  | 'funnelCorrelationExcludeEventNames'
  | 'funnelCorrelationEventExcludePropertyNames'

/** Returns the owner of the properties: the actors of the funnel. */
function subjectOf(node: CorrelationNode, at: FieldPaths): Omit<MentionedProperty, 'name'> {
  const { aggregation_group_type_index: index } = funnelIn(node, at).funnel
  return typeof index === 'number'
    ? { type: 'group', groupTypeIndex: index }
    : { type: 'person', groupTypeIndex: -1 }
}
