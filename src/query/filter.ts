import type { HogqlExpression } from '#hogql/expression.ts'
import type { PatternForm } from '#values/check-patterns.ts'
import type { PropertySubject } from '#values/property-subject.ts'

export const OPERATORS = [
  'exact',
  'is_not',
  'icontains',
  'not_icontains',
  'starts_with',
  'not_starts_with',
  'ends_with',
  'not_ends_with',
  'regex',
  'not_regex',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'not_between',
  'is_date_exact',
  'is_date_before',
  'is_date_after',
  'is_cleaned_path_exact',
  'semver_eq',
  'semver_neq',
  'semver_gt',
  'semver_gte',
  'semver_lt',
  'semver_lte',
  'semver_tilde',
  'semver_caret',
  'semver_wildcard',
  'is_set',
  'is_not_set',
] as const
export type Operator = (typeof OPERATORS)[number]

/**
 * The kind of values that each operator takes. With texts, patterns and numbers there can be several
 * values, and the filter matches if any of them does. With a date or a version there is one value, with
 * bounds there are two, and with `none` there is no value.
 */
export const OPERATOR_VALUES = {
  exact: 'texts',
  is_not: 'texts',
  icontains: 'texts',
  not_icontains: 'texts',
  starts_with: 'texts',
  not_starts_with: 'texts',
  ends_with: 'texts',
  not_ends_with: 'texts',
  regex: 'patterns',
  not_regex: 'patterns',
  gt: 'numbers',
  gte: 'numbers',
  lt: 'numbers',
  lte: 'numbers',
  between: 'bounds',
  not_between: 'bounds',
  is_date_exact: 'date',
  is_date_before: 'date',
  is_date_after: 'date',
  is_cleaned_path_exact: 'texts',
  semver_eq: 'version',
  semver_neq: 'version',
  semver_gt: 'version',
  semver_gte: 'version',
  semver_lt: 'version',
  semver_lte: 'version',
  semver_tilde: 'version',
  semver_caret: 'version',
  semver_wildcard: 'version_wildcard',
  is_set: 'none',
  is_not_set: 'none',
} as const satisfies Readonly<Record<Operator, string>>

/** The operators whose values are patterns, with the form of these patterns. */
export const PATTERN_FORMS: Readonly<Partial<Record<Operator, PatternForm>>> = {
  regex: 'regex',
  not_regex: 'regex',
  icontains: 'wildcards',
  not_icontains: 'wildcards',
  starts_with: 'wildcards',
  not_starts_with: 'wildcards',
  ends_with: 'wildcards',
  not_ends_with: 'wildcards',
}

/** Other names that clients send for operators. */
export const OPERATOR_ALIASES = {
  in: 'exact',
  not_in: 'is_not',
  icontains_multi: 'icontains',
  not_icontains_multi: 'not_icontains',
  min: 'gte',
  max: 'lte',
} as const satisfies Readonly<Record<string, Operator>>

/** The operator that replaces each operator in a filter with `negation: true`. */
export const NEGATED: Readonly<Partial<Record<Operator, Operator>>> = {
  exact: 'is_not',
  is_not: 'exact',
  icontains: 'not_icontains',
  not_icontains: 'icontains',
  starts_with: 'not_starts_with',
  not_starts_with: 'starts_with',
  ends_with: 'not_ends_with',
  not_ends_with: 'ends_with',
  regex: 'not_regex',
  not_regex: 'regex',
  gt: 'lte',
  lte: 'gt',
  lt: 'gte',
  gte: 'lt',
  between: 'not_between',
  not_between: 'between',
  is_date_before: 'is_date_after',
  is_date_after: 'is_date_before',
  semver_eq: 'semver_neq',
  semver_neq: 'semver_eq',
  semver_gt: 'semver_lte',
  semver_lte: 'semver_gt',
  semver_lt: 'semver_gte',
  semver_gte: 'semver_lt',
  is_set: 'is_not_set',
  is_not_set: 'is_set',
}

/**
 * A condition on one property. Values are compared as text, so 5 equals "5" and true equals "true". Only
 * operators for numbers, dates and versions compare them as such.
 */
export interface PropertyFilter {
  readonly kind: 'filter'
  readonly on: PropertySubject
  readonly key: string
  readonly operator: Operator
  /**
   * Empty for `is_set` and `is_not_set`; the two bounds for `between` and `not_between`; one date in the
   * grammar of `parseDate` for operators of dates; one version for operators of versions. All other
   * operators take one or more values.
   */
  readonly values: readonly string[]
}
/** A condition on the person of the event: whether the person belongs, or does not belong, to a cohort. */
export interface CohortFilter {
  readonly kind: 'filter'
  readonly on: 'cohort'
  readonly cohortId: number
  readonly isMember: boolean
}
/** A condition that is an expression over the event. The expression is true or false. */
export interface HogqlFilter {
  readonly kind: 'filter'
  readonly on: 'hogql'
  readonly expression: HogqlExpression
}
export type Filter = PropertyFilter | CohortFilter | HogqlFilter

/**
 * A group that matches if all of its members match or, with `or`, if any of them does. Members may be about
 * different subjects. An empty group restricts nothing.
 */
export interface FilterGroup {
  readonly kind: 'group'
  readonly combine: 'and' | 'or'
  readonly members: readonly (FilterGroup | Filter)[]
}
export const NO_RESTRICTION: FilterGroup = { kind: 'group', combine: 'and', members: [] }

/** Returns a group that matches if all of these groups match. */
export const allHold = (...members: readonly FilterGroup[]): FilterGroup => ({
  kind: 'group',
  combine: 'and',
  members,
})

/** Returns the filters of a group, at any depth, in their order. */
export const filtersIn = (group: FilterGroup): Filter[] =>
  group.members.flatMap((member) => (member.kind === 'group' ? filtersIn(member) : [member]))
