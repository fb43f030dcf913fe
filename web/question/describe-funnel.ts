import type { FunnelFilter, SeriesQuestion } from '#web/api/query-node.ts'
import { capital } from '#web/ui/capital.ts'
import { eventWords, firstTimeWords, nameInSentence } from './describe-series.ts'
import { bold, listed, plain, type SentencePart } from './sentence-part.ts'
import type { Vocabulary } from './vocabulary.ts'

const rulesOf = ({ funnelsFilter }: SeriesQuestion): FunnelFilter => funnelsFilter ?? {}

const WINDOW = 14

/** Whether a funnel shows its conversion over time. */
export const isFunnelOverTime = (node: SeriesQuestion): boolean => rulesOf(node).funnelVizType === 'trends'

/** Returns the steps of a funnel in words, each with its filters: `Persons with a, then b`. */
export function funnelSubject(node: SeriesQuestion, actors: string, vocabulary: Vocabulary): SentencePart[] {
  const { funnelOrderType, funnelAggregateByHogQL } = rulesOf(node)
  const who = funnelAggregateByHogQL ? `Values of ${funnelAggregateByHogQL}` : capital(actors)
  const steps = (node.series ?? []).map((step, index) => [
    ...(step.optionalInFunnel ? [plain('optionally ')] : []),
    ...eventWords(step, `series-${index}`, vocabulary),
    ...firstTimeWords(step),
  ])
  return funnelOrderType === 'unordered'
    ? [plain(`${who} with `), ...listed(steps), plain(' in '), bold('any order', 'order')]
    : [
        plain(`${who} with `),
        ...steps.flatMap((step, at) => [...(at === 0 ? [] : [plain(', then ')]), ...step]),
      ]
}

/** Returns the rules of a funnel that change its numbers. Each rule is a phrase. */
export function funnelPhrases(node: SeriesQuestion, vocabulary: Vocabulary): (readonly SentencePart[])[] {
  const rules = rulesOf(node)
  const { funnelWindowInterval: length = WINDOW, funnelWindowIntervalUnit: unit = 'day' } = rules
  const last = (node.series ?? []).length
  const from = (rules.funnelFromStep ?? 0) + 1
  const to = rules.funnelToStep === undefined ? last : rules.funnelToStep + 1
  const isCompared = (rules.funnelVizType ?? 'steps') !== 'steps' && (from > 1 || to < last)
  return [
    ...(rules.funnelOrderType === 'strict'
      ? [[plain('with '), bold('no other event', 'order'), plain(' between steps')]]
      : []),
    ...(rules.exclusions ?? []).map((one, index) => [
      plain('without '),
      ...eventWords(one, `exclusion-${index}`, vocabulary),
      plain(` between steps ${(one.funnelFromStep ?? 0) + 1} and ${(one.funnelToStep ?? 1) + 1}`),
    ]),
    [plain('within '), bold(`${length} ${length === 1 ? unit : `${unit}s`}`, 'window')],
    ...(isCompared ? [[plain('from '), bold(`step ${from} to step ${to}`, 'compared-steps')]] : []),
  ]
}

/**
 * Returns which breakdown value counts for an actor with several, in words. Empty if it is the first value,
 * which is the default.
 */
export function attributionWords(node: SeriesQuestion, vocabulary: Vocabulary): SentencePart[] {
  const { breakdownAttributionType: type, breakdownAttributionValue: index = 0 } = rulesOf(node)
  const step = node.series?.[index]
  switch (type) {
    case 'last_touch':
      return [plain(' ('), bold('last value', 'attribution'), plain(')')]
    case 'all_events':
      return [plain(' ('), bold('one value at all steps', 'attribution'), plain(')')]
    case 'step':
      return [
        plain(' (value at '),
        bold(step === undefined ? `step ${index + 1}` : nameInSentence(step, vocabulary), 'attribution'),
        plain(')'),
      ]
    default:
      return []
  }
}
