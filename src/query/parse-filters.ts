import { z } from 'zod'
import { attrOf, type Path } from '#shared/field-paths.ts'
import { parseJson } from '#shared/json-text.ts'
import { isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { parseValue } from '#shared/parse-value.ts'
import { invalid } from '#shared/request-error.ts'
import { type Filter, type FilterGroup, NO_RESTRICTION, OPERATOR_ALIASES, OPERATORS } from './filter.ts'
import { LIMITS } from './limits.ts'
import { type FilterTypes, parseLeaf } from './parse-filter-leaf.ts'

const Group = z.object({
  type: z.string().regex(/^(and|or)$/i, 'Expected AND or OR.'),
  values: z.array(z.unknown()),
})
export const GROUP_KEYS: readonly string[] = Object.keys(Group.shape)

/**
 * Types of filters on events that are listed, or that a cohort counts. A filter of any other type is
 * refused with an error that names the type.
 */
export const OF_EVENTS: FilterTypes = {
  computed: [
    ...(['event', 'feature', 'person', 'group', 'session', 'element', 'hogql'] as const),
    ...(['event_metadata', 'person_metadata'] as const),
  ],
  whenAbsent: 'event',
  place: ' on these events',
}
/**
 * Types of filters in a question about events. A filter of any other type is refused with an error that
 * names the type, until there is SQL for it.
 */
export const OF_QUESTIONS: FilterTypes = {
  ...OF_EVENTS,
  computed: [...OF_EVENTS.computed, 'cohort'],
  place: '',
}

/**
 * Types of filters on a list of persons. Every filter is about the person, or the cohorts of the person,
 * even a filter without a type.
 */
export const ON_PERSONS: FilterTypes = {
  computed: ['person', 'person_metadata', 'cohort'],
  whenAbsent: 'person',
  place: ' on persons',
}

/** Types of filters on a list of groups. Every filter is about the group, even a filter without a type. */
export const onGroups = (groupTypeIndex: number): FilterTypes => ({
  computed: ['group'],
  whenAbsent: 'group',
  place: ' on groups',
  groupTypeIndex,
})

interface Walk {
  readonly types: FilterTypes
  /** Number of filters that the tree may still contain. */
  conditionsLeft: number
}

/**
 * Parses filters in any form that clients send: a list (all filters must match), an AND/OR group of any
 * depth, the JSON text of either, or the oldest form `{"key__operator": value}`.
 * @throws RequestError for a malformed filter, and for a type outside `types.computed`. Older systems left
 * out a filter of such a type without a word, and so answered another question.
 */
export function parseFilters(value: unknown, path: Path, types = OF_QUESTIONS): FilterGroup {
  const filters = parseFiltersText(value)
  if (typeof filters === 'string' && filters !== '')
    throw invalid('invalid_input', 'Properties are unparsable!', attrOf(path))
  return parseGroup(filters, path, 0, { types, conditionsLeft: LIMITS.conditions })
}

/** Parses filters that are JSON text. Text that is not JSON, and any other value, is returned unchanged. */
export function parseFiltersText(value: unknown): unknown {
  if (typeof value !== 'string' || value === '') return value
  try {
    return parseJson(Buffer.from(value))
  } catch {
    return value
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
    // `Object.hasOwn` instead of `in`, because every array has a method `values`.
    const isGroup = isJsonObject(value) && Object.hasOwn(value, 'values')
    if (isGroup) return parseGroup(value, at, depth + 1, walk)
    if (--walk.conditionsLeft < 0)
      throw invalid('max_length', `More than ${LIMITS.conditions} filters.`, attrOf(path))
    return parseLeaf(value, at, walk.types)
  })
}

const OPERATOR_NAMES: ReadonlySet<string> = new Set([...OPERATORS, ...Object.keys(OPERATOR_ALIASES)])

/** Converts `{"plan__is_not": "free"}` to a list of filters. */
export const fromOldestForm = (object: JsonObject) =>
  Object.entries(object).map(([name, value]) => {
    const end = name.lastIndexOf('__', name.length - 3)
    const operator = name.slice(end + 2)
    return end > 0 && OPERATOR_NAMES.has(operator)
      ? { key: name.slice(0, end), operator, value }
      : { key: name, value }
  })
