import type { QueryNode } from '#web/api/ask.ts'
import { type End, withEnd } from '#web/kinds/paths/path-ends.ts'
import { filterWords } from '#web/question/describe-filters.ts'
import { readFilters, writeFilters } from '#web/question/filters.ts'
import type { Filters, SeriesQuestion } from '#web/question/node.ts'
import type { Vocabulary } from '#web/question/vocabulary.ts'
import { withField } from '#web/question/with-field.ts'

/** A question without one of its parts, to find the part that leaves nothing. */
export interface WithoutPart {
  /** What there is nothing of: `Nothing with Library is web`. */
  readonly title: string
  /** After "without": `this filter`. */
  readonly part: string
  /** The button that takes the part away. */
  readonly label: string
  readonly question: QueryNode
}

/** Each of these is a question to the server. */
const MOST = 8

/**
 * The question without each of its parts in turn that can leave nothing: ends of paths, exclusions,
 * filters, test accounts.
 */
export function withoutEachPart(question: QueryNode, vocabulary: Vocabulary): readonly WithoutPart[] {
  const { properties, series = [], filterTestAccounts } = question as Partial<SeriesQuestion>
  const filter = (words: string, changed: QueryNode): WithoutPart => ({
    title: `Nothing with ${words}`,
    part: 'this filter',
    label: 'Remove the filter',
    question: changed,
  })
  const ofQuestion = withoutEach(properties, vocabulary).map(({ words, rest }) =>
    filter(words, withField(question, 'properties', rest)),
  )
  const ofSeries = series.flatMap((one, index) =>
    withoutEach(one.properties, vocabulary).map(({ words, rest }) => {
      const { properties: _, ...bare } = one
      const changed = rest === undefined ? bare : { ...bare, properties: rest }
      return filter(words, { ...question, series: series.with(index, changed) })
    }),
  )
  const ofTestAccounts: readonly WithoutPart[] = filterTestAccounts
    ? [
        {
          title: 'Nothing without test accounts',
          part: 'leaving them out',
          label: 'Take them in',
          question: withField(question, 'filterTestAccounts', undefined),
        },
      ]
    : []
  return [...ofPaths(question), ...ofQuestion, ...ofSeries, ...ofTestAccounts].slice(0, MOST)
}

const withoutEach = (filters: Filters | undefined, vocabulary: Vocabulary) => {
  const groups = readFilters(filters) ?? []
  return groups.flatMap((group, at) =>
    group.map((filter, index) => ({
      words: filterWords(filter, vocabulary),
      rest: writeFilters(groups.with(at, group.toSpliced(index, 1))),
    })),
  )
}

interface PathRules {
  readonly startPoint?: string
  readonly endPoint?: string
  readonly excludeEvents?: readonly string[]
  readonly minEdgeWeight?: number
  readonly maxEdgeWeight?: number
  readonly includeEventTypes?: readonly string[]
}

/** The rules of paths that can leave none, each with its title, its name and its button. */
const PATH_PARTS: readonly (readonly [
  field: keyof PathRules,
  title: (rules: PathRules) => string,
  part: string,
  label: string,
])[] = [
  ['startPoint', ({ startPoint }) => `No path begins at ${startPoint}`, 'this start', 'Remove the start'],
  ['endPoint', ({ endPoint }) => `No path ends at ${endPoint}`, 'this end', 'Remove the end'],
  ['excludeEvents', () => 'What is left out leaves no path', 'leaving it out', 'Leave nothing out'],
  [
    'minEdgeWeight',
    ({ minEdgeWeight }) => `No edge has ${minEdgeWeight} paths`,
    'hiding edges with fewer',
    'Show all edges',
  ],
  [
    'maxEdgeWeight',
    ({ maxEdgeWeight }) => `Every edge has more than ${maxEdgeWeight} paths`,
    'hiding edges with more',
    'Show all edges',
  ],
  ['includeEventTypes', () => 'No paths of these events', 'this choice', 'Take every event'],
]

const isEnd = (field: keyof PathRules): field is End => field === 'startPoint' || field === 'endPoint'

function ofPaths(question: QueryNode): readonly WithoutPart[] {
  if (question.kind !== 'PathsQuery') return []
  const rules = (question['pathsFilter'] ?? {}) as PathRules
  return PATH_PARTS.flatMap(([field, title, part, label]) => {
    const { [field]: value, ...rest } = rules
    const isGiven = Array.isArray(value) ? value.length > 0 : Boolean(value)
    return isGiven
      ? [
          {
            title: title(rules),
            part,
            label,
            // The rule by which an end is matched by its path goes with it.
            question: isEnd(field) ? withEnd(question, field, null) : { ...question, pathsFilter: rest },
          },
        ]
      : []
  })
}
