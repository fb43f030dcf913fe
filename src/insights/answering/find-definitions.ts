import { type Definitions, type NamedAction, NO_DEFINITIONS } from '#query/definitions.ts'
import type { Question } from './question.ts'

/** The definitions that a question names by id. */
export type FindDefinitions = (question: Omit<Question, 'at'>) => Promise<Definitions>

interface DefinitionDeps {
  readonly findActions: (
    projectId: number,
    ids: readonly number[],
  ) => Promise<ReadonlyMap<number, NamedAction>>
}

/** Looks only where a question names any. */
export function createFindDefinitions({ findActions }: DefinitionDeps): FindDefinitions {
  return async ({ project, query }) => {
    const actionIds = query.series.flatMap(({ actionId }) => actionId ?? [])
    if (actionIds.length === 0) return NO_DEFINITIONS
    return { actions: await findActions(project.id, [...new Set(actionIds)]) }
  }
}
