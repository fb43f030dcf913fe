import type { z } from 'zod'
import { bothHold } from '#query/combine-filters.ts'
import type { SeriesNode } from '#query/node.ts'
import { refuse } from '#query/refuse.ts'
import { attrOf, type Path } from '#shared/field-paths.ts'
import { isGiven, isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { parseValue } from '#shared/parse-value.ts'
import { invalid } from '#shared/request-error.ts'
import { type FlatFields, flatFormBy, toNodeFields } from './flat-fields.ts'
import { Entity } from './flat-schema.ts'

interface Entities {
  readonly events?: readonly unknown[] | null | undefined
  readonly actions?: readonly unknown[] | null | undefined
}
/**
 * The series of a node that entities were converted to. `places` has the path that each entity has in the
 * flat parameters.
 */
interface SeriesOfEntities {
  readonly series: readonly SeriesNode[]
  readonly places: readonly Path[]
}

/**
 * Fields that an entity and the node of an event or action both have. The event of a node is missing here,
 * because in an entity it is the `id`, which may be null.
 */
export const ENTITY_FIELDS: FlatFields = {
  name: 'name',
  custom_name: 'custom_name',
  math: 'math',
  math_property: 'math_property',
  math_property_type: 'math_property_type',
  math_hogql: 'math_hogql',
  math_group_type_index: 'math_group_type_index',
  math_multiplier: 'math_multiplier',
  properties: 'properties',
}

/**
 * Converts entities to series. Events and actions are sorted together by their `order`, because clients
 * send them in any order.
 * @throws RequestError if an entity cannot be parsed.
 */
export function toSeriesNodes({ events, actions }: Entities): SeriesOfEntities {
  const entities = [...parseEntities(Entity, events, 'events'), ...parseEntities(Entity, actions, 'actions')]
  entities.sort((a, b) => (a.entity.order ?? 0) - (b.entity.order ?? 0))
  return {
    series: entities.map(({ entity, place }) => toEntityNode(entity, place, ENTITY_FIELDS)),
    places: entities.map(({ place }) => place),
  }
}

/** Parses the entities of a parameter, each with its path. @throws RequestError if one cannot be parsed. */
export const parseEntities = <Schema extends z.ZodType>(
  schema: Schema,
  entities: readonly unknown[] | null | undefined,
  parameter: string,
) =>
  (entities ?? []).map((value, i) => {
    const place: Path = [parameter, i]
    return { entity: parseValue(schema, value, place), place }
  })

/**
 * Converts an entity to the node of an event or an action. If the entity has no type, it is an action in
 * the list `actions`, and an event in any other list.
 * @throws RequestError for another type.
 */
export function toEntityNode(entity: Entity, place: Path, fields: FlatFields): SeriesNode {
  const { id } = entity
  const type = entity.type || (place[0] === 'actions' ? 'actions' : 'events')
  if (type === 'actions') return { kind: 'ActionsNode', id, ...toNodeFields(fields, entity) }
  refuse(type !== 'events', `The type '${type}'`, [...place, 'type'])
  if (id === undefined && entity.name === undefined)
    throw invalid(
      'required',
      'Add "id": the name of the event, or null for every event.',
      attrOf([...place, 'id']),
    )
  // Without an `id` the node has no `event`, and parseSeries looks at the name: without a name, and with
  // the name `All events`, every event is counted.
  return { kind: 'EventsNode', ...(id !== undefined && { event: id }), ...toNodeFields(fields, entity) }
}

/**
 * Converts the series of a node to `events` and `actions`, keeping their order. Returns null if a series
 * has no form as an entity.
 */
export function toEntities(series: unknown): Entities | null {
  if (!isGiven(series)) return { events: [] }
  if (!Array.isArray(series)) return null
  const entities = series.map(toEntity)
  if (!entities.every((entity) => entity !== null)) return null
  const ordered = entities.map((entity, order): JsonObject => ({ ...entity, order }))
  const actions = ordered.filter(({ type }) => type === 'actions')
  return {
    events: ordered.filter(({ type }) => type !== 'actions'),
    ...(actions.length > 0 && { actions }),
  }
}

/**
 * Makes the function that converts the node of an event or an action to an entity with these fields. The
 * function returns null for any other node. It also returns null if the node has a field that changes
 * numbers and that no entity has.
 */
export function entityBy(fields: FlatFields): (node: unknown) => JsonObject | null {
  const flatFormOf = flatFormBy(fields)
  return (node) => {
    if (!isJsonObject(node)) return null
    const { kind, event, id, fixedProperties, ...own } = node
    if (kind !== 'EventsNode' && kind !== 'ActionsNode') return null
    const subject =
      kind === 'ActionsNode' ? { id: id ?? null, type: 'actions' } : { id: event ?? null, type: 'events' }
    const { flat, isComplete } = flatFormOf(own)
    if (!isComplete) return null
    const properties = bothHold(own.properties, fixedProperties)
    return { ...subject, ...flat, ...(isGiven(properties) && { properties }) }
  }
}

const toEntity = entityBy(ENTITY_FIELDS)
