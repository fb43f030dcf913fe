import { z } from 'zod'
import { quoted, suggestion } from '#contract/nearest-name.ts'
import { wholeNumberOf } from '#contract/paging.ts'
import { parseHogqlFilter } from '#hogql/parse-hogql.ts'
import { attrOf, type Path } from '#shared/field-paths.ts'
import { parseValue } from '#shared/parse-value.ts'
import { invalid, notSupported } from '#shared/request-error.ts'
import { checkPatterns } from '#values/check-patterns.ts'
import { numberIn } from '#values/number-text.ts'
import type { PropertySubject } from '#values/property-subject.ts'
import { isSessionNumber, requireSessionProperty } from '#values/session-properties.ts'
import { checkElementKey, checkSelectors } from './element-filter.ts'
import {
  type Filter,
  type FilterGroup,
  NEGATED,
  NO_RESTRICTION,
  OPERATOR_ALIASES,
  OPERATOR_VALUES,
  OPERATORS,
  type Operator,
  PATTERN_FORMS,
} from './filter.ts'
import { requireDate } from './filter-dates.ts'
import { LIMITS } from './limits.ts'
import { isMetadata, requireMetadataKey } from './metadata-filter.ts'
import { versionRange } from './version-range.ts'

type FilterType = Exclude<PropertySubject, object> | 'feature' | 'group' | 'cohort' | 'hogql'

/** The rules for the types of filters in one field of a request, such as the filters of a list of persons. */
export interface FilterTypes {
  readonly computed: readonly FilterType[]
  /** The type of a filter that does not name its type. */
  readonly whenAbsent: FilterType
  /** End of the error message that refuses a filter of another type: `' on persons'`. */
  readonly place: string
  /**
   * The only group type that filters may name. A filter may leave it out. Absent if filters may name any
   * type.
   */
  readonly groupTypeIndex?: number
}

const Scalar = z.union([z.string().max(LIMITS.textLength), z.number(), z.boolean(), z.null()])
const Leaf = z.object({
  key: z.string().min(1).max(LIMITS.textLength),
  value: z.union([Scalar, z.array(Scalar).max(LIMITS.filterValues)]).optional(),
  operator: z.string().nullish(),
  type: z.string().nullish(),
  group_type_index: z.int().min(0).max(4).nullish(),
  negation: z.boolean().nullish(),
})
type Leaf = z.output<typeof Leaf>
export const LEAF_KEYS: readonly string[] = Object.keys(Leaf.shape)

/** Parses one filter of a list or group. @throws RequestError that names the path of the malformed field. */
export function parseLeaf(value: unknown, path: Path, types: FilterTypes): Filter | FilterGroup {
  const leaf = parseValue(Leaf, value, path)
  const named = leaf.type ?? types.whenAbsent
  const type = types.computed.find((one) => one === named)
  if (type === undefined)
    throw notSupported(`A filter of type '${named}'${types.place}`, attrOf([...path, 'type']))
  if (type === 'hogql') return hogqlFilter(leaf, path)
  if (type === 'cohort') return cohortFilter(leaf, path)
  if (type === 'session') requireSessionProperty(leaf.key, [...path, 'key'])
  if (isMetadata(type)) requireMetadataKey(type, leaf.key, [...path, 'key'])
  return propertyFilter(subjectOf(type, leaf, path, types), leaf, path)
}

function subjectOf(
  type: Exclude<FilterType, 'cohort' | 'hogql'>,
  leaf: Leaf,
  path: Path,
  { groupTypeIndex, place }: FilterTypes,
): PropertySubject {
  // A filter on a feature flag is a filter on a property of the event, `$feature/<flag>`.
  if (type === 'feature') return 'event'
  if (type !== 'group') return type
  const index = leaf.group_type_index ?? groupTypeIndex
  if (groupTypeIndex !== undefined && index !== groupTypeIndex)
    throw notSupported(`A filter of another group type${place}`, attrOf([...path, 'group_type_index']))
  if (index !== undefined) return { group: index }
  throw invalid('required', 'This field is required.', attrOf([...path, 'group_type_index']))
}

