import type { Operator } from '../../src/query/filter.ts'
import { dateHolds } from './date-definition.ts'
import type { GivenCalendar } from './range-definition.ts'
import { versionHolds } from './version-definition.ts'

export type Scalar = string | number | boolean
export type Properties = Readonly<Record<string, Scalar | null>>

/** A filter in the form that clients send. */
export interface GivenFilter {
  readonly key: string
  /** What the filter is on. Absent means the event. */
  readonly type?: 'event' | 'person' | 'group' | 'session' | 'cohort'
  readonly group_type_index?: number
  readonly operator: Operator
  readonly value?: Scalar | readonly Scalar[]
}
export interface GivenGroup {
  readonly type: 'AND' | 'OR'
  readonly values: readonly (GivenFilter | GivenGroup)[]
}
/** The parts of an event that the definitions use. */
export interface GivenEvent {
  readonly person: number
  readonly name: string
  readonly atMs: number
  readonly properties: Properties
  /** Properties whose value is a list. No filter asks for them. */
  readonly lists?: Readonly<Record<string, readonly Scalar[]>>
  /** Absent if `person` alone says whose event it is. */
  readonly distinctId?: string
  /** Keys of groups, by the index of the group type. */
  readonly groups?: Readonly<Record<number, string>>
  /** Today's properties of the event's person; null if the person has no profile. */
  readonly personProperties?: Properties | null
  /** Today's properties of the event's groups, by the index of the group type. */
  readonly groupProperties?: Readonly<Record<number, Properties>>
  /** Ids of the cohorts that the event's person is a member of today. */
  readonly cohorts?: readonly number[]
  /** Properties of the event's session; absent if it has no session. */
  readonly sessionProperties?: Properties
}
/**
 * A step of an action in the form of the interface: one of the ways in which an event matches the action. It
 * is a type and not an interface, because the interface's type has fields of any name.
 */
export type GivenActionStep = {
  /** Null matches every event. */
  readonly event: string | null
  readonly url: string | null
  readonly url_matching: 'contains' | 'exact'
  readonly properties: GivenGroup
}
export interface GivenMatcher {
  /** Null matches every event. */
  readonly event: string | null
  /** If present, only events that match one of the steps of this action. */
  readonly action?: readonly GivenActionStep[]
  /** If present, only events that match one of these members of a group. */
  readonly anyOf?: readonly GivenMatcher[]
  readonly properties: GivenGroup
}

export const EVERYTHING: GivenGroup = { type: 'AND', values: [] }

/** Implements docs/semantics/trends.md, "Which events". */
export const matches = (matcher: GivenMatcher, event: GivenEvent, calendar: GivenCalendar): boolean =>
  (matcher.event === null || matcher.event === event.name) &&
  (matcher.action?.some((step) => stepMatches(step, event, calendar)) ?? true) &&
  (matcher.anyOf?.some((one) => matches(one, event, calendar)) ?? true) &&
  groupHolds(matcher.properties, (filter) =>
    filter.type === 'cohort'
      ? isMember(filter, event)
      : filterHolds(filter, propertiesFor(filter, event), calendar),
  )

/** Returns a matcher of the same events, without the filters of the question. */
export const unfiltered = <Matcher extends GivenMatcher>(matcher: Matcher): Matcher => ({
  ...matcher,
  properties: EVERYTHING,
  ...(matcher.anyOf && { anyOf: matcher.anyOf.map(unfiltered) }),
})

/** Returns whether the event fulfils every part that the step has. */
function stepMatches(
  { event: name, url, url_matching: matching, properties }: GivenActionStep,
  event: GivenEvent,
  calendar: GivenCalendar,
): boolean {
  const operator = matching === 'contains' ? 'icontains' : 'exact'
  const urls: GivenFilter[] = url === null ? [] : [{ key: '$current_url', operator, value: url }]
  return (
    matches({ event: name, properties: { type: 'AND', values: urls } }, event, calendar) &&
    matches({ event: null, properties }, event, calendar)
  )
}

/** Implements docs/semantics/cohorts.md: an event without a person is in no cohort. */
function isMember({ operator, value }: GivenFilter, { cohorts = [] }: GivenEvent): boolean {
  return cohorts.includes(Number(value)) === (operator === 'exact')
}

/**
 * Returns the properties that the filter reads: an empty object for a person without a profile, or a group
 * that the event does not belong to.
 */
function propertiesFor({ type, group_type_index: index = 0 }: GivenFilter, event: GivenEvent): Properties {
  if (type === 'person') return event.personProperties ?? {}
  if (type === 'session') return event.sessionProperties ?? {}
  return (type === 'group' ? event.groupProperties?.[index] : event.properties) ?? {}
}

