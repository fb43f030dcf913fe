import type { Path } from '#shared/field-paths.ts'
import { isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { LIMITS } from './limits.ts'
import { fromOldestForm, parseFiltersText } from './parse-filters.ts'

/** A group or a filter as its sender wrote it, not yet checked. */
export interface FilterPart {
  readonly kind: 'group' | 'leaf'
  readonly value: JsonObject
  readonly path: Path
}

/**
 * Returns the groups and filters inside `filters`, which may have any form that `parseFilters` accepts. The
 * paths are the same as in the errors of `parseFilters`. Members that are neither a group nor a filter are
 * left out.
 */
export const filterParts = (filters: unknown, path: Path): FilterPart[] =>
  partsOf(parseFiltersText(filters), path, 0)

function partsOf(value: unknown, path: Path, depth: number): FilterPart[] {
  if (depth > LIMITS.filterDepth) return []
  if (Array.isArray(value)) return membersOf(value, path, depth)
  if (!isJsonObject(value)) return []
  if (!('values' in value)) return membersOf(fromOldestForm(value), path, depth)
  const members = Array.isArray(value.values) ? membersOf(value.values, [...path, 'values'], depth) : []
  return [{ kind: 'group', value, path }, ...members]
}

const membersOf = (members: readonly unknown[], path: Path, depth: number): FilterPart[] =>
  members.flatMap((member, i): FilterPart[] => {
    const at = [...path, i]
    if (!isJsonObject(member)) return []
    if (Object.hasOwn(member, 'values')) return partsOf(member, at, depth + 1)
    return [{ kind: 'leaf', value: member, path: at }]
  })
