export const OPERATORS = [
  'exact',
  'is_not',
  'icontains',
  'not_icontains',
  'regex',
  'not_regex',
  'gt',
  'gte',
  'lt',
  'lte',
  'is_set',
  'is_not_set',
] as const
export type Operator = (typeof OPERATORS)[number]

/** The owner of the compared property. A group is given by the index of its type, 0 to 4. */
export type PropertySubject = 'event' | 'person' | 'session' | 'element' | { readonly group: number }

/** A condition on one property. Values are compared as text: 5 equals "5" and true equals "true". */
export interface PropertyFilter {
  readonly kind: 'filter'
  readonly on: PropertySubject
  readonly key: string
  readonly operator: Operator
  /** None for `is_set` and `is_not_set`; one or more otherwise. */
  readonly values: readonly string[]
}
/** Whether the person of the event belongs to a cohort, or does not. */
export interface CohortFilter {
  readonly kind: 'filter'
  readonly on: 'cohort'
  readonly cohortId: number
  readonly isMember: boolean
}
/** An expression over the event that is true or false. */
export interface HogqlFilter {
  readonly kind: 'filter'
  readonly on: 'hogql'
  readonly expression: string
}
export type Filter = PropertyFilter | CohortFilter | HogqlFilter

/** All or any of its members, of any mixture of subjects. An empty group restricts nothing. */
export interface FilterGroup {
  readonly kind: 'group'
  readonly combine: 'and' | 'or'
  readonly members: readonly (FilterGroup | Filter)[]
}
export const NO_RESTRICTION: FilterGroup = { kind: 'group', combine: 'and', members: [] }

/** A group that matches where all of these match. */
export const allHold = (...members: readonly FilterGroup[]): FilterGroup => ({
  kind: 'group',
  combine: 'and',
  members,
})
