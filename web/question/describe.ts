import type { QueryNode } from '#web/api/ask.ts'
import { readBreakdown } from './breakdown.ts'
import { breakdownName } from './breakdown-name.ts'
import { compareWords, rangeWords } from './dates.ts'
import { readFilters } from './filters.ts'
import { formulaInWords, formulasOf } from './formulas.ts'
import { mathName } from './math.ts'
import type { Filters, PropertyFilter, SeriesNode, SeriesQuestion } from './node.ts'
import { operatorName, valueWords } from './operators.ts'
import { propertyName } from './property-names.ts'
import { seriesName } from './series-name.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A piece of a sentence; one with `to` names a control by its `data-part`. */
export interface SentencePart {
  readonly text: string
  readonly to?: string
}

const plain = (text: string): SentencePart => ({ text })

/** `a`, `a and b`, `a, b and c`. */
function listed(parts: readonly (readonly SentencePart[])[], last = ' and '): SentencePart[] {
  return parts.flatMap((part, at) => [
    ...(at === 0 ? [] : [plain(at === parts.length - 1 ? last : ', ')]),
    ...part,
  ])
}

/** One filter in words: `Country is Germany, Austria +2`. */
export function filterWords(filter: PropertyFilter, { cohorts }: Pick<Vocabulary, 'cohorts'>): string {
  if (filter.type === 'cohort') {
    const name = cohorts.find(({ id }) => id === filter.value)?.name ?? `cohort ${filter.value}`
    return `${filter.operator === 'not_in' ? 'not ' : ''}in ${name}`
  }
  return [propertyName(filter.key), operatorName(filter.operator), valueWords(filter)]
    .filter(Boolean)
    .join(' ')
}

function filtersWords(filters: Filters | undefined, vocabulary: Vocabulary): string {
  const groups = readFilters(filters)
  if (groups === null) return 'the filters of the source hold'
  return groups.map((group) => group.map((one) => filterWords(one, vocabulary)).join(' and ')).join(', or ')
}

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
  const name = { text: nameInSentence(series, vocabulary), to: `series-${index}` }
  const math = series.math || 'total'
  const counted = mathName(series, 'total', vocabulary.groupTypes)
  const before =
    BEFORE[math] ?? (math === 'unique_group' ? `${capital(counted)} that did ` : `${capital(counted)} of `)
  const filters = filtersWords(series.properties, vocabulary)
  return [
    plain(before),
    name,
    ...(math === 'total' ? [plain(' happened')] : []),
    ...(filters === '' ? [] : [plain(` where ${filters}`)]),
  ]
}

const nameInSentence = (series: SeriesNode, { actions }: Vocabulary): string =>
  series.kind === 'EventsNode' && !series.event && !series.custom_name
    ? 'any event'
    : seriesName(series, actions)

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)
const lowered = ([first, ...rest]: readonly SentencePart[]): SentencePart[] =>
  first === undefined
    ? []
    : [{ ...first, text: first.text.slice(0, 1).toLowerCase() + first.text.slice(1) }, ...rest]

const TOTALS = [
  ...['ActionsTable', 'ActionsPie', 'ActionsDonut', 'ActionsProportionBar'],
  ...['ActionsBarValue', 'WorldMap', 'BoldNumber'],
]

function trendsSubject(node: SeriesQuestion, vocabulary: Vocabulary): SentencePart[] {
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
      const words = { text: formulaInWords(formula, names), to: `formula-${index}` }
      return custom_name
        ? [{ text: custom_name, to: `formula-${index}` }, plain(', that is '), words, ...of]
        : [words, ...of]
    }),
  )
}

function subject(node: SeriesQuestion, vocabulary: Vocabulary): SentencePart[] {
  const names = (node.series ?? []).map((one, index): SentencePart[] => [
    { text: nameInSentence(one, vocabulary), to: `series-${index}` },
  ])
  const actors = actorsOf(node, vocabulary)
  switch (node.kind) {
    case 'TrendsQuery':
      return trendsSubject(node, vocabulary)
    case 'StickinessQuery':
      return [
        plain(`${actors} by the number of ${node.interval ?? 'day'}s in which they did `),
        ...listed(names, ' or '),
      ]
    case 'LifecycleQuery':
      return [plain(`New, returning, resurrecting and dormant ${actors.toLowerCase()} of `), ...listed(names)]
    case 'FunnelsQuery':
      return [
        plain(`${actors} who did `),
        ...names.flatMap((name, at) => [
          ...(at === 0 ? [] : [plain(', then ')]),
          ...name,
          ...(node.series[at]?.math?.startsWith('first_') ? [plain(' for the first time')] : []),
        ]),
      ]
    case 'RetentionQuery':
      return [plain(`${actors} who came back`), ...retentionEvents(node)]
    case 'PathsQuery':
      return [plain(`What ${actors.toLowerCase()} did one after another`)]
    default:
      return [plain('The rows of a statement')]
  }
}