// The key of such a filter is the expression. Clients also send a value and an operator, which have no
// meaning.
function hogqlFilter({ key, negation }: Leaf, path: Path): Filter {
  if (negation === true)
    throw notSupported('Negation of a filter of type hogql', attrOf([...path, 'negation']))
  return { kind: 'filter', on: 'hogql', expression: parseHogqlFilter(key, [...path, 'key']) }
}

const CohortId = wholeNumberOf({ least: 1 })

/**
 * Parses a filter on one cohort or on a list of cohorts. With a list, a person matches who is in any of the
 * cohorts. If the filter is negated, a person matches who is in none of them.
 */
function cohortFilter(leaf: Leaf, path: Path): Filter | FilterGroup {
  const given = requireGiven(leaf, path)
  const at = [...path, 'value']
  const ids = Array.isArray(given)
    ? given.map((one, i) => parseValue(CohortId, one, [...at, i]))
    : [parseValue(CohortId, given, at)]
  if (ids.length > LIMITS.cohortsOfFilter)
    throw invalid('max_length', `More than ${LIMITS.cohortsOfFilter} cohorts in a filter.`, attrOf(at))
  const isMember = isInCohort(leaf, path)
  const members = ids.map((cohortId): Filter => ({ kind: 'filter', on: 'cohort', cohortId, isMember }))
  const [only, ...others] = members
  if (only === undefined) throw invalid('required', 'Name at least one cohort.', attrOf(at))
  return others.length === 0 ? only : { kind: 'group', combine: isMember ? 'or' : 'and', members }
}

function isInCohort(leaf: Leaf, path: Path): boolean {
  const operator = parseOperator(leaf, path)
  if (operator === 'exact' || operator === 'is_not') return operator === 'exact'
  throw invalid(
    'invalid_choice',
    `"${leaf.operator}" is not an operator of a cohort: use in or not_in.`,
    attrOf([...path, 'operator']),
  )
}

/**
 * Returns the value of a filter. Clients' forms send null until a value is chosen, so null is refused.
 * @throws RequestError if there is no value, and if the value is null or a list that contains null.
 */
function requireGiven({ value, operator }: Leaf, path: Path): Given | readonly Given[] {
  const attr = attrOf([...path, 'value'])
  if (value === undefined) throw invalid('required', 'This field is required.', attr)
  const given = [value].flat().filter((one): one is Given => one !== null)
  if (given.length === [value].flat().length) return Array.isArray(value) ? given : (value as Given)
  throw invalid(
    'required',
    `The operator ${quoted(operator || 'exact')} needs a value, not null. Send a value, or use is_not_set to find what has no value.`,
    attr,
  )
}
type Given = Exclude<z.output<typeof Scalar>, null>

function propertyFilter(on: PropertySubject, leaf: Leaf, path: Path): Filter | FilterGroup {
  const operator = parseOperator(leaf, path)
  if (on === 'element') checkElementKey(leaf.key, operator, path)
  const takes = OPERATOR_VALUES[operator]
  if (takes === 'none') return { kind: 'filter', on, key: leaf.key, operator, values: [] }
  const value = requireGiven(leaf, path)
  const given = Array.isArray(value) ? value : [value]
  // Clients' forms send an empty list until a value is chosen.
  if (given.length === 0) return NO_RESTRICTION
  const values = parseValues(given, path)
  const place = [...path, 'value']
  const form = PATTERN_FORMS[operator]
  if (form !== undefined) checkPatterns(form, values, place)
  if (on === 'session') requireSessionValues(leaf.key, values, place)
  if (on === 'element' && leaf.key === 'selector') checkSelectors(values, place)
  if (takes === 'date') requireDate(values, place)
  if (takes === 'version' || takes === 'version_wildcard') requireVersion(operator, values, place)
  if (takes === 'bounds') requireBounds(values, place)
  if (takes === 'numbers') requireNumbers(operator, values, place)
  return { kind: 'filter', on, key: leaf.key, operator, values }
}

