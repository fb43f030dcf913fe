import type { QueryNode, RetentionEntity, SeriesNode } from '#web/api/query-node.ts'
import { FIRST_STATEMENT } from './first-statement.ts'
import { withoutMath } from './math.ts'
import type { InsightKind } from './node.ts'

export interface KindRules {
  /** The maths that the new kind allows. */
  readonly maths: readonly string[]
  readonly leastSeries: number
  readonly mostSeries: number
  /**
   * The events of the project, most frequent first. If the new kind needs more series, they are about these
   * events.
   */
  readonly events: readonly string[]
}

interface KindChoices {
  readonly node: string
  readonly maths: readonly string[]
  readonly least_series: number
  readonly most_series: number
}

/**
 * Returns the rules of a kind from the vocabulary of the server. A kind that is missing there has no
 * series.
 */
export function rulesOf(
  kinds: readonly KindChoices[],
  kind: InsightKind,
  events: readonly { readonly name: string }[],
): KindRules {
  const choices = kinds.find(({ node }) => node === kind)
  return {
    maths: choices?.maths ?? [],
    leastSeries: choices?.least_series ?? 0,
    mostSeries: choices?.most_series ?? 0,
    events: events.map(({ name }) => name),
  }
}

const WITH_SERIES = ['TrendsQuery', 'FunnelsQuery', 'StickinessQuery', 'LifecycleQuery']
const WITH_INTERVAL = ['TrendsQuery', 'StickinessQuery', 'LifecycleQuery']
const WITH_BREAKDOWN = ['TrendsQuery', 'FunnelsQuery', 'RetentionQuery']
const WITH_COMPARISON = ['TrendsQuery', 'StickinessQuery']

/**
 * Returns the question as a question of another kind. It keeps what the other kind has too: events,
 * filters, dates, interval and breakdown.
 */
export function changeKind(question: QueryNode, kind: InsightKind, rules: KindRules): QueryNode {
  if (kind === 'HogQLQuery') return { kind, query: FIRST_STATEMENT }
  const from = question
  const series = seriesIn(question)
  return {
    kind,
    ...kept(from, ['properties', 'filterTestAccounts']),
    // A retention has a number of periods in place of a range, so dates are not carried over from it or to
    // it.
    ...(kind !== 'RetentionQuery' && question.kind !== 'RetentionQuery' && kept(from, ['dateRange'])),
    ...(WITH_INTERVAL.includes(kind) && kept(from, ['interval'])),
    ...(WITH_BREAKDOWN.includes(kind) && kept(from, ['breakdownFilter'])),
    ...(WITH_COMPARISON.includes(kind) && kept(from, ['compareFilter'])),
    ...(WITH_SERIES.includes(kind) && { series: fittingSeries(series, rules) }),
    ...(kind === 'RetentionQuery' && retentionOf(series)),
  }
}

const kept = (from: QueryNode, fields: readonly string[]) =>
  Object.fromEntries(fields.flatMap((field) => (from[field] === undefined ? [] : [[field, from[field]]])))

/** Returns the events of a question as series. */
function seriesIn(question: QueryNode): readonly SeriesNode[] {
  const { series } = question
  if (series !== undefined) return series
  const retention = question.retentionFilter
  const entities = [retention?.targetEntity, retention?.returningEntity].filter((one) => one !== undefined)
  const found = entities.map(
    ({ id, type }): SeriesNode =>
      type === 'actions'
        ? { kind: 'ActionsNode', id: Number(id) }
        : { kind: 'EventsNode', event: id === undefined || id === null ? null : String(id) },
  )
  const [first, second] = found
  return JSON.stringify(first) === JSON.stringify(second) ? found.slice(0, 1) : found
}

function fittingSeries(series: readonly SeriesNode[], rules: KindRules): readonly SeriesNode[] {
  const { maths, leastSeries, mostSeries, events } = rules
  const fitting = series.slice(0, mostSeries).map((one) => withoutOtherMath(one, maths))
  const used = new Set(fitting.map(({ event }) => event))
  const more = events
    .filter((event) => !used.has(event))
    .map((event): SeriesNode => ({ kind: 'EventsNode', event }))
  const missing = Math.max(0, Math.max(1, leastSeries) - fitting.length)
  const added = more.slice(0, missing)
  // If the project has too few events to add, the first event is repeated.
  const repeated = Array.from(
    { length: missing - added.length },
    (): SeriesNode => fitting[0] ?? { kind: 'EventsNode', event: null },
  )
  return [...fitting, ...added, ...repeated]
}

function withoutOtherMath(series: SeriesNode, maths: readonly string[]): SeriesNode {
  if (series.math === undefined || maths.includes(series.math)) return series
  return withoutMath(series)
}

function retentionOf([first, second]: readonly SeriesNode[]): Pick<QueryNode, 'retentionFilter'> {
  const entity = ({ kind, id, event }: SeriesNode): RetentionEntity =>
    kind === 'ActionsNode' ? { id: id ?? null, type: 'actions' } : { id: event ?? null, type: 'events' }
  if (first === undefined) return {}
  return { retentionFilter: { targetEntity: entity(first), returningEntity: entity(second ?? first) } }
}
