import type { QueryNode, SeriesQuestion } from '#web/api/query-node.ts'
import { capital } from '#web/ui/capital.ts'
import { readBreakdown } from './breakdown.ts'
import { breakdownName } from './breakdown-name.ts'
import { attributionWords, funnelSubject } from './describe-funnel.ts'
import { pathsSubject } from './describe-paths.ts'
import { retentionSubject } from './describe-retention.ts'
import { eventWords } from './describe-series.ts'
import { trendsSubject } from './describe-trends.ts'
import { bold, listed, plain, type SentencePart } from './sentence-part.ts'
import type { Vocabulary } from './vocabulary.ts'

const STATUSES = ['new', 'returning', 'resurrecting', 'dormant']
const COMPARED = { gte: 'at least', lte: 'at most', exact: 'exactly' } as const

function stickinessSubject(node: SeriesQuestion, actors: string, vocabulary: Vocabulary): SentencePart[] {
  const { computedAs, stickinessCriteria: criteria } = node.stickinessFilter ?? {}
  const intervals = `${node.interval ?? 'day'}s`
  const events = node.series.map((one, index) => eventWords(one, `series-${index}`, vocabulary))
  return [
    plain(
      computedAs === 'cumulative'
        ? `${capital(actors)} by the minimum number of ${intervals} with `
        : `${capital(actors)} by the number of ${intervals} with `,
    ),
    ...listed(events, ' or '),
    ...(criteria === undefined
      ? []
      : [plain(' '), bold(`${COMPARED[criteria.operator]} ${criteria.value} times`, 'criteria')]),
  ]
}

function lifecycleSubject(node: SeriesQuestion, actors: string, vocabulary: Vocabulary): SentencePart[] {
  const toggledLifecycles: readonly string[] = node.lifecycleFilter?.toggledLifecycles ?? []
  const shown = STATUSES.filter((one) => toggledLifecycles.length === 0 || toggledLifecycles.includes(one))
  const isAll = shown.length === STATUSES.length
  const words = shown.map((one, at) => (at === 0 ? capital(one) : one))
  return [
    ...listed(words.map((one) => [isAll ? plain(one) : bold(one, 'statuses')])),
    plain(` ${actors} for `),
    ...listed(node.series.map((one, index) => eventWords(one, `series-${index}`, vocabulary))),
  ]
}

/** Returns what the question counts, in words. The filters of single events are included. */
export function subject(node: SeriesQuestion, vocabulary: Vocabulary): SentencePart[] {
  const actors = actorsOf(node, vocabulary)
  switch (node.kind) {
    case 'TrendsQuery':
      return trendsSubject(node, vocabulary)
    case 'StickinessQuery':
      return stickinessSubject(node, actors, vocabulary)
    case 'LifecycleQuery':
      return lifecycleSubject(node, actors, vocabulary)
    case 'FunnelsQuery':
      return funnelSubject(node, actors, vocabulary)
    case 'RetentionQuery':
      return retentionSubject(node, actors, vocabulary)
    case 'PathsQuery':
      return pathsSubject(node, actors)
    default:
      return [plain('Result of the SQL statement')]
  }
}

/** Returns the word for the actors that the question counts, in the plural. */
export function actorsOf(node: QueryNode, { groupTypes }: Vocabulary): string {
  const index = node['aggregation_group_type_index']
  return groupTypes.find((one) => one.index === index)?.plural ?? 'persons'
}

/**
 * Returns the phrase for the breakdown: its properties, and which of an actor's values counts. Null without
 * a breakdown.
 */
export function breakdownPhrase(node: SeriesQuestion, vocabulary: Vocabulary): SentencePart[] | null {
  const { parts } = readBreakdown(node.breakdownFilter)
  if (parts.length === 0) return null
  const names = parts.map((part) => [
    bold(breakdownName(part, vocabulary.cohorts).toLowerCase(), 'breakdown'),
  ])
  const attribution = node.kind === 'FunnelsQuery' ? attributionWords(node, vocabulary) : []
  return [plain('by '), ...listed(names), ...attribution]
}
