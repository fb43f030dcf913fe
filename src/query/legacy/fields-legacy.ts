import { INSIGHT_NODES, type InsightName } from '#contract/insight-kinds.ts'
import type { FieldPaths } from '#shared/field-paths.ts'
import type { JsonObject } from '#shared/json-value.ts'
import { type FlatFields, flatFormBy, flatPlaces, toNodeFields } from './flat-fields.ts'

/** The node made from flat parameters. `at` has the names of its fields in the parameters of the sender. */
export interface FromFlat<Node> {
  readonly node: Node
  readonly at: FieldPaths
}
/** Converts between the flat form of a kind and its node. */
export interface Legacy<Flat, Node> {
  /**
   * Converts flat parameters to a node.
   * @throws RequestError for errors that only flat parameters can have, such as entities that cannot be
   * parsed.
   */
  fromFlat(flat: Flat): FromFlat<Node>
  /**
   * Returns the saved `filters` of a node; null if the node has a field that changes numbers and for which
   * there is no flat parameter. The values of fields are not checked.
   */
  toFlat(node: JsonObject): JsonObject | null
}
interface CommonFlat {
  readonly aggregation_group_type_index?: number | null | undefined
}

/**
 * Makes the flat form of a kind without series. `insight` is the name of the kind in filters, and `fields`
 * says which field of the node each parameter becomes. A node with the group type index 0 has no flat form,
 * because in flat parameters 0 means persons.
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
      // The type of the node follows from the table of fields. The round trips in legacy-forms.test.ts
      // check it for every kind.
      return { node: node as Node, at: flatPlaces(fields, []) }
    },
    toFlat({ kind: _, ...own }) {
      const { flat, isComplete } = flatFormOf(own)
      return !isComplete || own.aggregation_group_type_index === 0 ? null : { insight, ...flat }
    },
  }
}
