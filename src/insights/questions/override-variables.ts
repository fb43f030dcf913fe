import { SQL_NODE, WRAPPERS } from '#contract/insight-kinds.ts'
import { isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { isWrapper } from './wrapped-node.ts'

/**
 * Fields that replace the fields of variables, by the id of the variable. They give the variables other
 * values.
 */
export type VariablesOverride = Readonly<Record<string, JsonObject>>

/**
 * Returns a saved query node in which variables have other values. Only SQL has variables. If the query
 * does not have a variable of `override`, it is ignored: the variables of a dashboard are for several
 * insights.
 */
export function overrideVariables(node: unknown, override: VariablesOverride): unknown {
  if (isWrapper(node, WRAPPERS)) {
    const source = overrideVariables(node.source, override)
    return source === node.source ? node : { ...node, source }
  }
  if (!isJsonObject(node) || node.kind !== SQL_NODE || !isJsonObject(node.variables)) return node
  const own = node.variables
  const changed = Object.entries(own).flatMap(([id, variable]) => {
    const given = Object.hasOwn(override, id) ? override[id] : undefined
    return given === undefined ? [] : [[id, { ...(isJsonObject(variable) ? variable : {}), ...given }]]
  })
  return changed.length === 0 ? node : { ...node, variables: { ...own, ...Object.fromEntries(changed) } }
}