function actorsOf(node: QueryNode, { groupTypes }: Vocabulary): string {
  const index = node['aggregation_group_type_index']
  return capital(groupTypes.find((one) => one.index === index)?.plural ?? 'persons')
}

const rangePhrase = (range: string): SentencePart[] =>
  range.startsWith('last ')
    ? [plain('last '), { text: range.slice('last '.length), to: 'dates' }]
    : [{ text: range, to: 'dates' }]

/** A retention has no range: it is of so many periods up to its end. */
function periodsWords(node: QueryNode): string {
  const { totalIntervals = 11, period = 'day' } = (node['retentionFilter'] ?? {}) as {
    readonly totalIntervals?: number
    readonly period?: string
  }
  return `over ${totalIntervals} ${period.toLowerCase()}s`
}

function retentionEvents(node: QueryNode): SentencePart[] {
  const filter = node['retentionFilter'] as
    | { targetEntity?: { id?: string | null }; returningEntity?: { id?: string | null } }
    | undefined
  const name = (entity: { id?: string | null } | undefined) => entity?.id ?? 'any event'
  if (filter?.targetEntity === undefined) return []
  return [
    plain(' to do '),
    { text: String(name(filter.returningEntity ?? filter.targetEntity)), to: 'series' },
    plain(' after '),
    { text: String(name(filter.targetEntity)), to: 'series' },
  ]
}

/** What a display does to the numbers of the intervals; null where they are as counted. */
function smoothingWords({ trendsFilter, interval = 'day' }: SeriesQuestion, isTotal: boolean): string | null {
  if (isTotal) return null
  if (trendsFilter?.display === 'ActionsLineGraphCumulative') return 'added up'
  const intervals = Number(trendsFilter?.['smoothingIntervals'] ?? 1)
  return intervals > 1 ? `as the mean of ${intervals} ${interval}s` : null
}

const WITH_INTERVAL = ['TrendsQuery', 'LifecycleQuery']

/**
 * The question in one sentence: measure, event, filters, interval, range, breakdown, comparison. It is of the question that was
 * answered, never of the form.
 */
export function describe(question: QueryNode, vocabulary: Vocabulary, nowMs: number): SentencePart[] {
  const node = question as SeriesQuestion
  if (node.kind === 'HogQLQuery') return [plain('The rows of a statement.')]
  const isTotal = TOTALS.includes(node.trendsFilter?.display ?? '')
  const range = rangeWords(node.dateRange, nowMs)
  const filters = filtersWords(node.properties, vocabulary)
  const { parts } = readBreakdown(node.breakdownFilter)
  const phrases: (readonly SentencePart[])[] = [subject(node, vocabulary)]
  if (filters !== '') phrases.push([plain('where '), { text: filters, to: 'filters' }])
  if (WITH_INTERVAL.includes(node.kind) && !isTotal)
    phrases.push([plain('per '), { text: node.interval ?? 'day', to: 'interval' }])
  const smoothed = smoothingWords(node, isTotal)
  if (smoothed !== null) phrases.push([plain(smoothed)])
  phrases.push(node.kind === 'RetentionQuery' ? [plain(periodsWords(node))] : rangePhrase(range))
  if (parts.length > 0)
    phrases.push([
      plain('by '),
      ...listed(
        parts.map((part) => [
          { text: breakdownName(part, vocabulary.cohorts).toLowerCase(), to: 'breakdown' },
        ]),
      ),
    ])
  if (node.compareFilter?.compare === true)
    phrases.push([plain(`against ${compareWords(node.compareFilter.compare_to, node.dateRange, nowMs)}`)])
  if (node.filterTestAccounts === true) phrases.push([plain('without test accounts')])
  return [...phrases.flatMap((phrase, at) => (at === 0 ? phrase : [plain(', '), ...phrase])), plain('.')]
}

/** The sentence as text, for names of charts and screen readers. */
export const sentenceText = (parts: readonly SentencePart[]): string => parts.map(({ text }) => text).join('')
