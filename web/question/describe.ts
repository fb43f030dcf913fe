import type { QueryNode, SeriesQuestion } from '#web/api/query-node.ts'
import { compareWords, rangeWords } from './dates.ts'
import { filtersWords } from './describe-filters.ts'
import { funnelPhrases, isFunnelOverTime } from './describe-funnel.ts'
import { pathsPhrases } from './describe-paths.ts'
import { retentionPhrases } from './describe-retention.ts'
import { actorsOf, breakdownPhrase, subject } from './describe-subject.ts'
import { smoothingWords } from './describe-trends.ts'
import { bold, joined, plain, type SentencePart } from './sentence-part.ts'
import type { Vocabulary } from './vocabulary.ts'

const TOTALS = [
  ...['ActionsTable', 'ActionsPie', 'ActionsDonut', 'ActionsProportionBar'],
  ...['ActionsBarValue', 'WorldMap', 'BoldNumber'],
]

/** Returns a phrase for each rule that the kind of the question has in addition to its events. */
function rulePhrases(node: SeriesQuestion, vocabulary: Vocabulary): (readonly SentencePart[])[] {
  switch (node.kind) {
    case 'FunnelsQuery':
      return funnelPhrases(node, vocabulary)
    case 'PathsQuery':
      return pathsPhrases(node)
    case 'TrendsQuery':
      return typeof node['aggregation_group_type_index'] === 'number'
        ? [[plain('counting '), bold(actorsOf(node, vocabulary), 'counted')]]
        : []
    default:
      return []
  }
}

const rangePhrase = (range: string): SentencePart[] =>
  range.startsWith('last ')
    ? [plain('last '), bold(range.slice('last '.length), 'dates')]
    : [bold(range, 'dates')]

const hasInterval = (node: SeriesQuestion): boolean =>
  ['TrendsQuery', 'LifecycleQuery'].includes(node.kind)
    ? !TOTALS.includes(node.trendsFilter?.display ?? '')
    : node.kind === 'FunnelsQuery' && isFunnelOverTime(node)

/** Returns the phrases about time: the interval of the question, its smoothing and its range. */
function timePhrases(node: SeriesQuestion, nowMs: number): (readonly SentencePart[])[] {
  if (node.kind === 'RetentionQuery') return retentionPhrases(node, nowMs)
  const smoothed = hasInterval(node) && node.kind === 'TrendsQuery' ? smoothingWords(node) : null
  return [
    ...(hasInterval(node) ? [[plain('per '), bold(node.interval ?? 'day', 'interval')]] : []),
    ...(smoothed === null ? [] : [smoothed]),
    rangePhrase(rangeWords(node.dateRange, nowMs)),
  ]
}

/**
 * Returns the question as one sentence. Its order is: measure, events with their filters, rules, filters,
 * interval, range, breakdown, comparison. To describe an answer, pass the question of this answer and never
 * the one in the form, which may have changed since.
 */
export function describe(question: QueryNode, vocabulary: Vocabulary, nowMs: number): SentencePart[] {
  const node = { ...question, series: question.series ?? [] }
  if (node.kind === 'HogQLQuery') return [plain('Result of the SQL statement.')]
  const filters = filtersWords(node.properties, vocabulary)
  const breakdown = breakdownPhrase(node, vocabulary)
  const compared = node.compareFilter?.compare === true
  const phrases = [
    subject(node, vocabulary),
    ...rulePhrases(node, vocabulary),
    ...(filters === '' ? [] : [[plain('where '), bold(filters, 'filters')]]),
    ...timePhrases(node, nowMs),
    ...(breakdown === null ? [] : [breakdown]),
    ...(compared
      ? [
          [
            plain('compared with '),
            bold(compareWords(node.compareFilter?.compare_to, node.dateRange, nowMs), 'compare'),
          ],
        ]
      : []),
    ...(node.filterTestAccounts === true
      ? [[plain('without '), bold('test accounts', 'test-accounts')]]
      : []),
  ]
  return [...joined(phrases), plain('.')]
}
