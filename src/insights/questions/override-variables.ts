import { SQL_NODE, WRAPPERS } from '#contract/insight-kinds.ts'
import { isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { isWrapper } from './wrapped-node.ts'

/** Other values for variables, by the id of the variable. Their fields replace fields of the variable. */
export type VariablesOverride = Readonly<Record<string, JsonObject>>

/**
 * Returns a saved query node with other values for its variables, which only SQL has. A variable that the
 * query does not have is ignored: the variables of a dashboard are for several insights.
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
