import type { BesideEvents, ReadData } from '#coordination/data-versions.ts'
import { subjectsIn } from '#hogql/subject-parts.ts'
import { kindOf } from '#insights/registry.ts'
import { testAccountsOf } from '#insights/resolve.ts'
import type { Definitions } from '#query/definitions.ts'
import { type Filter, filtersIn } from '#query/filter.ts'
import { matcherOf } from '#query/series.ts'
import type { Question } from './question.ts'

/** All filters of a question, those of the actions that it names included. @throws RequestError */
export function filtersOf({ query, project }: Omit<Question, 'at'>, definitions: Definitions): Filter[] {
  const ofSeries = query.series.flatMap((series) =>
    matcherOf(series, definitions).map(({ filter }) => filter),
  )
  return [query.properties, testAccountsOf(query, project), ...ofSeries].flatMap(filtersIn)
}

/** The data that the answer to a question depends on. @throws RequestError */
export function readDataOf(question: Omit<Question, 'at'>, definitions: Definitions): ReadData {
  const { query } = question
  const { isAnyEvent, people } = kindOf(query).reads(query)
  const names = query.series.flatMap((series) => matcherOf(series, definitions).map(({ event }) => event))
  const events = isAnyEvent || names.includes(null) ? 'any' : [...new Set(names)].filter(isName).sort()
  const ofFilters = filtersOf(question, definitions).flatMap(besideOf)
  return {
    events,
    beside: [...new Set<BesideEvents>([...(people ? (['people'] as const) : []), ...ofFilters])].sort(),
  }
}

const isName = (name: string | null) => name !== null

function besideOf(filter: Filter): readonly BesideEvents[] {
  return filter.on === 'hogql'
    ? subjectsIn(filter.expression.root).flatMap(besideOfSubject)
    : besideOfSubject(filter.on)
}

/** The person of an event and its properties both decide whether a filter on persons holds. */
function besideOfSubject(on: Exclude<Filter['on'], 'hogql'>): readonly BesideEvents[] {
  if (on === 'person') return ['people', 'person_properties']
  return typeof on === 'object' ? ['group_properties'] : []
}
