import type { Operator } from '../../src/query/filter.ts'
import { dateHolds } from './date-definition.ts'
import type { GivenCalendar } from './range-definition.ts'
import { versionHolds } from './version-definition.ts'

export type Scalar = string | number | boolean
export type Properties = Readonly<Record<string, Scalar | null>>

/** A filter as clients send it. */
export interface GivenFilter {
  readonly key: string
  /** Of the event where absent. */
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
  /** Properties whose value is a list; no filter asks for them. */
  readonly lists?: Readonly<Record<string, readonly Scalar[]>>
  /** Absent where the person follows from nothing else. */
  readonly distinctId?: string
  /** Keys by the index of the group's type. */
  readonly groups?: Readonly<Record<number, string>>
  /** Of its person today; null where the person has no profile. */
  readonly personProperties?: Properties | null
  /** Of its groups today, by the index of the type. */
  readonly groupProperties?: Readonly<Record<number, Properties>>
  /** The cohorts that its person is a member of today. */
  readonly cohorts?: readonly number[]
  /** Of its session; none where it has none. */
  readonly sessionProperties?: Properties
}
/** One of the ways in which an event matches an action, in the form of the interface: a type, because that has fields of any name. */
export type GivenActionStep = {
  /** Null is every event. */
  readonly event: string | null
  readonly url: string | null
  readonly url_matching: 'contains' | 'exact'
  readonly properties: GivenGroup
}
export interface GivenMatcher {
  /** Null is every event. */
  readonly event: string | null
  /** Only events of this action, which has these steps. */
  readonly action?: readonly GivenActionStep[]
  /** Only events of a group of these. */
  readonly anyOf?: readonly GivenMatcher[]
  readonly properties: GivenGroup
}

export const EVERYTHING: GivenGroup = { type: 'AND', values: [] }

/** docs/semantics/trends.md, "Which events". */
export const matches = (matcher: GivenMatcher, event: GivenEvent, calendar: GivenCalendar): boolean =>
  (matcher.event === null || matcher.event === event.name) &&
  (matcher.action?.some((step) => stepMatches(step, event, calendar)) ?? true) &&
  (matcher.anyOf?.some((one) => matches(one, event, calendar)) ?? true) &&
  groupHolds(matcher.properties, (filter) =>
    filter.type === 'cohort'
      ? isMember(filter, event)
      : filterHolds(filter, propertiesFor(filter, event), calendar),
  )

/** The events of a matcher without the filters of the question. */
export const unfiltered = <Matcher extends GivenMatcher>(matcher: Matcher): Matcher => ({
  ...matcher,
  properties: EVERYTHING,
  ...(matcher.anyOf && { anyOf: matcher.anyOf.map(unfiltered) }),
})

/** Every part of the step that is given holds. */
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

/** docs/semantics/cohorts.md: an event without a person is of none. */
function isMember({ operator, value }: GivenFilter, { cohorts = [] }: GivenEvent): boolean {
  return cohorts.includes(Number(value)) === (operator === 'exact')
}

/** None for a person without a profile, and for a group that the event does not belong to. */
function propertiesFor({ type, group_type_index: index = 0 }: GivenFilter, event: GivenEvent): Properties {
  if (type === 'person') return event.personProperties ?? {}
  if (type === 'session') return event.sessionProperties ?? {}
  return (type === 'group' ? event.groupProperties?.[index] : event.properties) ?? {}
}

/** An empty group restricts nothing: it is as if it were not there, so that it does not make an OR hold always. */
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

/** docs/semantics/filters.md, "Operators": one row of its table each. */
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

// Three letters are one sigma: the capital, and the small one at the end of a word and elsewhere.
const inOneCase = (text: string) => text.toLowerCase().replaceAll('ς', 'σ')

/** Tries `pattern` at every place of `text`. */
function contains(text: string, pattern: string): boolean {
  const signs = [...inOneCase(text)]
  return [...signs, ''].some((_, i) => beginsWith(signs.slice(i), [...inOneCase(pattern)]))
}

const startsWith = (text: string, pattern: string) =>
  beginsWith([...text.toLowerCase()], [...pattern.toLowerCase()])

/** The end of a text is the beginning of the same text written backwards. */
const endsWith = (text: string, pattern: string) =>
  beginsWith([...text.toLowerCase()].reverse(), [...pattern.toLowerCase()].reverse())

function beginsWith(signs: readonly string[], [first, ...rest]: readonly string[]): boolean {
  if (first === undefined) return true
  if (first === '%') return [...signs, ''].some((_, i) => beginsWith(signs.slice(i), rest))
  const [sign, ...later] = signs
  return sign !== undefined && (first === '_' || first === sign) && beginsWith(later, rest)
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/** NaN, which no comparison holds for, where the text is no number, or one that a double cannot hold. */
export function toNumber(text: string): number {
  const dense = text.replaceAll(' ', '')
  const number = NUMBER.test(dense) ? Number(dense) : Number.NaN
  return Number.isFinite(number) ? number : Number.NaN
}
