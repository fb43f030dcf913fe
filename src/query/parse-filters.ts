import { z } from 'zod'
import { isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { parseValue } from '#shared/parse-value.ts'
import { invalid } from '#shared/request-error.ts'
import { type Filter, type FilterGroup, NO_RESTRICTION, OPERATORS } from './filter.ts'
import { LIMITS } from './limits.ts'
import { type FilterTypes, parseLeaf } from './parse-filter-leaf.ts'
import { attrOf, type Path } from './places.ts'

const Group = z.object({
  type: z.string().regex(/^(and|or)$/i, 'Expected AND or OR.'),
  values: z.array(z.unknown()),
})

/** The filters of a question about events. Other types are understood and refused until they are compiled. */
const ON_EVENTS: FilterTypes = { computed: ['event'], whenAbsent: 'event', place: '' }

interface Walk {
  readonly types: FilterTypes
  /** How many more filters the whole tree may have. */
  conditionsLeft: number
}

/**
 * Filters in any form that clients send: a list (all must hold), an AND/OR group of any depth, JSON text of
 * either, or the oldest form `{"key__operator": value}`.
 * @throws RequestError for a malformed filter and for a type outside `types.computed`. The original dropped such a
 * filter silently, which answers another question.
 */
export function parseFilters(value: unknown, path: Path, types = ON_EVENTS): FilterGroup {
  return parseGroup(fromJsonText(value, path), path, 0, { types, conditionsLeft: LIMITS.conditions })
}

function fromJsonText(value: unknown, path: Path): unknown {
  if (typeof value !== 'string' || value === '') return value
  try {
    return JSON.parse(value)
  } catch {
    throw invalid('invalid_input', 'Properties are unparsable!', attrOf(path))
  }
}

function parseGroup(value: unknown, path: Path, depth: number, walk: Walk): FilterGroup {
  if (value === undefined || value === null || value === '') return NO_RESTRICTION
  if (depth > LIMITS.filterDepth)
    throw invalid('max_length', `Filters nest deeper than ${LIMITS.filterDepth} levels.`, attrOf(path))
  if (Array.isArray(value)) return groupOf('and', parseMembers(value, path, depth, walk))
  const object = parseValue(z.record(z.string(), z.unknown()), value, path)
  if ('values' in object && 'type' in object) {
    const { type, values } = parseValue(Group, object, path)
    const combine = type.toLowerCase() === 'or' ? 'or' : 'and'
    return groupOf(combine, parseMembers(values, [...path, 'values'], depth, walk))
  }
  return groupOf('and', parseMembers(fromOldestForm(object), path, depth, walk))
}

const groupOf = (combine: 'and' | 'or', members: FilterGroup['members']): FilterGroup => ({
  kind: 'group',
  combine,
  members,
})

function parseMembers(values: readonly unknown[], path: Path, depth: number, walk: Walk) {
  return values.map((value, i): FilterGroup | Filter => {
    const at = [...path, i]
    // Every array has a method of that name.
    const isGroup = isJsonObject(value) && Object.hasOwn(value, 'values')
    if (isGroup) return parseGroup(value, at, depth + 1, walk)
    if (--walk.conditionsLeft < 0)
      throw invalid('max_length', `More than ${LIMITS.conditions} filters.`, attrOf(path))
    return parseLeaf(value, at, walk.types)
  })
}

/** `{"plan__is_not": "free"}` as a list of filters. */
export const fromOldestForm = (object: JsonObject) =>
  Object.entries(object).map(([name, value]) => {
    const [, key, operator] = /^(.+)__([a-z_]+)$/.exec(name) ?? []
    return operator !== undefined && (OPERATORS as readonly string[]).includes(operator)
      ? { key, operator, value }
      : { key: name, value }
  })
