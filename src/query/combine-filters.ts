import { isGiven, isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { fromOldestForm, parseFiltersText } from './parse-filters.ts'

/** Combines filters in any form of `parseFilters` into one of its forms, which matches if both match. */
export function bothHold(own: unknown, others: unknown): unknown {
  const [a, b] = [nestable(own), nestable(others)]
  if (b === undefined) return own
  if (a === undefined) return others
  // Text that is not JSON cannot be combined. It is returned alone, and is refused when the question is
  // parsed.
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
 * Converts filters to a list or a group, which a group can contain. Returns undefined for filters that
 * restrict nothing, and other text unchanged.
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
