import type { CohortDefinition } from '#query/cohorts/cohort.ts'
import { type Definitions, type NamedAction, NO_DEFINITIONS } from '#query/definitions.ts'
import type { Question } from './question.ts'
import { filtersOf } from './read-data.ts'

/** The definitions that a question names by id. */
export type FindDefinitions = (question: Omit<Question, 'at'>) => Promise<Definitions>

interface DefinitionDeps {
  readonly findActions: (
    projectId: number,
    ids: readonly number[],
  ) => Promise<ReadonlyMap<number, NamedAction>>
  /** Of these cohorts and of all that they depend on. */
  readonly findCohorts: (
    projectId: number,
    ids: readonly number[],
  ) => Promise<ReadonlyMap<number, CohortDefinition>>
}

/** Looks only where a question names any. */
export function createFindDefinitions({ findActions, findCohorts }: DefinitionDeps): FindDefinitions {
  return async (question) => {
    const { project, query } = question
    const actionIds = query.series.flatMap(({ actionId }) => actionId ?? [])
    const { actions } =
      actionIds.length === 0
        ? NO_DEFINITIONS
        : { actions: await findActions(project.id, [...new Set(actionIds)]) }
    // Also in the filters of actions.
    const cohortIds = filtersOf(question, { ...NO_DEFINITIONS, actions }).flatMap((filter) =>
      filter.on === 'cohort' ? [filter.cohortId] : [],
    )
    if (cohortIds.length === 0) return { ...NO_DEFINITIONS, actions }
    return { actions, cohorts: await findCohorts(project.id, [...new Set(cohortIds)]) }
  }
}
