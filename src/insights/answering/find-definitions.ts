import { cohortsIn } from '#query/cohorts/cohort.ts'
import type { Definitions } from '#query/definitions.ts'
import { decidingEvents } from '#query/series.ts'
import { cohortsOfBreakdown, cohortsOfStatement, readsCohorts } from '#query/values-read.ts'
import type { FindNamed } from './find-named.ts'
import type { Question } from './question.ts'
import { ownFiltersOf } from './read-data.ts'

/** The definitions that a question names by id. */
export type FindDefinitions = (question: Omit<Question, 'at'>) => Promise<Definitions>

/** Looks only where a question names any. */
export const createFindDefinitions =
  (findNamed: FindNamed, cohortIdsOf: (projectId: number) => Promise<number[]>): FindDefinitions =>
  async (question) =>
    findNamed(question.project.id, {
      actions: decidingEvents(question.query).flatMap(({ actionId }) => actionId ?? []),
      cohorts: [
        ...cohortsIn(ownFiltersOf(question)),
        ...cohortsOfBreakdown(question.query),
        ...cohortsOfStatement(question.query),
        ...(readsCohorts(question.query) ? await cohortIdsOf(question.project.id) : []),
      ],
    })
