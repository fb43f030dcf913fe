import type { RetentionEntity, SeriesNode } from '#web/api/query-node.ts'

/**
 * Returns an event of a retention as a series, for the list that edits series. An absent event is the
 * default of the server, the page view.
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
    // The name of a series with another event means nothing for this event.
    ...(isAction && name !== undefined && { name }),
    ...(custom_name !== undefined && { custom_name }),
    ...(properties !== undefined && { properties }),
  }
}
