import type { ActionStep } from '#contract/action.ts'
import { actionMatcher } from '#query/action.ts'
import type { NamedAction } from '#query/definitions.ts'
import { filtersIn, NO_RESTRICTION } from '#query/filter.ts'
import type { Matcher } from '#query/matcher.ts'
import { parseFilters } from '#query/parse-filters.ts'
import { RequestError } from '#shared/request-error.ts'
import { actionsOf, type CohortDefinition, cohortsIn, conditionsIn } from './cohort.ts'
import { parseCohort, type WrittenCohort } from './parse-cohort.ts'

/** A stored cohort. */
export interface WrittenNamedCohort extends WrittenCohort {
  readonly id: number
  readonly name: string
}
/** A stored action. */
export interface WrittenAction {
  readonly id: number
  readonly name: string
  readonly steps: readonly ActionStep[]
}

/** A cohort that another one depends on. */
export interface Reference {
  readonly cohortId: number
  /** The action whose filters name the cohort; null if the other cohort names it itself. */
  readonly actionId: number | null
}

interface GraphCohort {
  readonly name: string
  readonly definition: CohortDefinition
  /** References to other cohorts, one for each time that a cohort is named. */
  readonly references: readonly Reference[]
}

/** The cohorts and actions of a project that are not deleted, and how they refer to one another. */
export interface CohortGraph {
  readonly cohorts: ReadonlyMap<number, GraphCohort>
  readonly actions: ReadonlyMap<number, NamedAction>
}

/** Builds the graph. If this version cannot read a definition, the graph has it without references. */
export function cohortGraph(
  cohorts: readonly WrittenNamedCohort[],
  actions: readonly WrittenAction[],
): CohortGraph {
  const parsed = cohorts.map((one) => [one, readableCohort(one)] as const)
  const used = new Set(parsed.flatMap(([, definition]) => actionsOf(definition)))
  const named = new Map(
    actions
      .filter(({ id }) => used.has(id))
      .map((one) => [one.id, { name: one.name, matcher: readableMatcher(one) }] as const),
  )
  return {
    cohorts: new Map(
      parsed.map(([{ id, name }, definition]) => [
        id,
        { name, definition, references: referencesIn(definition, named) },
      ]),
    ),
    actions: named,
  }
}

export const shownCohort = (id: number, { cohorts }: CohortGraph) =>
  `cohort "${cohorts.get(id)?.name ?? ''}" (${id})`
export const shownAction = (id: number, { actions }: Pick<CohortGraph, 'actions'>) =>
  `action "${actions.get(id)?.name ?? ''}" (${id})`

function referencesIn(
  definition: CohortDefinition,
  actions: ReadonlyMap<number, NamedAction>,
): readonly Reference[] {
  const direct = cohortsIn(conditionsIn(definition)).map((cohortId) => ({ cohortId, actionId: null }))
  const byActions = actionsOf(definition).flatMap((actionId) =>
    cohortsOfMatcher(actions.get(actionId)?.matcher ?? []).map((cohortId) => ({ cohortId, actionId })),
  )
  return [...direct, ...byActions]
}

const cohortsOfMatcher = (matcher: Matcher): readonly number[] =>
  cohortsIn(matcher.flatMap(({ filter }) => filtersIn(filter)))

/** Returns the cohorts that the filters of an action name; none if this version cannot read the action. */
export const cohortsOfAction = (action: WrittenAction): readonly number[] =>
  cohortsOfMatcher(readableMatcher(action))

/**
 * Returns the cohorts that filters name, in any form of filters; none if this version cannot read the
 * filters.
 */
export const cohortsOfFilters = (filters: unknown): readonly number[] =>
  cohortsIn(filtersIn(unlessRefused(() => parseFilters(filters, []), NO_RESTRICTION)))

const readableCohort = (cohort: WrittenNamedCohort): CohortDefinition =>
  unlessRefused(() => parseCohort(cohort.id, cohort), { kind: 'static', id: cohort.id })

const readableMatcher = (action: WrittenAction) => unlessRefused(() => actionMatcher(action), [])

function unlessRefused<Parsed>(parse: () => Parsed, otherwise: Parsed): Parsed {
  try {
    return parse()
  } catch (error) {
    if (error instanceof RequestError) return otherwise
    throw error
  }
}
