import { BESIDE_EVENTS, type BesideEvents, type ReadData } from '#coordination/data-versions.ts'
import { type HogqlNode, nodesIn } from '#hogql/expression.ts'
import { subjectsIn } from '#hogql/subject-parts.ts'
import { testAccountsOf } from '#insights/kind/resolve.ts'
import { kindOf } from '#insights/questions/find-kind.ts'
import { readsOfCohort } from '#query/cohorts/cohort.ts'
import type { Definitions } from '#query/definitions.ts'
import { type Filter, filtersIn } from '#query/filter.ts'
import { decidingEvents, matcherOf } from '#query/series.ts'
import { expressionsIn, subjectsOfValues } from '#query/values-read.ts'
import type { Question } from './question.ts'

/** Returns the filters that a question has itself. @throws RequestError */
export const ownFiltersOf = ({ query, project }: Pick<Question, 'project' | 'query'>): Filter[] =>
  [
    query.properties,
    testAccountsOf(query, project),
    ...decidingEvents(query).map(({ properties }) => properties),
  ].flatMap(filtersIn)

/**
 * Returns all filters of a question, including the filters of the actions that it names.
 * @throws RequestError
 */
export function filtersOf(
  { query, project }: Pick<Question, 'project' | 'query'>,
  definitions: Definitions,
): Filter[] {
  const ofEvents = decidingEvents(query).flatMap((events) =>
    matcherOf(events, definitions).map(({ filter }) => filter),
  )
  return [query.properties, testAccountsOf(query, project), ...ofEvents].flatMap(filtersIn)
}

/** Returns the data that the answer to a question depends on. @throws RequestError */
export function readDataOf(
  question: Pick<Question, 'project' | 'query'>,
  definitions: Definitions,
): ReadData {
  const { query } = question
  const { isAnyEvent, people, propertiesOf, isAnything = false } = kindOf(query).reads(query)
  if (isAnything) return { events: 'any', beside: [...BESIDE_EVENTS].sort() }
  const names = decidingEvents(query).flatMap((events) =>
    matcherOf(events, definitions).map(({ event }) => event),
  )
  const ofCohorts = [...definitions.cohorts.values()].map((cohort) => readsOfCohort(cohort, definitions))
  const all = [...names, ...ofCohorts.flatMap(({ events }) => events)]
  const filters = [...filtersOf(question, definitions), ...ofCohorts.flatMap((cohort) => cohort.filters)]
  const subjects = [
    ...filters.flatMap(subjectsOf),
    ...subjectsOfValues(query),
    ...(propertiesOf === undefined ? [] : [propertiesOf]),
  ]
  const expressions = [
    ...filters.flatMap((filter) => (filter.on === 'hogql' ? [filter.expression.root] : [])),
    ...expressionsIn(query).map(({ root }) => root),
  ]
  // An event of any name can change the values of its session.
  const isAny = isAnyEvent || all.includes(null) || subjects.includes('session')
  const beside = [
    ...(people ? (['people'] as const) : []),
    ...(ofCohorts.some(({ isStatic }) => isStatic) ? (['cohort_members'] as const) : []),
    ...subjects.flatMap(besideOf),
    ...(expressions.some(readsPerson) ? (['people'] as const) : []),
  ]
  return {
    events: isAny ? 'any' : [...new Set(all)].filter(isName).sort(),
    beside: [...new Set<BesideEvents>(beside)].sort(),
  }
}

/** Returns whether an expression reads the person of an event. A merge can change this person. */
const readsPerson = (root: HogqlNode) =>
  nodesIn(root).some((node) => node.kind === 'column' && node.name === 'person_id')

const isName = (name: string | null) => name !== null

const subjectsOf = (filter: Filter) =>
  filter.on === 'hogql' ? subjectsIn(filter.expression.root) : [filter.on]

/**
 * Returns the data, in addition to events, that decides whether a filter matches. For a filter on persons
 * this is which person an event belongs to, and the properties of persons. A filter on a cohort depends on
 * the same data, because the members of a cohort are persons.
 */
function besideOf(on: Filter['on']): readonly BesideEvents[] {
  if (on === 'person' || on === 'cohort' || on === 'person_metadata') return ['people', 'person_properties']
  return typeof on === 'object' ? ['group_properties'] : []
}
