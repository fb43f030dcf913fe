import type { Filters, PathsFilter, QueryNode } from '#web/api/query-node.ts'
import { type End, withEnd } from '#web/kinds/paths/path-ends.ts'
import { rangeWords } from '#web/question/dates.ts'
import { filterWords } from '#web/question/describe-filters.ts'
import { readFilters, writeFilters } from '#web/question/filters.ts'
import type { Vocabulary } from '#web/question/vocabulary.ts'
import { withField } from '#web/question/with-field.ts'

/** A question without one of its parts. If it has results, this part is why the question itself has none. */
export interface WithoutPart {
  /** The title, which names the part: `No results with Library is web`. */
  readonly title: string
  /** The part as it follows the word "without": `this filter`. */
  readonly part: string
  /** The label of the button that removes the part. */
  readonly label: string
  /**
   * Set if the part is the range. It is the end of the sentence that says how much was found without the
   * range, such as `at any time`.
   */
  readonly when?: string
  readonly question: QueryNode
}

/** Maximum number of questions without a part that are asked. Each of them is a request to the server. */
const MOST = 8

/**
 * Returns the question without each part that may be why nothing matches, leaving out one part at a time:
 * ends of paths, excluded items, filters, test accounts, the range.
 */
export function withoutEachPart(question: QueryNode, vocabulary: Vocabulary): readonly WithoutPart[] {
  const { properties, series = [], filterTestAccounts } = question
  const filter = (words: string, changed: QueryNode): WithoutPart => ({
    title: `No results with ${words}`,
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
          title: 'No results without test accounts',
          part: 'excluding them',
          label: 'Include test accounts',
          question: withField(question, 'filterTestAccounts', undefined),
        },
      ]
    : []
  const ofStart = ofRetention(question, vocabulary).map(({ words, question: changed }) =>
    filter(words, changed),
  )
  return [
    ...ofPaths(question),
    ...ofQuestion,
    ...ofSeries,
    ...ofStart,
    ...ofTestAccounts,
    ...ofRange(question),
  ].slice(0, MOST)
}

const rulesOf = (question: QueryNode) => question.retentionFilter ?? {}

/**
 * Returns the question without each filter of the starting event of a retention. Filters of the return
 * event are not tried, because they do not change how many actors start.
 */
function ofRetention(question: QueryNode, vocabulary: Vocabulary) {
  const { targetEntity, ...rules } = rulesOf(question)
  if (targetEntity === undefined) return []
  const { properties, ...bare } = targetEntity
  return withoutEach(properties, vocabulary).map(({ words, rest }) => ({
    words,
    question: {
      ...question,
      retentionFilter: {
        ...rules,
        targetEntity: { ...bare, ...(rest !== undefined && { properties: rest }) },
      },
    },
  }))
}

/** The number of periods that is proposed if nobody started in a retention. A new retention has fewer. */
const LONG_RETENTION: Readonly<Record<string, number>> = { hour: 48, day: 60, week: 26, month: 24 }

/**
 * Returns the question of a funnel without its range. For a retention, returns the question without its end
 * date, and with more periods.
 */
function ofRange(question: QueryNode): readonly WithoutPart[] {
  const { dateRange } = question
  const nowMs = Date.now()
  if (question.kind === 'FunnelsQuery' && dateRange?.date_from !== 'all')
    return [
      {
        title: `Nobody started in the ${rangeWords(dateRange, nowMs)}`,
        ...{ part: 'this range', label: 'All time', when: 'at any time' },
        question: { ...question, dateRange: { date_from: 'all' } },
      },
    ]
  if (question.kind !== 'RetentionQuery') return []
  const { totalIntervals = 11, period = 'Day', ...rules } = rulesOf(question)
  const word = period.toLowerCase()
  const most = LONG_RETENTION[word] ?? 0
  const title = `Nobody started in these ${totalIntervals} ${word}s`
  const until: readonly WithoutPart[] = dateRange?.date_to
    ? [
        {
          ...{ title, part: 'this end', label: 'Until now', when: `in the last ${totalIntervals} ${word}s` },
          question: withField(question, 'dateRange', undefined),
        },
      ]
    : []
  if (most <= totalIntervals) return until
  return [
    ...until,
    {
      ...{ title, part: 'this range', label: `${most} ${word}s`, when: `in ${most} ${word}s` },
      question: { ...question, retentionFilter: { ...rules, period, totalIntervals: most } },
    },
  ]
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

/**
 * Rules of paths that may be the reason why there are no paths. Each has a title, the words for the rule
 * after "without", and the label of the button that removes it.
 */
const PATH_PARTS: readonly (readonly [
  field: keyof PathsFilter,
  title: (rules: PathsFilter) => string,
  part: string,
  label: string,
])[] = [
  ['startPoint', ({ startPoint }) => `No path begins at ${startPoint}`, 'this start', 'Remove the start'],
  ['endPoint', ({ endPoint }) => `No path ends at ${endPoint}`, 'this end', 'Remove the end'],
  ['excludeEvents', () => 'No path is left without the excluded items', 'excluding items', 'Exclude nothing'],
  [
    'minEdgeWeight',
    ({ minEdgeWeight }) => `No edge has at least ${minEdgeWeight} paths`,
    'hiding edges with fewer',
    'Show all edges',
  ],
  [
    'maxEdgeWeight',
    ({ maxEdgeWeight }) => `Every edge has more than ${maxEdgeWeight} paths`,
    'hiding edges with more',
    'Show all edges',
  ],
  ['includeEventTypes', () => 'No paths of these events', 'this choice', 'Use all events'],
]

const isEnd = (field: keyof PathsFilter): field is End => field === 'startPoint' || field === 'endPoint'

function ofPaths(question: QueryNode): readonly WithoutPart[] {
  if (question.kind !== 'PathsQuery') return []
  const rules = question.pathsFilter ?? {}
  return PATH_PARTS.flatMap(([field, title, part, label]) => {
    const { [field]: value, ...rest } = rules
    const isGiven = Array.isArray(value) ? value.length > 0 : Boolean(value)
    return isGiven
      ? [
          {
            title: title(rules),
            part,
            label,
            // If the end was picked by its path, there is a cleaning rule for it, which `withEnd` removes
            // as well.
            question: isEnd(field) ? withEnd(question, field, null) : { ...question, pathsFilter: rest },
          },
        ]
      : []
  })
}