/** An empty group inside a group is ignored. Otherwise it would make an OR always true. */
function groupHolds(group: GivenGroup, holds: (filter: GivenFilter) => boolean): boolean {
  const held = group.values
    .filter((member) => !isEmpty(member))
    .map((member) => ('values' in member ? groupHolds(member, holds) : holds(member)))
  if (held.length === 0) return true
  return group.type === 'AND' ? !held.includes(false) : held.includes(true)
}

const isEmpty = (member: GivenFilter | GivenGroup): boolean =>
  'values' in member && member.values.every(isEmpty)

const MATCH_MISSING: readonly Operator[] = [
  ...(['is_not', 'not_icontains', 'not_starts_with', 'not_ends_with'] as const),
  ...(['not_regex', 'is_not_set'] as const),
]

/** Implements docs/semantics/filters.md, "Operators": one case for each row of its table. */
function filterHolds(
  { key, operator, value }: GivenFilter,
  properties: Properties,
  calendar: GivenCalendar,
): boolean {
  const found = properties[key]
  if (found === undefined || found === null) return MATCH_MISSING.includes(operator)
  const text = String(found)
  const wanted = value === undefined ? [] : [value].flat().map(String)
  const any = (isHit: (one: string) => boolean) => wanted.some(isHit)
  switch (operator) {
    case 'exact':
      return any((one) => text === one)
    case 'is_not':
      return !any((one) => text === one)
    case 'icontains':
      return any((one) => contains(text, one))
    case 'not_icontains':
      return !any((one) => contains(text, one))
    case 'starts_with':
      return any((one) => startsWith(text, one))
    case 'not_starts_with':
      return !any((one) => startsWith(text, one))
    case 'ends_with':
      return any((one) => endsWith(text, one))
    case 'not_ends_with':
      return !any((one) => endsWith(text, one))
    case 'regex':
      return any((one) => new RegExp(one, 'u').test(text))
    case 'not_regex':
      return !any((one) => new RegExp(one, 'u').test(text))
    case 'gt':
      return any((one) => toNumber(text) > toNumber(one))
    case 'gte':
      return any((one) => toNumber(text) >= toNumber(one))
    case 'lt':
      return any((one) => toNumber(text) < toNumber(one))
    case 'lte':
      return any((one) => toNumber(text) <= toNumber(one))
    case 'between':
      return toNumber(text) >= toNumber(wanted[0] ?? '') && toNumber(text) <= toNumber(wanted[1] ?? '')
    case 'not_between':
      return toNumber(text) < toNumber(wanted[0] ?? '') || toNumber(text) > toNumber(wanted[1] ?? '')
    case 'is_date_exact':
    case 'is_date_before':
    case 'is_date_after':
      return dateHolds(operator, text, wanted[0] ?? '', calendar)
    case 'is_cleaned_path_exact':
      return any((one) => cleaned(text) === cleaned(one))
    case 'semver_eq':
    case 'semver_neq':
    case 'semver_gt':
    case 'semver_gte':
    case 'semver_lt':
    case 'semver_lte':
    case 'semver_tilde':
    case 'semver_caret':
    case 'semver_wildcard':
      return versionHolds(operator, text, wanted[0] ?? '')
    case 'is_set':
      return true
    case 'is_not_set':
      return false
  }
}

function cleaned(path: string): string {
  let clean = path
  for (const sign of ['?', '#']) clean = clean.split(sign)[0] ?? ''
  while (clean.endsWith('/')) clean = clean.slice(0, -1)
  return clean
}

// The Greek sigma has three letters: the capital, the small one at the end of a word, and the small one
// elsewhere.
const inOneCase = (text: string) => text.toLowerCase().replaceAll('ς', 'σ')

/** Tries `pattern` at every index of `text`. */
function contains(text: string, pattern: string): boolean {
  const signs = [...inOneCase(text)]
  return [...signs, ''].some((_, i) => beginsWith(signs.slice(i), [...inOneCase(pattern)]))
}

const startsWith = (text: string, pattern: string) =>
  beginsWith([...text.toLowerCase()], [...pattern.toLowerCase()])

/** Whether the text ends with the pattern: the reversed text must begin with it in reverse. */
const endsWith = (text: string, pattern: string) =>
  beginsWith([...text.toLowerCase()].reverse(), [...pattern.toLowerCase()].reverse())

function beginsWith(signs: readonly string[], [first, ...rest]: readonly string[]): boolean {
  if (first === undefined) return true
  if (first === '%') return [...signs, ''].some((_, i) => beginsWith(signs.slice(i), rest))
  const [sign, ...later] = signs
  return sign !== undefined && (first === '_' || first === sign) && beginsWith(later, rest)
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/**
 * Returns the number in a text. Returns NaN, for which no comparison holds, if the text is no number or is
 * a number that a double cannot hold.
 */
export function toNumber(text: string): number {
  const dense = text.replaceAll(' ', '')
  const number = NUMBER.test(dense) ? Number(dense) : Number.NaN
  return Number.isFinite(number) ? number : Number.NaN
}
