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
   * Converts a node to its saved `filters`; null if it has a field that changes numbers and that flat
   * parameters lack. The values of fields are not checked.
   */
  toFlat(node: JsonObject): JsonObject | null
}
interface CommonFlat {
  readonly aggregation_group_type_index?: number | null | undefined
}

/**
 * The flat form of a kind without series. `insight` is its name in filters, `fields` gives the places of
 * its parameters in the node. Flat parameters cannot express index 0 of a group type, because there 0 means
 * persons.
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
      // The type follows from the table of fields. The round trips in legacy-forms.test.ts check that for
      // every kind.
      return { node: node as Node, at: flatPlaces(fields, []) }
    },
    toFlat({ kind: _, ...own }) {
      const { flat, isComplete } = flatFormOf(own)
      return !isComplete || own.aggregation_group_type_index === 0 ? null : { insight, ...flat }
    },
  }
}
