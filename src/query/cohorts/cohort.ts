import type { Definitions } from '#query/definitions.ts'
import { type Filter, type FilterGroup, filtersIn } from '#query/filter.ts'
import { matcherOf } from '#query/series.ts'

/** Ways to compare how often a person did something with a given number. */
export const COMPARISONS = ['gte', 'gt', 'lte', 'lt', 'exact'] as const
export type Comparison = (typeof COMPARISONS)[number]

/** The events that a condition on behaviour counts, named in the same way as the events of a series. */
export interface Deed {
  /** Name of the event; null if an action decides. */
  readonly event: string | null
  readonly actionId?: number
  /** Filters that the events must match too. */
  readonly properties: FilterGroup
}

/**
 * What a condition on behaviour requires: when, and how often, the person did the deed. Times are texts in
 * the grammar of dates: `-30d` means a whole day, `-12h` means a minute. `to` means the end of its day or
 * minute, or no end if it is null. All other times mean the beginning.
 */
export type Behavior =
  /** How often the person did the deed from `from` to the end of `to`, in comparison with `times`. */
  | {
      readonly kind: 'performed'
      readonly from: string
      readonly to: string | null
      readonly comparison: Comparison
      readonly times: number
    }
  /** The person did the deed for the very first time at `from` or later. */
  | { readonly kind: 'first_time'; readonly from: string }
  /** The person did the deed between `from` and `gapFrom`, but not since `gapFrom`. */
  | { readonly kind: 'stopped'; readonly from: string; readonly gapFrom: string }
  /** The person did the deed before `from`, not between `from` and `gapFrom`, and again since `gapFrom`. */
  | { readonly kind: 'restarted'; readonly from: string; readonly gapFrom: string }
  /**
   * In at least `leastPeriods` of the periods, the number of times that the person did the deed meets the
   * comparison.
   */
  | {
      readonly kind: 'regularly'
      /**
       * Beginnings of the periods, the latest first. Each period ends at the beginning of the period that
       * stands before it in the list. The first one in the list has no end.
       */
      readonly periods: readonly string[]
      readonly leastPeriods: number
      readonly comparison: Comparison
      readonly times: number
    }
  /**
   * The person did the deed from `from` to the end of `to`, and did `next` at most `windowSeconds` later,
   * within the same range of time.
   */
  | {
      readonly kind: 'sequence'
      readonly from: string
      readonly to: string | null
      readonly next: Deed
      readonly windowSeconds: number
    }

export interface BehaviorFilter {
  readonly kind: 'filter'
  readonly on: 'behavior'
  readonly deed: Deed
  readonly behavior: Behavior
  readonly isNegated: boolean
}

/**
 * A group of conditions that is true if all of its members are true or, with `or`, if any of them is true.
 * A group without members is ignored, as in filters.
 */
export interface CohortGroup {
  readonly kind: 'group'
  readonly combine: 'and' | 'or'
  readonly members: readonly CohortCondition[]
}
/**
 * One part of the condition of a cohort. Its filters are only about persons and cohorts, because parsing
 * refuses all others.
 */
export type CohortCondition = CohortGroup | BehaviorFilter | Filter

/**
 * Defines the members of a cohort: the persons that were added to it, or the persons who meet its
 * condition. A cohort with an empty condition has no members.
 */
export type CohortDefinition = {
  readonly id: number
  /** Name of the cohort, for the labels of answers; absent for a cohort that is not stored. */
  readonly name?: string | null
} & ({ readonly kind: 'static' } | { readonly kind: 'conditions'; readonly condition: CohortGroup })

/** Returns every filter of a definition, at any depth. */
export const conditionsIn = (definition: CohortDefinition): (BehaviorFilter | Filter)[] =>
  definition.kind === 'static' ? [] : leavesOf(definition.condition)

const leavesOf = (condition: CohortCondition): (BehaviorFilter | Filter)[] =>
  condition.kind === 'group' ? condition.members.flatMap(leavesOf) : [condition]

/** Returns the cohorts that these filters name, repeated as often as they are named. */
export const cohortsIn = (filters: readonly (BehaviorFilter | Filter)[]): number[] =>
  filters.flatMap((filter) => (filter.on === 'cohort' ? [filter.cohortId] : []))

/**
 * Returns the cohorts that the conditions of a definition name, each once. Cohorts that only its actions
 * name are left out.
 */
export const referencesOf = (definition: CohortDefinition): number[] => [
  ...new Set(cohortsIn(conditionsIn(definition))),
]

/** Returns the actions that a definition names, repeated as often as they are named. */
export const actionsOf = (definition: CohortDefinition): number[] =>
  behaviorsIn(definition)
    .flatMap(deedsOf)
    .flatMap(({ actionId }) => actionId ?? [])

const behaviorsIn = (definition: CohortDefinition): BehaviorFilter[] =>
  conditionsIn(definition).flatMap((one) => (one.on === 'behavior' ? [one] : []))

/**
 * Returns the events that a condition on behaviour looks for. For a sequence these are the first event and
 * the event that has to follow.
 */
const deedsOf = ({ deed, behavior }: BehaviorFilter): readonly Deed[] =>
  behavior.kind === 'sequence' ? [deed, behavior.next] : [deed]

/**
 * The data that decides who is a member of a cohort. The members also depend on the persons that exist and on
 * their distinct ids, which are not listed here.
 */
export interface CohortReads {
  /** Names of the counted events; null means every event. */
  readonly events: readonly (string | null)[]
  /** All filters, including those on counted events and in actions. */
  readonly filters: readonly Filter[]
  /** Whether the cohort is static: its persons are added one by one. */
  readonly isStatic: boolean
  /** Dates in the conditions on behaviour. */
  readonly dates: readonly string[]
}

/**
 * Returns the data that one definition reads to decide who is a member. It includes the data that the
 * actions in the definition read, and leaves out the cohorts that the definition names.
 */
export function readsOfCohort(definition: CohortDefinition, definitions: Definitions): CohortReads {
  const conditions = conditionsIn(definition)
  const behaviors = behaviorsIn(definition)
  const counted = behaviors.flatMap(deedsOf).flatMap((deed) => matcherOf(deed, definitions))
  return {
    events: counted.map(({ event }) => event),
    filters: [
      ...conditions.flatMap((one) => (one.on === 'behavior' ? [] : [one])),
      ...counted.flatMap(({ filter }) => filtersIn(filter)),
    ],
    isStatic: definition.kind === 'static',
    dates: behaviors.flatMap(({ behavior }) => datesOf(behavior)),
  }
}

function datesOf(behavior: Behavior): readonly string[] {
  if (behavior.kind === 'regularly') return behavior.periods
  if (behavior.kind === 'performed' || behavior.kind === 'sequence')
    return [behavior.from, ...(behavior.to === null ? [] : [behavior.to])]
  return behavior.kind === 'first_time' ? [behavior.from] : [behavior.from, behavior.gapFrom]
}
