import type { Places } from '#query/places.ts'
import type { JsonObject } from '#shared/json-value.ts'
import { toEntities, toSeriesNodes } from './entities.ts'
import { type FlatFields, flatPlaces, toFlatFields, toNodeFields } from './flat-fields.ts'

/** A node that was made of flat parameters, and how its fields are named for their sender. */
export interface FromFlat<Node> {
  readonly node: Node
  readonly at: Places
}
/** How the flat form of a kind becomes its node, and back. */
export interface Legacy<Flat, Node> {
  /** @throws RequestError for what flat parameters alone can get wrong. */
  fromFlat(flat: Flat): FromFlat<Node>
  /** The saved `filters` that ask the same, or null where flat parameters cannot say it. Fields are not checked. */
  toFlat(node: JsonObject): JsonObject | null
}
interface SeriesFlat {
  readonly events?: readonly unknown[] | null | undefined
  readonly actions?: readonly unknown[] | null | undefined
  readonly aggregation_group_type_index?: number | null | undefined
}

/**
 * The flat form of a kind with series: `insight` is its name there, `fields` where its parameters stand in the node.
 * Index 0 of a group type cannot be said: there it means persons.
 */
export function seriesLegacy<Flat extends SeriesFlat, Node>(
  names: { readonly node: string; readonly insight: string },
  fields: FlatFields,
): Legacy<Flat, Node> {
  return {
    fromFlat(flat) {
      const { series, places } = toSeriesNodes(flat)
      const { aggregation_group_type_index: index, ...said } = flat
      const parameters = { ...said, ...(index !== 0 && { aggregation_group_type_index: index }) }
      const node = { kind: names.node, series, ...toNodeFields(fields, parameters) }
      // The table says which parameter a field comes from; the test of all kinds' round trips holds it to the type.
      return { node: node as Node, at: flatPlaces(fields, places) }
    },
    toFlat(node) {
      const events = toEntities(node.series)
      if (events === null || node.aggregation_group_type_index === 0) return null
      return { insight: names.insight, events, ...toFlatFields(fields, node) }
    },
  }
}
