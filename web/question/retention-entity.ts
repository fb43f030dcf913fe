import type { RetentionEntity, SeriesNode } from '#web/api/query-node.ts'

/**
 * Returns an event of a retention in the form of a series, which the list of series can edit. If the event is
 * absent, the server uses the page view, and so does this function.
 */
export function seriesOfEntity({
  id = '$pageview',
  type = 'events',
  ...named
}: RetentionEntity = {}): SeriesNode {
  return type === 'actions'
    ? { kind: 'ActionsNode', id: Number(id), ...named }
    : { kind: 'EventsNode', event: id === null ? null : String(id), ...named }
}

export function entityOfSeries({
  kind,
  event,
  id,
  name,
  custom_name,
  properties,
}: SeriesNode): RetentionEntity {
  const isAction = kind === 'ActionsNode'
  return {
    id: isAction ? (id ?? null) : (event ?? null),
    type: isAction ? 'actions' : 'events',
    // A series may still have the name of an action that was picked before. It is kept only if the series
    // is an action.
    ...(isAction && name !== undefined && { name }),
    ...(custom_name !== undefined && { custom_name }),
    ...(properties !== undefined && { properties }),
  }
}
