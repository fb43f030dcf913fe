import type { DataVersions } from '#coordination/data-versions.ts'
import type { PersonRoots } from '#coordination/person-roots.ts'
import type { EventStore } from '#engine/event-store.ts'
import { orLater } from '#metadata/database/disk-full.ts'
import type { DefinitionStore } from '#metadata/definitions/definition-store.ts'
import type { DroppedEventStore } from '#metadata/definitions/dropped-event-store.ts'
import type { EventDeletion, NewEventDeletion } from '#metadata/deletions/event-deletion.ts'
import type { EventDeletionStore } from '#metadata/deletions/event-deletion-store.ts'
import type { Clock } from '#shared/clock.ts'
import { errorWords } from '#shared/error-facts.ts'
import { untilRewritten } from './delete-events.ts'
import { countMirrored, deleteMirrored, deleteMonth, findMonths, findStoredNames } from './deleted-events.ts'

/** Numbers of rows that are left after a deletion. They are the evidence that the deletion is complete. */
export interface LeftData {
  readonly events: number
  /**
   * Rows of the project in the copies of persons, groups and cohorts. 0 for a deletion of events alone,
   * which affects no such rows.
   */
  readonly mirrored: number
  readonly cachedResults: number
  readonly samples: number
  readonly definitions: number
  /** Rows of a deleted project in the metadata; 0 for a deletion of events alone. */
  readonly metadataRows: number
}
export type AskedDeletion = Omit<NewEventDeletion, 'cutoffMs'>

export interface EventEraser {
  /**
   * Deletes events, or a project. When the promise resolves, no question returns the events. The engine may
   * rewrite its files later.
   */
  erase(asked: AskedDeletion): Promise<EventDeletion>
  /** Counts what is left now. */
  left(deletion: EventDeletion): Promise<LeftData>
  /** Continues deletions that have begun. Marks deletions as finished if the engine has carried them out. */
  resume(signal?: AbortSignal): Promise<void>
  /** Begins to delete the events that are older than the months for which their projects keep events. */
  expire(signal?: AbortSignal): Promise<void>
}

export interface EventEraserDeps {
  readonly engine: EventStore
  readonly eventDeletions: EventDeletionStore
  readonly versions: Pick<DataVersions, 'begin'>
  readonly personRoots: Pick<PersonRoots, 'changed'>
  readonly definitions: Pick<DefinitionStore, 'writeCounts' | 'forgetKnown'>
  readonly dropped: Pick<DroppedEventStore, 'writeCounts'>
  /** Resolves when the copies in the event store have everything that the metadata had before the call. */
  readonly copyMetadata: () => Promise<void>
  /** Resolves when every event that was accepted before the call is stored. */
  readonly earlierEvents: () => Promise<void>
  readonly clock: Clock
}

/**
 * Time in ms after the deletion of a project until all requests have ended that were under way at the
 * deletion. Such a request may have left rows of the project.
 */
const LAST_REQUEST_MS = 60_000

