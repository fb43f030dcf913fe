import { cohortsIn } from '#query/cohorts/cohort.ts'
import type { Definitions, ListedCohort } from '#query/definitions.ts'
import { decidingEvents } from '#query/series.ts'
import { cohortsOfBreakdown, cohortsOfStatement, listsCohorts, readsCohorts } from '#query/values-read.ts'
import type { FindNamed } from './find-named.ts'
import type { Question } from './question.ts'
import { ownFiltersOf } from './read-data.ts'

/** The definitions that a question names by id. */
export type FindDefinitions = (question: Omit<Question, 'at'>) => Promise<Definitions>

/** Looks only where a question names any. */
export const createFindDefinitions =
  (
    findNamed: FindNamed,
    listedIn: (projectId: number) => Promise<readonly ListedCohort[]>,
  ): FindDefinitions =>
  async (question) => {
    const { query, project } = question
    const isListed = listsCohorts(query)
    const listed = isListed || readsCohorts(query) ? await listedIn(project.id) : []
    const named = await findNamed(project.id, {
      actions: decidingEvents(query).flatMap(({ actionId }) => actionId ?? []),
      cohorts: [
        ...cohortsIn(ownFiltersOf(question)),
        ...cohortsOfBreakdown(query),
        ...cohortsOfStatement(query),
        ...(readsCohorts(query) ? listed.map(({ id }) => id) : []),
      ],
    })
    return isListed ? { ...named, listedCohorts: listed } : named
  }
