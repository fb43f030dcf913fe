import type { NumericProperties } from '#hogql/numeric-properties.ts'
import { limited, ROW_LIMITS, type RowLimits, type TableQuery } from '#insights/table/table-query.ts'
import { bothHold } from '#query/combine-filters.ts'
import { parseDateRange } from '#query/date-range.ts'
import type { Mention } from '#query/mentions.ts'
import type { SeriesNode } from '#query/node.ts'
import { parseFilters } from '#query/parse-filters.ts'
import { parseSeries } from '#query/series.ts'
import { attrOf, type Places } from '#shared/places.ts'
import { requireDate } from '#values/date-text.ts'
import type { EventsNode } from './node.ts'
import { eventsStatement, isInstant } from './statement.ts'

export interface EventsQuery extends TableQuery {
  readonly kind: 'events'
}

/**
 * Parses a list of events.
 * @throws RequestError with the name of the field, and the place in its text
 */
export function parseEvents(
  node: EventsNode,
  at: Places,
  limits: RowLimits | null = ROW_LIMITS,
  numbers?: NumericProperties,
): EventsQuery {
  const { query, outputs } = eventsStatement(node, at, numbers)
  requireDates(node, at)
  return {
    kind: 'events',
    series: selectedSeries(node, at),
    breakdown: null,
    outputs,
    ...limited(query, limits),
    dateRange: listedRange(node),
    properties: parseFilters(bothHold(node.properties, node.fixedProperties), at('properties')),
    filterTestAccounts: node.filterTestAccounts === true,
  }
}

/**
 * Returns the range of a list. Exact instants are not part of it, because they are conditions of the
 * statement.
 */
export const listedRange = ({ after, before }: Pick<EventsNode, 'after' | 'before'>) =>
  parseDateRange({
    date_from: isInstant(after) ? 'all' : after || '-24h',
    date_to: isInstant(before) ? null : before,
    explicitDate: true,
  })

/**
 * Checks that `after` and `before` are dates in every project. Later they are the ends of a range, which
 * have other names.
 * @throws RequestError
 */
export function requireDates(node: Pick<EventsNode, 'after' | 'before'>, at: Places): void {
  for (const field of ['after', 'before'] as const) {
    const date = node[field]
    if (date && date !== 'all') requireDate(date, attrOf(at(field)))
  }
}

/** The fields that select the events of a list, by name or by an action. */
type AskedEvents = Pick<EventsNode, 'event' | 'actionId'>

/** Returns the events or the action that are asked for, as nodes of series. */
export const seriesNodes = ({ event, actionId }: AskedEvents): SeriesNode[] => [
  ...(event ? [{ kind: 'EventsNode', event }] : []),
  ...(actionId ? [{ kind: 'ActionsNode', id: actionId }] : []),
]

/** Returns the named events and actions as series. @throws RequestError */
export function selectedSeries(node: AskedEvents, at: Places) {
  const nodes = seriesNodes(node)
  if (nodes.length === 0) return []
  return parseSeries(nodes, placeOfSeries(at), {
    ...{ noun: 'choices of events', least: 1, most: 2, tooFew: 'required', maths: ['total'] },
  })
}

/**
 * Maps the paths of the fields of series to the paths of a list, whose node itself has the event or the
 * action.
 */
export const placeOfSeries =
  (at: Places): Places =>
  (list, place, name, ...field) =>
    list === 'series'
      ? at(name === 'id' ? 'actionId' : 'event')
      : at(list ?? '', ...[place, name, ...field].flatMap((one) => one ?? []))

/** Maps the paths of the ends of a range to the paths of a list, whose fields have names of their own. */
export const endsAt =
  (at: Places): Places =>
  (_, end) =>
    at(end === 'date_from' ? 'after' : 'before')

export const mentionedPerson = (personId: string | null | undefined, at: Places): Mention[] =>
  personId ? [{ of: 'person', id: personId, attr: attrOf(at('personId')) }] : []
