import { z } from 'zod'
import { LIMITS } from '#query/limits.ts'
import { type FilterTypes, parseLeaf } from '#query/parse-filter-leaf.ts'
import { fromOldestForm } from '#query/parse-filters.ts'
import { attrOf, type Path } from '#shared/field-paths.ts'
import { isGiven, isJsonObject } from '#shared/json-value.ts'
import { parseValue } from '#shared/parse-value.ts'
import { invalid, RequestError } from '#shared/request-error.ts'
import type { BehaviorFilter, CohortCondition, CohortDefinition, CohortGroup } from './cohort.ts'
import { parseBehavior } from './parse-behavior.ts'

/** The part of a cohort that defines its members, as clients send it. */
export interface WrittenCohort {
  readonly name?: string | null
  readonly isStatic: boolean
  readonly groups: readonly unknown[]
  readonly filters: unknown
}

/** Types of filters in a cohort. A filter without a type is about the person. */
const OF_COHORTS: FilterTypes = {
  computed: ['person', 'cohort'],
  whenAbsent: 'person',
  place: ' in a cohort',
}

/**
 * Parses the definition of a cohort in either form: `filters: {properties: {type, values}}`, or the older
 * `groups`, of which a member has to meet at least one. A cohort with an empty definition has no members.
 * @throws RequestError that names the malformed field. Also thrown for a definition in both forms, and for
 * a static cohort with a definition.
 */
export function parseCohort(
  id: number,
  { name, isStatic, groups, filters }: WrittenCohort,
): CohortDefinition {
  const byFilters = parseNewer(filters)
  const byGroups = parseOlder(groups)
  const given = [byFilters, byGroups].filter((condition) => !isEmpty(condition))
  if (isStatic && given.length > 0)
    throw invalid(
      'invalid_input',
      'A static cohort has the persons that are added to it: leave its filters and groups empty.',
      isEmpty(byFilters) ? 'groups' : 'filters',
    )
  if (given.length > 1)
    throw invalid('invalid_input', 'A cohort is defined by filters or by groups: send one of them.', 'groups')
  const named = { id, ...(name !== undefined && { name }) }
  return isStatic
    ? { kind: 'static', ...named }
    : { kind: 'conditions', ...named, condition: given[0] ?? byFilters }
}

/** Returns whether a condition has no filter, at any depth. */
export const isEmpty = (condition: CohortCondition): boolean =>
  condition.kind === 'group' && condition.members.every(isEmpty)

const groupOf = (combine: CohortGroup['combine'], members: readonly CohortCondition[]): CohortGroup => ({
  kind: 'group',
  combine,
  members,
})

const Filters = z.strictObject({ properties: z.unknown().optional() })

function parseNewer(filters: unknown): CohortGroup {
  if (!isGiven(filters)) return groupOf('and', [])
  const { properties } = parseValue(Filters, filters, ['filters'])
  return isGiven(properties) ? parseGroup(properties, ['filters', 'properties'], 0) : groupOf('and', [])
}

const Group = z.strictObject({
  type: z.string().regex(/^(and|or)$/i, 'Expected AND or OR.'),
  values: z.array(z.unknown()),
  // Clients send this field back as they received it from other servers.
  id: z.unknown().optional(),
})

function parseGroup(value: unknown, path: Path, depth: number): CohortGroup {
  if (depth > LIMITS.filterDepth)
    throw invalid('max_length', `Filters nest deeper than ${LIMITS.filterDepth} levels.`, attrOf(path))
  const { type, values } = parseValue(Group, value, path)
  const members = values.map((member, i) => {
    const at = [...path, 'values', i]
    // `Object.hasOwn` instead of `in`, because every array has a method `values`.
    const isGroup = isJsonObject(member) && Object.hasOwn(member, 'values')
    return isGroup ? parseGroup(member, at, depth + 1) : parseCondition(member, at)
  })
  return groupOf(type.toLowerCase() === 'or' ? 'or' : 'and', members)
}

