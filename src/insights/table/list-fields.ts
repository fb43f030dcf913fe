import { operation } from '#hogql/syntax/syntax.ts'
import { parseDateRange } from '#query/date-range.ts'
import type { Mention } from '#query/mentions.ts'
import type { SeriesNode } from '#query/node.ts'
import { parseSeries } from '#query/series.ts'
import { attrOf, type FieldPaths } from '#shared/field-paths.ts'
import { requireDate } from '#values/date-text.ts'
import type { ListNode } from './list-node.ts'
import { column, type SentCondition, written } from './list-statement.ts'

/**
 * Returns the range of dates of a list. An end with a time of day is left out of the range, because it
 * becomes an exact condition of the statement.
 */
export const listedRange = ({ after, before }: Pick<ListNode, 'after' | 'before'>) =>
  parseDateRange({
    date_from: isInstant(after) ? 'all' : after || '-24h',
    date_to: isInstant(before) ? null : before,
    explicitDate: true,
  })

/**
 * Checks that `after` and `before` are dates in every project. They are checked here so that the error
 * names these fields. Errors that are found later would name the ends of the range, `date_from` and
 * `date_to`.
 * @throws RequestError
 */
export function requireDates(node: Pick<ListNode, 'after' | 'before'>, at: FieldPaths): void {
  for (const field of ['after', 'before'] as const) {
    const date = node[field]
    if (date && date !== 'all') requireDate(date, attrOf(at(field)))
  }
}

/** The fields that select the events of a list, by name or by an action. */
type AskedEvents = Pick<ListNode, 'event' | 'actionId'>

/** Returns the events or the action that are asked for, as nodes of series. */
export const seriesNodes = ({ event, actionId }: AskedEvents): SeriesNode[] => [
  ...(event ? [{ kind: 'EventsNode', event }] : []),
  ...(actionId ? [{ kind: 'ActionsNode', id: actionId }] : []),
]

/** Returns the named events and actions as series. @throws RequestError */
export function selectedSeries(node: AskedEvents, at: FieldPaths) {
  const nodes = seriesNodes(node)
  if (nodes.length === 0) return []
  return parseSeries(nodes, placeOfSeries(at), {
    ...{ noun: 'choices of events', least: 1, most: 2, tooFew: 'required', maths: ['total'] },
  })
}

/**
 * Converts the path of a field of a series to a path in the node of a list. Such a node has no series: its
 * event or action is a field of the node itself.
 */
export const placeOfSeries =
  (at: FieldPaths): FieldPaths =>
  (list, place, name, ...field) =>
    list === 'series'
      ? at(name === 'id' ? 'actionId' : 'event')
      : at(list ?? '', ...[place, name, ...field].flatMap((one) => one ?? []))

/**
 * Converts the path of an end of a range to a path in the node of a list, in which the ends are called
 * `after` and `before`.
 */
export const endsAt =
  (at: FieldPaths): FieldPaths =>
  (_, end) =>
    at(end === 'date_from' ? 'after' : 'before')

export const mentionedPerson = (personId: string | null | undefined, at: FieldPaths): Mention[] =>
  personId ? [{ of: 'person', id: personId, attr: attrOf(at('personId')) }] : []

/**
 * Returns whether a date is an instant with its time of day. A page of a list begins or ends exactly at
 * such a date, and events of that very instant are not part of the page.
 */
export const isInstant = (date: string | null | undefined): date is string =>
  typeof date === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(date)

/**
 * Returns conditions on the rows of a page: on their person, and on the column `time` if an end of the page
 * is an exact instant.
 */
export function personAndInstants(
  { personId, before, after }: Pick<ListNode, 'personId' | 'before' | 'after'>,
  time: string,
  at: FieldPaths,
): SentCondition[] {
  const compare = (name: string, field: string, text: string, sentAs: string): SentCondition => ({
    condition: operation(name, 0, [column([field]), written(text)]),
    source: { text, path: at(sentAs) },
  })
  return [
    ...(personId ? [compare('equals', 'person_id', personId, 'personId')] : []),
    ...(isInstant(after) ? [compare('greater', time, after, 'after')] : []),
    ...(isInstant(before) ? [compare('less', time, before, 'before')] : []),
  ]
}
