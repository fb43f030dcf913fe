import { INSIGHT_NODES, type InsightName } from '#contract/insight-kinds.ts'
import type { Places } from '#query/places.ts'
import type { JsonObject } from '#shared/json-value.ts'
import { type FlatFields, flatFormBy, flatPlaces, toNodeFields } from './flat-fields.ts'

/** The node of flat parameters, and the names of its fields for the sender of the parameters. */
export interface FromFlat<Node> {
  readonly node: Node
  readonly at: Places
}
/** The conversions between the flat form of a kind and its node. */
export interface Legacy<Flat, Node> {
  /** @throws RequestError for errors that only flat parameters can have, such as entities that cannot be parsed. */
  fromFlat(flat: Flat): FromFlat<Node>
  /**
   * The saved `filters` of a node, or null where it has a field that changes numbers and flat parameters lack. The values of
   * fields are not checked.
   */
  toFlat(node: JsonObject): JsonObject | null
}
interface CommonFlat {
  readonly aggregation_group_type_index?: number | null | undefined
}

/**
 * The flat form of a kind without series: `insight` is its name in filters, `fields` are the places of its parameters in the node.
 * Flat parameters have no index 0 of a group type, because there it means persons.
 */
export function fieldsLegacy<Flat extends CommonFlat, Node>(
  insight: InsightName,
  fields: FlatFields,
): Legacy<Flat, Node> {
  const flatFormOf = flatFormBy(fields)
  return {
    fromFlat({ aggregation_group_type_index: index, ...others }) {
      const parameters = { ...others, ...(index !== 0 && { aggregation_group_type_index: index }) }
      const node = { kind: INSIGHT_NODES[insight], ...toNodeFields(fields, parameters) }
      // The type follows from the table of fields, which the round trips in legacy-forms.test.ts check for every kind.
      return { node: node as Node, at: flatPlaces(fields, []) }
    },
    toFlat({ kind: _, ...own }) {
      const { flat, isComplete } = flatFormOf(own)
      return !isComplete || own.aggregation_group_type_index === 0 ? null : { insight, ...flat }
    },
  }
}