/** Types that other servers use for a cohort as a condition of another cohort. */
const COHORT_TYPES = ['static-cohort', 'precalculated-cohort']

function parseCondition(value: unknown, path: Path): CohortCondition {
  const leaf = parseValue(z.looseObject({ type: z.string().nullish() }), value, path)
  if (leaf.type === 'behavioral') return parseBehavior(value, path)
  const isCohort = COHORT_TYPES.includes(leaf.type ?? '')
  return parseLeaf(isCohort ? { ...leaf, type: 'cohort' } : leaf, path, OF_COHORTS)
}

const OlderGroup = z.strictObject({
  properties: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).nullish(),
  action_id: z.unknown().optional(),
  event_id: z.string().min(1).max(LIMITS.textLength).nullish(),
  days: z.union([z.number(), z.string()]).nullish(),
  count: z.union([z.number(), z.string()]).nullish(),
  count_operator: z.string().nullish(),
  start_date: z.string().nullish(),
  end_date: z.string().nullish(),
  label: z.unknown().optional(),
  name: z.unknown().optional(),
  id: z.unknown().optional(),
})

function parseOlder(groups: readonly unknown[]): CohortGroup {
  return groupOf(
    'or',
    groups.map((value, i) => parseOlderGroup(value, ['groups', i])),
  )
}

function parseOlderGroup(value: unknown, path: Path): CohortCondition {
  const group = parseValue(OlderGroup, value, path)
  const properties = Array.isArray(group.properties)
    ? group.properties
    : fromOldestForm((group.properties ?? {}) as Readonly<Record<string, unknown>>)
  const conditions = properties.map((one, i) => parseCondition(one, [...path, 'properties', i]))
  const isCounted = isGiven(group.event_id) || isGiven(group.action_id)
  return groupOf('and', isCounted ? [...conditions, olderBehavior(group, path)] : conditions)
}

// The older form has other names for the fields, so errors are given the older names.
function olderBehavior(group: z.output<typeof OlderGroup>, path: Path): BehaviorFilter {
  const { days, count, count_operator: operator, start_date: from, end_date: to } = group
  const isAction = isGiven(group.action_id)
  if (isAction && isGiven(group.event_id))
    throw invalid(
      'invalid_input',
      'A group counts an event or an action: send event_id or action_id.',
      attrOf([...path, 'action_id']),
    )
  if (!isGiven(days) && !isGiven(from))
    throw invalid('required', 'This field is required.', attrOf([...path, 'days']))
  const isCounted = isGiven(count) || isGiven(operator)
  const written = {
    type: 'behavioral',
    ...(isAction ? { key: group.action_id, event_type: 'actions' } : { key: group.event_id }),
    value: isCounted ? 'performed_event_multiple' : 'performed_event',
    ...(isCounted && { operator: operator || 'gte', operator_value: isGiven(count) ? count : 1 }),
    ...(isGiven(days)
      ? { time_value: days, time_interval: 'day' }
      : { explicit_datetime: from, explicit_datetime_to: to }),
  }
  try {
    return parseBehavior(written, path)
  } catch (error) {
    throw inOlderWords(error, path, isAction ? 'action_id' : 'event_id')
  }
}

const OLDER_NAMES: Readonly<Record<string, string>> = {
  operator: 'count_operator',
  operator_value: 'count',
  time_value: 'days',
  explicit_datetime: 'start_date',
  explicit_datetime_to: 'end_date',
}

function inOlderWords(error: unknown, path: Path, key: 'event_id' | 'action_id'): unknown {
  if (!(error instanceof RequestError)) return error
  const field = error.attr?.slice(attrOf(path).length + 2) ?? ''
  const name = field === 'key' ? key : (OLDER_NAMES[field] ?? field)
  return invalid(error.code, error.message, attrOf([...path, name]))
}
