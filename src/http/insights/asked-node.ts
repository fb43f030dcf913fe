import { SQL_NODE, WRAPPERS } from '#contract/insight-kinds.ts'
import { overrideSaved } from '#insights/override-saved.ts'
import { isWrapper } from '#insights/wrapped-node.ts'
import { checkDashboardFilters } from '#query/override.ts'
import { isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { invalid } from '#shared/request-error.ts'

interface AskedNode {
  readonly query: JsonObject
  readonly filters_override?: JsonObject | null | undefined
  readonly variables_override?: JsonObject | null | undefined
}

/** The node of a request with what stands beside it. @throws RequestError for what the node has no place for */
export function askedNode({ query, filters_override, variables_override }: AskedNode): unknown {
  const variables = Object.keys(variables_override ?? {}).length === 0 ? null : (variables_override ?? null)
  const withVariables = variables === null ? query : overrideVariables(query, variables)
  if (!filters_override) return withVariables
  checkDashboardFilters(filters_override, ['filters_override'])
  return overrideSaved({ filters: {}, query: withVariables }, filters_override).query
}

function overrideVariables(node: JsonObject, variables: JsonObject): JsonObject {
  if (isWrapper(node, WRAPPERS) && isJsonObject(node.source))
    return { ...node, source: overrideVariables(node.source, variables) }
  if (node.kind !== SQL_NODE)
    throw invalid(
      'invalid_input',
      `Only a ${SQL_NODE} has variables: leave variables_override out.`,
      'variables_override',
    )
  return { ...node, variables: { ...(isJsonObject(node.variables) && node.variables), ...variables } }
}
