import { capital } from '#web/ui/capital.ts'
import { whereWords } from './describe-filters.ts'
import { nameInSentence } from './describe-series.ts'
import { formulaInWords, formulasOf } from './formulas.ts'
import { mathName } from './math.ts'
import type { SeriesNode, SeriesQuestion } from './node.ts'
import { bold, listed, lowered, plain, type SentencePart } from './sentence-part.ts'
import { seriesName } from './series-name.ts'
import type { Vocabulary } from './vocabulary.ts'

const BEFORE: Readonly<Record<string, string>> = {
  total: 'How often ',
  dau: 'Unique persons who did ',
  unique_session: 'Unique sessions with ',
  weekly_active: 'Persons active within 7 days by ',
  monthly_active: 'Persons active within 30 days by ',
  first_time_for_user: 'Persons whose first ever is ',
  first_matching_event_for_user: 'Persons whose first of these is ',
}

function measure(series: SeriesNode, index: number, vocabulary: Vocabulary): SentencePart[] {
  const math = series.math || 'total'
  const counted = mathName(series, 'total', vocabulary.groupTypes)
  const before =
    BEFORE[math] ?? (math === 'unique_group' ? `${capital(counted)} that did ` : `${capital(counted)} of `)
  return [
    plain(before),
    bold(nameInSentence(series, vocabulary), `series-${index}`),
    ...(math === 'total' ? [plain(' happened')] : []),
    ...whereWords(series.properties, vocabulary),
  ]
}

/** What a trend measures: its series, or the formulas in their place. */
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
        ? [bold(custom_name, `formula-${index}`), plain(', that is '), words, ...of]
        : [words, ...of]
    }),
  )
}

/** What a display does to the numbers of the intervals; null if they are as counted. */
export function smoothingWords({ trendsFilter, interval = 'day' }: SeriesQuestion): SentencePart[] | null {
  if (trendsFilter?.display === 'ActionsLineGraphCumulative') return [plain('added up')]
  const intervals = Number(trendsFilter?.['smoothingIntervals'] ?? 1)
  return intervals > 1 ? [plain('as the mean of '), bold(`${intervals} ${interval}s`, 'smoothing')] : null
}