const isOperator = (name: string): name is Operator => (OPERATORS as readonly string[]).includes(name)
const OPERATOR_NAMES = [...OPERATORS, ...Object.keys(OPERATOR_ALIASES)]
const isAlias = (name: string): name is keyof typeof OPERATOR_ALIASES => Object.hasOwn(OPERATOR_ALIASES, name)

function parseOperator({ operator, negation }: Leaf, path: Path): Operator {
  const name = operator ?? 'exact'
  // Feature flags have this operator in conditions on other flags. On events it is refused: an event stores
  // the values that the flags had at the time, and they are properties.
  if (name === 'flag_evaluates_to')
    throw notSupported(
      'The operator flag_evaluates_to (use exact on the property $feature/<flag> of events)',
      attrOf([...path, 'operator']),
    )
  const known = isAlias(name) ? OPERATOR_ALIASES[name] : name
  if (!isOperator(known))
    throw invalid(
      'invalid_choice',
      `${quoted(name)} is not an operator. ${suggestion(name, OPERATOR_NAMES)}`,
      attrOf([...path, 'operator']),
    )
  if (negation !== true) return known
  const negated = NEGATED[known]
  if (negated === undefined) throw notSupported(`Negation of ${name}`, attrOf([...path, 'negation']))
  return negated
}

function requireSessionValues(key: string, values: readonly string[], path: Path): void {
  const wrong = isSessionNumber(key) ? values.find((value) => numberIn(value) === null) : undefined
  if (wrong === undefined) return
  throw invalid('invalid_input', `${key} is a number: send a number, not "${wrong}".`, attrOf(path))
}

/** @throws RequestError unless there are exactly two numbers, the lower one first. */
function requireBounds(values: readonly string[], path: Path): void {
  const [low, high] = values.map(numberIn)
  if (values.length === 2 && typeof low === 'number' && typeof high === 'number' && low <= high) return
  throw invalid(
    'invalid_input',
    `Expected two numbers, the lower one first, such as [1, 10], not ${JSON.stringify(values)}.`,
    attrOf(path),
  )
}

/** @throws RequestError if a value is not a number. Such a comparison could match nothing. */
function requireNumbers(operator: Operator, values: readonly string[], path: Path): void {
  const other = values.find((value) => numberIn(value) === null)
  if (other === undefined) return
  throw invalid(
    'invalid_input',
    `The operator ${operator} compares numbers: send a number, not ${quoted(other)}.`,
    attrOf(path),
  )
}

/** @throws RequestError unless there is exactly one version. */
function requireVersion(operator: Operator, values: readonly string[], path: Path): void {
  const [version = '', ...more] = values
  if (more.length === 0 && versionRange(operator, version) !== null) return
  const example = operator === 'semver_wildcard' ? '1.2.*' : '1.2.3'
  throw invalid(
    'invalid_input',
    `The operator ${operator} compares with one version, such as ${example}, not ${JSON.stringify(values)}.`,
    attrOf(path),
  )
}

function parseValues(given: readonly unknown[], path: Path): string[] {
  if (given.some(hasLostDigits))
    throw invalid(
      'invalid_input',
      'Numbers beyond 2^53 lose digits in JSON: send such a value as text.',
      attrOf([...path, 'value']),
    )
  return given.map(textOf)
}

// The event store writes the exponent of a large number without a plus sign, so the value is written in
// this form too.
const textOf = (value: unknown) =>
  typeof value === 'number' ? String(value).replace('e+', 'e') : String(value)

// From 2^64 on, an integer is a double in the event store as well, so it can be compared. A smaller integer
// that JSON cannot hold exactly has lost digits.
const hasLostDigits = (value: unknown) =>
  typeof value === 'number' &&
  Number.isInteger(value) &&
  !Number.isSafeInteger(value) &&
  Math.abs(value) < 2 ** 64