export function createEventEraser(deps: EventEraserDeps): EventEraser {
  const { engine, eventDeletions, versions, clock } = deps
  /** Ids of the deletions that a request is working on. */
  const running = new Set<number>()

  /** Deletes the events in the engine. No question returns them afterwards. */
  async function hide(deletion: EventDeletion): Promise<void> {
    await deps.earlierEvents()
    const months = await findMonths(engine, deletion)
    const found = months.reduce((sum, { events }) => sum + events, 0)
    await orLater(eventDeletions.noteCount(deletion.id, found))
    if (found > 0) engine.requireSpace()
    const end = await versions.begin([{ projectId: deletion.projectId, what: 'everything' }])
    try {
      for (const { month } of months) await deleteMonth(engine, deletion, month)
      if (deletion.kind === 'project') await forgetProject(deps, deletion)
    } catch (error) {
      // The engine may have accepted a deletion although it reported an error.
      await end('unknown')
      throw error
    }
    await end()
  }
  const mayFinish = ({ kind, cutoffMs }: EventDeletion) =>
    kind !== 'project' || clock() - cutoffMs >= LAST_REQUEST_MS
  async function run(deletion: EventDeletion): Promise<void> {
    await hide(deletion)
    await clearTraces(deps, deletion)
    if ((await untilRewritten(engine)) && mayFinish(deletion))
      await eventDeletions.finish(deletion.id, clock())
  }
  async function erase(asked: AskedDeletion): Promise<EventDeletion> {
    // The space is checked before anything is written, so that a refused request has no effect.
    engine.requireSpace()
    await deps.earlierEvents()
    // The versions are written first, so that the record of the deletion is the last write that a full disk
    // can refuse.
    const end = await versions.begin([{ projectId: asked.projectId, what: 'everything' }])
    try {
      return await eraseBegun(await eventDeletions.begin({ ...asked, cutoffMs: clock() }))
    } finally {
      await end()
    }
  }
  async function eraseBegun(deletion: EventDeletion): Promise<EventDeletion> {
    running.add(deletion.id)
    try {
      // If something fails for lack of space, a duty does the rest later.
      await orLater(run(deletion))
    } finally {
      running.delete(deletion.id)
    }
    return (await eventDeletions.find(deletion.projectId, deletion.id)) ?? deletion
  }
  return {
    erase,
    async left(deletion) {
      const { projectId, kind, cutoffMs } = deletion
      const months = await findMonths(engine, deletion)
      const stored = await findStoredNames(engine, projectId)
      const isProject = kind === 'project'
      return {
        events: months.reduce((sum, { events }) => sum + events, 0),
        mirrored: isProject ? await countMirrored(engine, projectId) : 0,
        ...(await eventDeletions.countTraces(projectId, cutoffMs, stored)),
        metadataRows: isProject ? await eventDeletions.countProjectRows(projectId) : 0,
      }
    },
    async resume(signal) {
      const failures: string[] = []
      for (const deletion of await eventDeletions.pending()) {
        if (signal?.aborted) break
        if (!running.has(deletion.id))
          await run(deletion).catch((error: unknown) =>
            failures.push(`${deletion.id} (${errorWords(error)})`),
          )
      }
      if (failures.length > 0) throw new Error(`Deletions of events are not finished: ${failures.join('; ')}`)
    },
    async expire(signal) {
      for (const { projectId, months } of await eventDeletions.retentions()) {
        if (signal?.aborted) break
        const beforeMs = keptSinceMs(clock(), months)
        const asked = { projectId, kind: 'retention', event: null, fromMs: null, beforeMs } as const
        const found = await findMonths(engine, { ...asked, cutoffMs: clock() })
        if (found.length > 0) await erase(asked)
      }
    },
  }
}

async function forgetProject(
  { engine, copyMetadata, personRoots }: EventEraserDeps,
  { projectId }: EventDeletion,
): Promise<void> {
  // When this resolves, the mirror has written everything that it was copying, and no further rows of the
  // project follow.
  await copyMetadata()
  if ((await countMirrored(engine, projectId)) === 0) return
  await deleteMirrored(engine, projectId)
  await personRoots.changed(projectId)
}

async function clearTraces(
  { engine, eventDeletions, definitions, dropped, clock }: EventEraserDeps,
  deletion: EventDeletion,
): Promise<void> {
  await definitions.writeCounts()
  await dropped.writeCounts()
  const stored = await findStoredNames(engine, deletion.projectId)
  await eventDeletions.clearTraces(deletion, stored, clock())
  // The known names are forgotten after the definitions are cleared, so that a later event with a deleted
  // name makes a new definition.
  definitions.forgetKnown()
}

/**
 * Returns the epoch ms at which the first month begins that is kept whole: `months` months before the
 * current one, in UTC.
 */
export function keptSinceMs(nowMs: number, months: number): number {
  const now = new Date(nowMs)
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months)
}
