import type { SeriesNode } from '#query/node.ts'
import type { Path } from '#query/places.ts'
import { refuse } from '#query/refuse.ts'
import { isGiven, isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { parseValue } from '#shared/parse-value.ts'
import { Entity } from './flat-schema.ts'

interface Entities {
  readonly events?: readonly unknown[] | null | undefined
  readonly actions?: readonly unknown[] | null | undefined
}
/** The entities of flat parameters as the series of a node, and where each of them stood. */
interface SeriesOfEntities {
  readonly series: readonly SeriesNode[]
  readonly places: readonly Path[]
}

/**
 * Clients send entities in any order; `order` tells which is A, which is B, which step is first.
 * @throws RequestError for an entity that cannot be parsed, and for actions.
 */
export function toSeriesNodes({ events, actions }: Entities): SeriesOfEntities {
  refuse(isGiven(actions), 'An action', ['actions'])
  const entities = (events ?? []).map((value, i) => {
    const place: Path = ['events', i]
    return { entity: parseValue(Entity, value, place), place }
  })
  entities.sort((a, b) => (a.entity.order ?? 0) - (b.entity.order ?? 0))
  return {
    series: entities.map(({ entity, place }) => toSeriesNode(entity, place)),
    places: entities.map(({ place }) => place),
  }
}

function toSeriesNode({ id, type, order: _, ...said }: Entity, place: Path): SeriesNode {
  refuse((type || 'events') !== 'events', `The type '${type}'`, [...place, 'type'])
  return { kind: 'EventsNode', event: id ?? null, ...said }
}

/** The series of a node as `events`, in their order; null where one of them cannot be said in flat parameters. */
export function toEntities(series: unknown): readonly JsonObject[] | null {
  if (!Array.isArray(series)) return []
  const entities = series.map(toEntity)
  return entities.includes(null) ? null : entities.filter((entity) => entity !== null)
}

function toEntity(node: unknown, order: number): JsonObject | null {
  if (!isJsonObject(node) || node.kind !== 'EventsNode') return null
  const { kind: _, event, properties, fixedProperties, ...said } = node
  const lists = [properties, fixedProperties].filter(isGiven)
  return {
    id: event ?? null,
    type: 'events',
    order,
    ...said,
    ...(lists.length > 0 && { properties: lists.length === 1 ? lists[0] : lists.flat() }),
  }
}
