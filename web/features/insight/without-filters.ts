import type { QueryNode } from '#web/api/ask.ts'
import { readFilters, writeFilters } from '#web/question/filters.ts'
import type { Filters, PropertyFilter, SeriesQuestion } from '#web/question/node.ts'
import { withField } from '#web/question/with-field.ts'

interface WithoutOne {
  readonly filter: PropertyFilter
  readonly question: QueryNode
}

/** Each of these is a question to the server. */
const MOST = 6

/** The question without each of its filters in turn: those of the whole question, and those of its series. */
export function withoutEachFilter(question: QueryNode): readonly WithoutOne[] {
  const { properties, series = [] } = question as Partial<SeriesQuestion>
  const ofQuestion = withoutEach(properties).map(({ filter, rest }) => ({
    filter,
    question: withField(question, 'properties', rest),
  }))
  const ofSeries = series.flatMap((one, index) =>
    withoutEach(one.properties).map(({ filter, rest }) => {
      const { properties: _, ...bare } = one
      const changed = rest === undefined ? bare : { ...bare, properties: rest }
      return { filter, question: { ...question, series: series.with(index, changed) } }
    }),
  )
  return [...ofQuestion, ...ofSeries].slice(0, MOST)
}

const withoutEach = (filters: Filters | undefined) => {
  const groups = readFilters(filters) ?? []
  return groups.flatMap((group, at) =>
    group.map((filter, index) => ({
      filter,
      rest: writeFilters(groups.with(at, group.toSpliced(index, 1))),
    })),
  )
}
