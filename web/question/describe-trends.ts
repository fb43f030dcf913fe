import { PER_ACTOR } from '#contract/math-words.ts'
import type { SeriesNode, SeriesQuestion } from '#web/api/query-node.ts'
import { capital } from '#web/ui/capital.ts'
import { whereWords } from './describe-filters.ts'
import { firstTimeWords, nameInSentence } from './describe-series.ts'
import { formulaInWords, formulasOf } from './formulas.ts'
import { mathName } from './math.ts'
import { bold, listed, lowered, plain, type SentencePart } from './sentence-part.ts'
import { seriesName } from './series-name.ts'
import type { Vocabulary } from './vocabulary.ts'

const BEFORE: Readonly<Record<string, string>> = {
  total: 'Number of ',
  dau: 'Unique persons with ',
  unique_session: 'Unique sessions with ',
  weekly_active: 'Weekly active persons (7 days) with ',
  monthly_active: 'Monthly active persons (30 days) with ',
  first_time_for_user: 'Persons with ',
  first_matching_event_for_user: 'Persons with ',
}
const PER_PERSON = ' events per person'

/**
 * Whether the name of a series is that of its event or action. If so, the word "events" can follow it:
 * `signed up events`.
 */
const isEventName = ({ event, custom_name, kind }: SeriesNode): boolean =>
  !custom_name && !(kind === 'EventsNode' && !event)

/** Returns the name of a series that counts events. Without an event it is `all events`. */
const countedName = (series: SeriesNode, vocabulary: Vocabulary): string =>
  series.custom_name || isEventName(series) ? nameInSentence(series, vocabulary) : 'all events'

function measure(series: SeriesNode, index: number, vocabulary: Vocabulary): SentencePart[] {
  const math = series.math || 'total'
  const isCount = math === 'total'
  const counted = mathName(series, 'total', vocabulary.groupTypes)
  if (math.endsWith(PER_ACTOR) && isEventName(series))
    return [
      plain(`${capital(counted.replace(PER_PERSON, ''))} `),
      bold(nameInSentence(series, vocabulary), `series-${index}`),
      plain(PER_PERSON),
      ...whereWords(series.properties, vocabulary),
    ]
  const before =
    BEFORE[math] ?? (math === 'unique_group' ? `${capital(counted)} with ` : `${capital(counted)} of `)
  return [
    plain(before),
    bold(isCount ? countedName(series, vocabulary) : nameInSentence(series, vocabulary), `series-${index}`),
    ...(isCount && isEventName(series) ? [plain(' events')] : []),
    ...whereWords(series.properties, vocabulary),
    ...firstTimeWords(series),
  ]
}

/** Returns what a trend measures, in words: its formulas, or its series if it has no formulas. */
export function trendsSubject(node: SeriesQuestion, vocabulary: Vocabulary): SentencePart[] {
  const formulas = formulasOf(node.trendsFilter).filter(({ formula }) => formula.trim() !== '')
  if (formulas.length === 0) {
    const measures = node.series.map((one, index) => measure(one, index, vocabulary))
    return listed(measures.map((parts, at) => (at === 0 ? parts : lowered(parts))))
  }
  const names = node.series.map((one) => seriesName(one, vocabulary.actions))
  const maths = new Set(node.series.map((one) => mathName(one, 'total', vocabulary.groupTypes)))
  const of = maths.size === 1 ? [plain(` in ${[...maths].join('')}`)] : []
  return listed(
    formulas.map(({ formula, custom_name }, index) => {
      const words = bold(formulaInWords(formula, names), `formula-${index}`)
      return custom_name
        ? [bold(custom_name, `formula-${index}`), plain(', which is '), words, ...of]
        : [words, ...of]
    }),
  )
}

/**
 * Returns what the display does with the numbers of the intervals, such as taking means; null if it shows
 * the numbers as they were counted.
 */
export function smoothingWords({ trendsFilter, interval = 'day' }: SeriesQuestion): SentencePart[] | null {
  if (trendsFilter?.display === 'ActionsLineGraphCumulative') return [plain('added up')]
  const intervals = Number(trendsFilter?.['smoothingIntervals'] ?? 1)
  return intervals > 1 ? [plain('as the mean of '), bold(`${intervals} ${interval}s`, 'smoothing')] : null
}
