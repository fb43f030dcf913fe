import type { Definitions } from '#query/definitions.ts'
import { type Filter, type FilterGroup, filtersIn } from '#query/filter.ts'
import { matcherOf } from '#query/series.ts'

/** Compares how often a person did something with a number. */
export const COMPARISONS = ['gte', 'gt', 'lte', 'lt', 'exact'] as const
export type Comparison = (typeof COMPARISONS)[number]

/** The events that a condition on behaviour counts, named as those of a series are. */
export interface Deed {
  /** Null where an action decides. */
  readonly event: string | null
  readonly actionId?: number
  /** Has to hold as well. */
  readonly properties: FilterGroup
}

/**
 * Times are texts in the grammar of dates: `-30d`, a day and all that is in it, or `-12h`, a minute. Each is a beginning, but `to`, an
 * end, which is null for none.
 */
export type Behavior =
  /** How often it was done from `from` to the end of `to`. */
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
  /** Done from `from` to the end of `to`, and `next` after it, in the same time and at most `windowSeconds` later. */
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

/** All or any of its members. As in filters, a group without members is as if it were not there. */
export interface CohortGroup {
  readonly kind: 'group'
  readonly combine: 'and' | 'or'
  readonly members: readonly CohortCondition[]
}
/** Of the filters only those of persons and cohorts: parsing refuses the others. */
export type CohortCondition = CohortGroup | BehaviorFilter | Filter

/** The persons of a cohort: those that were added, or those that a condition holds for. Nobody where that is empty. */
export type CohortDefinition = {
  readonly id: number
  /** For the labels of answers; absent in one that is not stored. */
  readonly name?: string | null
} & ({ readonly kind: 'static' } | { readonly kind: 'conditions'; readonly condition: CohortGroup })

/** Every filter of a definition, at any depth. */
export const conditionsIn = (definition: CohortDefinition): (BehaviorFilter | Filter)[] =>
  definition.kind === 'static' ? [] : leavesOf(definition.condition)

const leavesOf = (condition: CohortCondition): (BehaviorFilter | Filter)[] =>
  condition.kind === 'group' ? condition.members.flatMap(leavesOf) : [condition]

/** The cohorts that these filters name, as often as they name them. */
export const cohortsIn = (filters: readonly (BehaviorFilter | Filter)[]): number[] =>
  filters.flatMap((filter) => (filter.on === 'cohort' ? [filter.cohortId] : []))

/** The cohorts that a definition names itself, not by an action, each once. */
export const referencesOf = (definition: CohortDefinition): number[] => [
  ...new Set(cohortsIn(conditionsIn(definition))),
]

/** The actions that a definition names, as often as it names them. */
export const actionsOf = (definition: CohortDefinition): number[] =>
  behaviorsIn(definition)
    .flatMap(deedsOf)
    .flatMap(({ actionId }) => actionId ?? [])

const behaviorsIn = (definition: CohortDefinition): BehaviorFilter[] =>
  conditionsIn(definition).flatMap((one) => (one.on === 'behavior' ? [one] : []))

/** The events that a condition on behaviour looks for: those of a sequence in their order. */
const deedsOf = ({ deed, behavior }: BehaviorFilter): readonly Deed[] =>
  behavior.kind === 'sequence' ? [deed, behavior.next] : [deed]

/** The data that decides who is a member, beside which persons there are and which distinct ids they have. */
export interface CohortReads {
  /** The names of the events that are counted; null is every event. */
  readonly events: readonly (string | null)[]
  /** All filters, those on counted events and in actions included. */
  readonly filters: readonly Filter[]
  /** Whether persons are added one by one. */
  readonly isStatic: boolean
  /** The dates of its behaviours. */
  readonly dates: readonly string[]
}

/** The reads of one definition with its actions, without the cohorts that it names. */
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
