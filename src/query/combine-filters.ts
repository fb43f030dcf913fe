import { isGiven, isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { fromOldestForm, parseFiltersText } from './parse-filters.ts'

/**
 * Returns filters that match if both `own` and `others` match. Each of the two may have any form that
 * `parseFilters` accepts, and so may the result.
 */
export function bothHold(own: unknown, others: unknown): unknown {
  const [a, b] = [nestable(own), nestable(others)]
  if (b === undefined) return own
  if (a === undefined) return others
  // Text that is not JSON cannot be combined with other filters. It is returned alone, and parsing the
  // question refuses it.
  if (typeof a === 'string') return own
  if (typeof b === 'string') return others
  return Array.isArray(a) && Array.isArray(b)
    ? [...a, ...b]
    : {
        type: 'AND',
        values: [a, b].map((part) => (Array.isArray(part) ? { type: 'AND', values: part } : part)),
      }
}

/**
 * Returns the filters as a list or a group, because only these can be members of a group. Returns undefined
 * for filters that restrict nothing. Text that is not JSON is returned unchanged.
 */
function nestable(filters: unknown): unknown {
  const value = parseFiltersText(filters)
  if (!isRestricting(value)) return undefined
  return isJsonObject(value) && !isGroup(value) ? fromOldestForm(value) : value
}

/** Returns whether filters in any form restrict anything. */
export function isRestricting(filters: unknown): boolean {
  const value = parseFiltersText(filters)
  if (isJsonObject(value) && isGroup(value)) return !Array.isArray(value.values) || value.values.length > 0
  return isJsonObject(value) ? Object.keys(value).length > 0 : isGiven(value)
}

const isGroup = (value: JsonObject) => 'type' in value && 'values' in value
