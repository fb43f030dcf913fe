import { createFindNamed, type FindNamed } from '#insights/answering/find-named.ts'
import type { ActionStore } from '#metadata/actions/action-store.ts'
import type { CohortStore } from '#metadata/cohorts/cohort-store.ts'
import { actionMatcher } from '#query/action.ts'
import type { CohortDefinition } from '#query/cohorts/cohort.ts'

export interface DefinitionStores {
  readonly actions: Pick<ActionStore, 'definitionsOf'>
  readonly cohorts: Pick<CohortStore<CohortDefinition>, 'definitionsOf'>
}

/** Finds actions and cohorts by id, in the form in which questions and lists of members refer to them. */
export const findNamedIn = ({ actions, cohorts }: DefinitionStores): FindNamed =>
  createFindNamed({
    async findActions(projectId, ids) {
      const found = await actions.definitionsOf(projectId, ids)
      return new Map(
        [...found].map(
          ([id, action]) => [id, { name: action.name, matcher: actionMatcher(action) }] as const,
        ),
      )
    },
    findCohorts: cohorts.definitionsOf,
  })
