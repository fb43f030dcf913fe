import { z } from 'zod'
import { overrideSaved } from '#insights/questions/override-saved.ts'
import { overrideVariables, type VariablesOverride } from '#insights/questions/override-variables.ts'
import type { Insight } from '#metadata/insights/insight.ts'
import { checkRequestFilters } from '#query/override.ts'
import type { JsonObject } from '#shared/json-value.ts'
import { invalid, RequestError } from '#shared/request-error.ts'

/** Changes to saved questions. A request asks for them, and they apply to this request only. */
export interface AskedOverride {
  readonly filters: JsonObject
  readonly variables: VariablesOverride
}
interface Asked {
  readonly filters_override?: string | undefined
  readonly variables_override?: string | undefined
}

/**
 * Parses the overrides of a request; undefined if there are none.
 * @throws RequestError for a text that is not the JSON of dashboard filters, or of variables.
 */
export function parseOverride(asked: Asked): AskedOverride | undefined {
  const filters = parsed(Filters, asked.filters_override, 'filters_override') ?? {}
  const variables = parsed(Variables, asked.variables_override, 'variables_override') ?? {}
  // The filters are checked here, and parsed later together with the question. With this check, the error
  // names the parameter `filters_override`, even if nothing is computed. The override is applied to the
  // saved form of the question, because that form is shown.
  try {
    checkRequestFilters(filters)
  } catch (error) {
    throw error instanceof RequestError ? invalid('invalid_input', error.message, 'filters_override') : error
  }
  const isEmpty = Object.keys(filters).length + Object.keys(variables).length === 0
  return isEmpty ? undefined : { filters, variables }
}

/**
 * Returns the insight with the override applied. If the override changes the question, the insight has no
 * result any more.
 */
export function overridden(insight: Insight, { filters, variables }: AskedOverride): Insight {
  const saved = overrideSaved(insight, filters)
  const query = overrideVariables(saved.query, variables)
  const isSame = saved.filters === insight.filters && query === insight.query
  return isSame ? insight : { ...insight, filters: saved.filters, query, resultKey: null }
}

const Filters = z.record(z.string(), z.unknown(), 'Expected the JSON text of an object.')
const Variable = z.record(
  z.string(),
  z.unknown(),
  'Expected an object, such as {"value": 7}, for each variable.',
)
const Variables = z.record(z.string(), Variable, 'Expected the JSON text of an object.')

function parsed<Value extends z.ZodType>(
  type: Value,
  text: string | undefined,
  attr: string,
): z.output<Value> | undefined {
  if (text === undefined || text === '') return undefined
  const { success, data, error } = type.safeParse(jsonOf(text))
  if (success) return data
  throw invalid('invalid_input', error.issues[0]?.message ?? 'Invalid.', attr)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
