import type { Filter, FilterGroup } from '#query/filter.ts'

/** Compares how often a person did something with a number. */
export const COMPARISONS = ['gte', 'gt', 'lte', 'lt', 'exact'] as const
export type Comparison = (typeof COMPARISONS)[number]

/** The events that a condition on behaviour counts. */
export type Deed =
  | { readonly event: string; readonly filter: FilterGroup }
  /** Refused until actions are resolved to events. */
  | { readonly actionId: number }

/**
 * Times are texts in the grammar of dates: `-30d`, a day and all that is in it, or `-12h`, a minute. Each is a beginning, but `to`, an
 * end, which is null for none.
 */
export type Behavior =
  /** How often it was done from `from` to the end of `to`. Never done is zero times. */
  | {
      readonly kind: 'performed'
      readonly from: string
      readonly to: string | null
      readonly comparison: Comparison
      readonly times: number
    }
  /** The first time of all is not before `from`. */
  | { readonly kind: 'first_time'; readonly from: string }
  /** Done between `from` and `gapFrom`, and not since then. */
  | { readonly kind: 'stopped'; readonly from: string; readonly gapFrom: string }
  /** Done before `from`, not between `from` and `gapFrom`, and again since then. */
  | { readonly kind: 'restarted'; readonly from: string; readonly gapFrom: string }
  /** How often it was done in each of the last periods fits in at least `leastPeriods` of them. */
  | {
      readonly kind: 'regularly'
      /** The beginnings of the periods, the latest first; each ends where the one before it begins, and the first one has no end. */
      readonly periods: readonly string[]
      readonly leastPeriods: number
      readonly comparison: Comparison
      readonly times: number
    }

export interface BehaviorFilter {
  readonly kind: 'filter'
  readonly on: 'behavior'
  readonly deed: Deed
  readonly behavior: Behavior
  readonly isNegated: boolean
}

/** All or any of its members. As in filters, a group without members is as if it were not there. */
export interface CohortGroup {
  readonly kind: 'group'
  readonly combine: 'and' | 'or'
  readonly members: readonly CohortCondition[]
}
/** Of the filters only those of persons and cohorts: parsing refuses the others. */
export type CohortCondition = CohortGroup | BehaviorFilter | Filter

/** The persons of a cohort: those that were added, or those that a condition holds for. Nobody where that is empty. */
export type CohortDefinition =
  | { readonly kind: 'static'; readonly id: number }
  | { readonly kind: 'conditions'; readonly id: number; readonly condition: CohortGroup }

/** Every filter of a condition. */
export const filtersIn = (condition: CohortCondition): (BehaviorFilter | Filter)[] =>
  condition.kind === 'group' ? condition.members.flatMap(filtersIn) : [condition]

/** The cohorts that a definition names, each once. */
export function referencesOf(definition: CohortDefinition): number[] {
  if (definition.kind === 'static') return []
  const ids = filtersIn(definition.condition).map((filter) =>
    filter.on === 'cohort' ? filter.cohortId : null,
  )
  return [...new Set(ids.filter((id) => id !== null))]
}
