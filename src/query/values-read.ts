import { type HogqlExpression, nodesIn } from '#hogql/expression.ts'
import { type CheckedQuery, partsOfQuery } from '#hogql/select/checked-query.ts'
import { tablesOf } from '#hogql/select/tables-of.ts'
import { subjectsIn } from '#hogql/subject-parts.ts'
import { cohortsOf, type EventValue } from './breakdown.ts'
import type { Filter } from './filter.ts'
import { personsNamedIn } from './find-numbers.ts'
import type { InsightQuery } from './insight-query.ts'

type Asked = Pick<InsightQuery, 'breakdown' | 'series' | 'aggregation' | 'values'>

/**
 * Returns the values that a question reads, except the values in its filters: for its breakdown, for its
 * maths, for its actors, and the values that only its kind reads.
 */
const valuesIn = ({ breakdown, series, aggregation, values = [] }: Asked): EventValue[] => [
  ...values,
  ...(aggregation?.of === 'expression' ? [{ on: 'hogql' as const, expression: aggregation.expression }] : []),
  ...(breakdown?.kind === 'properties' ? breakdown.by.map(({ value }) => value) : []),
  ...series.flatMap(({ mathProperty, mathHogql }): EventValue[] => [
    ...(mathProperty === undefined ? [] : [mathProperty]),
    ...(mathHogql === undefined ? [] : [{ on: 'hogql' as const, expression: mathHogql }]),
  ]),
]

/** Returns the expressions among the values of a question. */
export const expressionsIn = (query: Asked): HogqlExpression[] =>
  valuesIn(query).flatMap((value) => (value.on === 'hogql' ? [value.expression] : []))

/** Returns the owners of the values of a question, repeated as often as they are read. */
export const subjectsOfValues = (query: Asked): Filter['on'][] => [
  ...valuesIn(query).flatMap((value) =>
    value.on === 'hogql' ? subjectsIn(value.expression.root) : [value.on],
  ),
  ...(cohortsOf(query.breakdown).length > 0 ? (['cohort'] as const) : []),
]

/** Returns the cohorts of a breakdown. */
export const cohortsOfBreakdown = ({ breakdown }: Pick<Asked, 'breakdown'>): number[] =>
  cohortsOf(breakdown).filter((cohort) => cohort !== 'all')

/** Returns whether a statement reads the members of all cohorts. */
export const readsCohorts = ({ statement }: Pick<InsightQuery, 'statement'>): boolean =>
  statement !== undefined && tablesOf(statement).includes('cohort_people')

/** Returns whether a statement lists the cohorts of the project. */
export const listsCohorts = ({ statement }: Pick<InsightQuery, 'statement'>): boolean =>
  statement !== undefined && tablesOf(statement).includes('cohorts')

interface Stated {
  readonly statement?: CheckedQuery | undefined
}

/** Returns the ids of the persons that a statement names. */
export const personsOfStatement = ({ statement }: Stated): string[] => [
  ...new Set(personsNamedIn(partsOfStatement(statement))),
]

const partsOfStatement = (statement: CheckedQuery | undefined) =>
  statement === undefined ? [] : partsOfQuery(statement)

/** Returns the cohorts that a statement names by their ids. */
export const cohortsOfStatement = ({ statement }: Stated): number[] =>
  partsOfStatement(statement)
    .flatMap(nodesIn)
    .flatMap((node) => (node.kind === 'member' ? [node.cohortId] : []))
