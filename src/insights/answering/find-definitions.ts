import type { HogqlNode } from '#hogql/expression.ts'
import { partsOfQuery } from '#hogql/select/checked-query.ts'
import { cohortsIn } from '#query/cohorts/cohort.ts'
import type { Definitions, ListedCohort } from '#query/definitions.ts'
import { expressionsAmong, expressionsOfCohorts, type FindValues } from '#query/find-numbers.ts'
import { decidingEvents } from '#query/series.ts'
import {
  cohortsOfBreakdown,
  cohortsOfStatement,
  expressionsIn,
  listsCohorts,
  readsCohorts,
} from '#query/values-read.ts'
import type { FindNamed } from './find-named.ts'
import type { Question } from './question.ts'
import { filtersOf, ownFiltersOf } from './read-data.ts'

/**
 * Finds the definitions that a question names by id. Also finds out which properties in its expressions are
 * numeric, and the numbers of the persons in its expressions.
 */
export type FindDefinitions = (question: Pick<Question, 'project' | 'query'>) => Promise<Definitions>

/** Makes the function, which looks definitions up only if a question names any. */
export const createFindDefinitions =
  (
    findNamed: FindNamed,
    listedIn: (projectId: number) => Promise<readonly ListedCohort[]>,
    findValues: FindValues,
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
    const values = await findValues(project.id, expressionNodes(question, named))
    return { ...named, ...values, ...(isListed && { listedCohorts: listed }) }
  }

/** Returns all expressions of a question, including those in its actions and cohorts. */
function expressionNodes(
  question: Pick<Question, 'project' | 'query'>,
  definitions: Definitions,
): HogqlNode[] {
  const { statement } = question.query
  return [
    ...expressionsAmong(filtersOf(question, definitions)),
    ...expressionsOfCohorts(definitions.cohorts.values(), definitions),
    ...expressionsIn(question.query).map(({ root }) => root),
    ...(statement === undefined ? [] : partsOfQuery(statement)),
  ]
}
