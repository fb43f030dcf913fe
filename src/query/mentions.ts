import { attrOf, type FieldPaths, type Path } from '#shared/field-paths.ts'
import { isGiven, isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { storableName } from '#shared/storable-name.ts'
import { type FilterPart, filterParts } from './filter-parts.ts'

/** A name in a question that the project may not have, and the field path at which it was sent. */
export type Mention = { readonly attr: string } & (
  | { readonly of: 'event'; readonly name: string }
  | { readonly of: 'property'; readonly property: MentionedProperty }
  | { readonly of: 'group type'; readonly index: number }
  /**
   * The group type that the question does not name, because the project is assumed to have only one. If the
   * project has several, the answer has a warning.
   */
  | { readonly of: 'only group type' }
  | { readonly of: 'action'; readonly id: number }
  | { readonly of: 'cohort'; readonly id: number }
  | { readonly of: 'person'; readonly id: string }
)
export interface MentionedProperty {
  readonly type: 'event' | 'person' | 'group'
  /** Index of the group type; -1 for events and persons. */
  readonly groupTypeIndex: number
  readonly name: string
}

/**
 * Returns the events, actions, properties, group types and cohorts that a node names. Names in a field that
 * parsing refuses may be left out.
 */
export const mentionsIn = (node: JsonObject, at: FieldPaths): Mention[] =>
  withSources(node, at).flatMap(({ node, at }) => [
    ...selectedIn(node, at).flatMap(inSelected),
    ...inGroupType(node.aggregation_group_type_index, at('aggregation_group_type_index')),
    ...ownLeavesOf(node, at).flatMap(inLeaf),
  ])

interface NodeAt {
  readonly node: JsonObject
  readonly at: FieldPaths
}

/**
 * Returns a node, followed by the node in its `source` and the source of that one, at any depth. The source
 * of a correlation is its funnel.
 */
export const withSources = (node: JsonObject, at: FieldPaths): NodeAt[] => [
  { node, at },
  ...(isJsonObject(node.source) ? withSources(node.source, (...field) => at('source', ...field)) : []),
]

/**
 * Returns the filters of a node, each with its path: the node's own filters, and the filters of its series
 * and exclusions.
 */
export const leavesOf = (node: JsonObject, at: FieldPaths): FilterPart[] =>
  withSources(node, at).flatMap((one) => ownLeavesOf(one.node, one.at))

const ownLeavesOf = (node: JsonObject, at: FieldPaths): FilterPart[] =>
  [
    ...filterParts(node.properties, at('properties')),
    ...selectedIn(node, at).flatMap(({ events, at: within }) =>
      SERIES_FILTERS.flatMap((field) => filterParts(events[field], within(field))),
    ),
  ].filter(({ kind }) => kind === 'leaf')

const SERIES_FILTERS = ['properties', 'fixedProperties']

/**
 * A node that selects events: a series, an exclusion, or an event of a group. `at` gives the paths of its
 * fields.
 */
export interface Selected {
  readonly events: JsonObject
  readonly at: FieldPaths
  /** The group among the series that this event is a member of; absent for a series and an exclusion. */
  readonly group?: JsonObject
}

/**
 * Returns the series of a node, then the exclusions of a funnel, then the members of the groups among the
 * series.
 */
export function selectedIn({ series, funnelsFilter }: JsonObject, at: FieldPaths): Selected[] {
  const exclusions = isJsonObject(funnelsFilter) ? funnelsFilter.exclusions : []
  const all = membersIn(series, (...field) => at('series', ...field))
  return [
    ...all,
    ...membersIn(exclusions, (...field) => at('funnelsFilter', 'exclusions', ...field)),
    ...all.flatMap(inGroup),
  ]
}

const inGroup = ({ events, at }: Selected): Selected[] =>
  membersIn(events.nodes, (...field) => at('nodes', ...field)).map((one) => ({ ...one, group: events }))

const membersIn = (list: unknown, at: FieldPaths): Selected[] =>
  (Array.isArray(list) ? list : []).flatMap((events: unknown, i) =>
    isJsonObject(events) ? [{ events, at: (...field) => at(i, ...field) }] : [],
  )

function inSelected({ events, at }: Selected): Mention[] {
  const { kind, id, event, math_group_type_index: index } = events
  const names = kind === 'EventsNode' && event !== undefined && event !== null
  return [
    ...(names ? [{ of: 'event', name: storableName(event), attr: attrOf(at('event')) } as const] : []),
    ...(kind === 'ActionsNode' && isGiven(id)
      ? [{ of: 'action', id: Number(id), attr: attrOf(at('id')) } as const]
      : []),
    ...inGroupType(index, at('math_group_type_index')),
  ]
}

const inGroupType = (index: unknown, path: Path): Mention[] =>
  typeof index === 'number' ? [{ of: 'group type', index, attr: attrOf(path) }] : []

/**
 * Returns what a filter names: the cohorts, or the property. For a property of groups the result has the
 * group type too, because a property of an unknown group type is always unknown.
 */
export function inLeaf({ value, path }: Pick<FilterPart, 'value' | 'path'>): Mention[] {
  if (value.type === 'cohort')
    return [value.value]
      .flat()
      .filter(isGiven)
      .map((id) => ({ of: 'cohort', id: Number(id), attr: attrOf([...path, 'value']) }))
  const { key, type, group_type_index: index } = value
  if (typeof key !== 'string') return []
  const named = (property: Omit<MentionedProperty, 'name'>): Mention[] => [
    { of: 'property', property: { ...property, name: storableName(key) }, attr: attrOf([...path, 'key']) },
  ]
  if (type === undefined || type === null || type === 'event' || type === 'feature')
    return named({ type: 'event', groupTypeIndex: -1 })
  if (type === 'person') return named({ type, groupTypeIndex: -1 })
  if (type !== 'group' || typeof index !== 'number') return []
  return [...inGroupType(index, [...path, 'group_type_index']), ...named({ type, groupTypeIndex: index })]
}
