import { overrideSaved } from '#insights/questions/override-saved.ts'
import { overrideVariables, type VariablesOverride } from '#insights/questions/override-variables.ts'
import { checkRequestFilters } from '#query/override.ts'
import type { JsonObject } from '#shared/json-value.ts'
import { invalid } from '#shared/request-error.ts'

interface AskedNode {
  readonly query: JsonObject
  readonly filters_override?: JsonObject | null | undefined
  readonly variables_override?: VariablesOverride | null | undefined
}

/**
 * Returns the query node of a request, after applying the overrides that the request has next to the node.
 * @throws RequestError for an override that the node cannot take
 */
export function askedNode({ query, filters_override, variables_override }: AskedNode): unknown {
  const variables = variables_override ?? {}
  const node = overrideVariables(query, variables)
  if (node === query && Object.keys(variables).length > 0)
    throw invalid(
      'invalid_input',
      'The query has no variable with these ids: leave variables_override out.',
      'variables_override',
    )
  if (!filters_override) return node
  checkRequestFilters(filters_override, ['filters_override'])
  return overrideSaved({ filters: {}, query: node }, filters_override).query
}
