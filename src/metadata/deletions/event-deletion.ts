/** A deletion of events of a project, or of the whole project. */
export interface EventDeletion {
  readonly id: number
  readonly projectId: number
  /**
   * `events` deletes the events that match. `retention` deletes the months that the project no longer
   * keeps. `project` deletes everything.
   */
  readonly kind: 'events' | 'retention' | 'project'
  /** Deletes events of this name; null for any name. */
  readonly event: string | null
  /** Deletes events from the first instant on and before the second one; null means no limit. */
  readonly fromMs: number | null
  readonly beforeMs: number | null
  /** Events that were stored after this instant are not deleted. */
  readonly cutoffMs: number
  readonly createdAt: string
  /** Number of events that the deletion found; null before it has looked. */
  readonly deletedEvents: number | null
  /** The time when the files of the event store had been rewritten without the events; null before that. */
  readonly finishedAt: string | null
}
export type NewEventDeletion = Pick<
  EventDeletion,
  'projectId' | 'kind' | 'event' | 'fromMs' | 'beforeMs' | 'cutoffMs'
>
