/** A deletion of events of a project, or of the project. */
export interface EventDeletion {
  readonly id: number
  readonly projectId: number
  /** `retention`: of the months that the project does not keep. `project`: of everything. */
  readonly kind: 'events' | 'retention' | 'project'
  /** Events of this name; null for any. */
  readonly event: string | null
  /** Events from this instant on, and before the other one; null without a limit. */
  readonly fromMs: number | null
  readonly beforeMs: number | null
  /** Events that were stored later are not deleted. */
  readonly cutoffMs: number
  readonly createdAt: string
  /** How many events it found; null before it has looked. */
  readonly deletedEvents: number | null
  /** When the files of the event store had been rewritten without the events; null before. */
  readonly finishedAt: string | null
}
export type NewEventDeletion = Pick<
  EventDeletion,
  'projectId' | 'kind' | 'event' | 'fromMs' | 'beforeMs' | 'cutoffMs'
>
