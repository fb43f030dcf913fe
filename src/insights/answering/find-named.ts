import { actionsOf, type CohortDefinition, cohortsIn } from '#query/cohorts/cohort.ts'
import type { Definitions, NamedAction } from '#query/definitions.ts'
import { filtersIn } from '#query/filter.ts'

export interface NamedIds {
  readonly actions: readonly number[]
  readonly cohorts: readonly number[]
}

/** Finds the definitions of these actions and cohorts, and of all that they depend on. */
export type FindNamed = (projectId: number, named: NamedIds) => Promise<Definitions>

interface Deps {
  readonly findActions: (
    projectId: number,
    ids: readonly number[],
  ) => Promise<ReadonlyMap<number, NamedAction>>
  readonly findCohorts: (
    projectId: number,
    ids: readonly number[],
  ) => Promise<ReadonlyMap<number, CohortDefinition>>
}

/**
 * Looks up definitions until no new ids are named: a cohort names actions and cohorts, and the filters of
 * an action name cohorts.
 */
export const createFindNamed =
  (deps: Deps): FindNamed =>
  async (projectId, named) => {
    const actions = new Map<number, NamedAction>()
    const cohorts = new Map<number, CohortDefinition>()
    const askedActions = new Set<number>()
    const askedCohorts = new Set<number>()
    let wanted = named
    while (wanted.actions.length + wanted.cohorts.length > 0) {
      const newActions = await findNew(deps.findActions, projectId, wanted.actions, askedActions)
      const newCohorts = await findNew(deps.findCohorts, projectId, wanted.cohorts, askedCohorts)
      for (const [id, action] of newActions) actions.set(id, action)
      for (const [id, cohort] of newCohorts) cohorts.set(id, cohort)
      const filters = [...newActions.values()].flatMap(({ matcher }) =>
        matcher.flatMap(({ filter }) => filtersIn(filter)),
      )
      wanted = { actions: [...newCohorts.values()].flatMap(actionsOf), cohorts: cohortsIn(filters) }
    }
    return { actions, cohorts }
  }

/** Asks for the ids that were not asked for yet, so an unknown id is asked for only once. */
async function findNew<Found>(
  find: (projectId: number, ids: readonly number[]) => Promise<ReadonlyMap<number, Found>>,
  projectId: number,
  ids: readonly number[],
  asked: Set<number>,
): Promise<ReadonlyMap<number, Found>> {
  const left = [...new Set(ids)].filter((id) => !asked.has(id))
  if (left.length === 0) return new Map()
  const found = await find(projectId, left)
  for (const id of [...left, ...found.keys()]) asked.add(id)
  return found
}
