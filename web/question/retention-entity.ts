import type { Filters, SeriesNode } from './node.ts'

/** An event of a retention, which is no series on the wire. */
export interface RetentionEntity {
  readonly id?: string | number | null
  readonly type?: 'events' | 'actions'
  readonly name?: string
  readonly custom_name?: string
  readonly properties?: Filters
}

/**
 * An event of a retention as a series, for the list that edits series. An absent one is the server's
 * default, the page view.
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
    // The name of a series that had another event says nothing of this one.
    ...(isAction && name !== undefined && { name }),
    ...(custom_name !== undefined && { custom_name }),
    ...(properties !== undefined && { properties }),
  }
}
