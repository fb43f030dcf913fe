import { z } from 'zod'
import type { DataVersions } from '#coordination/data-versions.ts'
import type { EventStore } from '#engine/event-store.ts'
import { sql } from '#fragments/fragment.ts'
import { orLater } from '#metadata/database/disk-full.ts'
import type { DroppedEventStore } from '#metadata/definitions/dropped-event-store.ts'
import type { EventDeletionStore } from '#metadata/deletions/event-deletion-store.ts'
import type { PendingDeletion, PersonDeletionStore } from '#metadata/people/person-deletion-store.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import type { Clock } from '#shared/clock.ts'
import { errorWords } from '#shared/error-facts.ts'
import { eventsOf, STORABLE } from '#sql/events.ts'
import { deleteEvents, isOneOf, MAX_NUMBERS, untilRewritten } from './delete-events.ts'
import { removeMirroredPersons } from './mirror.ts'

/**
 * The result of the deletion of a person: how many events were deleted, and how much was left when it was
 * counted afterwards.
 */
export interface Erasure {
  readonly deletedEvents: number
  readonly eventsLeft: number
  readonly distinctIdsLeft: number
  /** What the project still has from before the deletion: cached results, and samples of refused events. */
  readonly cachedResultsLeft: number
  readonly samplesLeft: number
  /**
   * Whether the files of the event store are rewritten already. If not, a duty finishes the deletion later.
   */
  readonly isRewritten: boolean
}
interface Request {
  readonly projectId: number
  readonly uuid: string
  readonly withEvents: boolean
}

export interface PersonEraser {
  /**
   * Deletes a person. Resolves with null if the project has no such person. `earlierEvents` resolves when
   * every event that was accepted earlier is stored. The deletion awaits it, because it would miss an event
   * that is stored afterwards.
   */
  erase(request: Request, earlierEvents: () => Promise<void>): Promise<Erasure | null>
  /**
   * Continues deletions that a crash or a failure has interrupted, and finishes the deletions that the
   * engine has carried out. Deletions that a request is working on are left to that request. If a deletion
   * fails, the others are tried before the promise rejects. A failed deletion stays for the next call.
   */
  resume(earlierEvents: () => Promise<void>, signal?: AbortSignal): Promise<void>
}

export interface PersonEraserDeps {
  readonly engine: EventStore
  readonly deletions: PersonDeletionStore
  readonly versions: Pick<DataVersions, 'begin'>
  readonly eventDeletions: Pick<EventDeletionStore, 'clearResultsAndSamples' | 'countTraces'>
  readonly dropped: Pick<DroppedEventStore, 'writeCounts'>
  readonly clock: Clock
}

export function createPersonEraser(deps: PersonEraserDeps): PersonEraser {
  const { engine, deletions, versions } = deps
  /** Requests under way. They finish their deletions themselves. */
  const requests = new Set<Request>()
  const isRequested = (deletion: PendingDeletion) =>
    [...requests].some(({ projectId, uuid }) => projectId === deletion.projectId && uuid === deletion.uuid)
  const beginChange = ({ projectId, withEvents }: Pick<PendingDeletion, 'projectId' | 'withEvents'>) =>
    versions.begin([{ projectId, what: withEvents ? 'everything' : 'people' }])
  /** Hides the person, and the events if asked, from questions. The engine rewrites its files later. */
  async function hide(deletion: PendingDeletion): Promise<void> {
    const { projectId, numbers, withEvents } = deletion
    const end = await beginChange(deletion)
    try {
      await removeMirroredPersons(engine, [deletion])
      if (withEvents) await deleteEvents(engine, projectId, numbers)
    } catch (error) {
      // The engine may have accepted the deletion. When it takes effect is unknown until the next start.
      await end('unknown')
      throw error
    }
    await end()
  }
  async function erase(request: Request, earlierEvents: () => Promise<void>): Promise<Erasure | null> {
    const { projectId, uuid, withEvents } = request
    // Rewriting files takes space. This check comes first, so that a refused request has no effect.
    engine.requireSpace()
    // Versions come first, so that the deletion is the last write that a full disk can refuse.
    const end = await beginChange(request)
    try {
      const deletion = await deletions.begin(projectId, uuid, withEvents)
      return deletion === null ? null : await eraseBegun(deletion, earlierEvents)
    } finally {
      await end()
    }
  }
  async function eraseBegun(deletion: PendingDeletion, earlierEvents: () => Promise<void>): Promise<Erasure> {
    const sinceMs = deps.clock()
    await earlierEvents()
    const before = await countEvents(engine, deletion)
    await hide(deletion)
    const isRewritten = !deletion.withEvents || (await untilRewritten(engine))
    // The person is gone. If there is no space for clearing the traces, a duty clears them and finishes.
    await orLater(
      clearTraces(deps, deletion).then(() => (isRewritten ? deletions.finish(deletion) : undefined)),
    )
    const eventsLeft = await countEvents(engine, deletion)
    const { cachedResults, samples } = await deps.eventDeletions.countTraces(
      deletion.projectId,
      sinceMs,
      new Set(),
    )
    return {
      deletedEvents: before - eventsLeft,
      eventsLeft,
      distinctIdsLeft: await deletions.left(deletion),
      cachedResultsLeft: cachedResults,
      samplesLeft: samples,
      isRewritten,
    }
  }
  // Events that no query finds are deleted or will be. Deleting them again would only rewrite more files.
  async function hideAgain(deletion: PendingDeletion, earlierEvents: () => Promise<void>): Promise<void> {
    await earlierEvents()
    const withEvents = deletion.withEvents && (await countEvents(engine, deletion)) > 0
    if (withEvents) engine.requireSpace()
    await hide({ ...deletion, withEvents })
    await clearTraces(deps, deletion)
  }
  async function finishRewritten(hidden: readonly PendingDeletion[]): Promise<void> {
    if (hidden.length === 0 || !(await untilRewritten(engine))) return
    for (const deletion of hidden) await deletions.finish(deletion)
  }
  return {
    async erase(request, earlierEvents) {
      requests.add(request)
      try {
        return await erase(request, earlierEvents)
      } finally {
        requests.delete(request)
      }
    },
    async resume(earlierEvents, signal) {
      const failures: string[] = []
      const hidden: PendingDeletion[] = []
      for (const deletion of await deletions.pending()) {
        if (signal?.aborted) break
        if (isRequested(deletion)) continue
        await hideAgain(deletion, earlierEvents).then(
          () => hidden.push(deletion),
          (error: unknown) => failures.push(failureOf(deletion, error)),
        )
      }
      await finishRewritten(hidden)
      if (failures.length > 0)
        throw new Error(`Deletions of persons are not finished: ${failures.join('; ')}`)
    },
  }
}

// Deletes what may still show the person: a cached result may name the person, and a sample may be one of
// the events.
async function clearTraces(
  { dropped, eventDeletions }: PersonEraserDeps,
  { projectId }: PendingDeletion,
): Promise<void> {
  await dropped.writeCounts()
  await eventDeletions.clearResultsAndSamples(projectId)
}

const failureOf = ({ projectId, uuid }: PendingDeletion, error: unknown) =>
  `${uuid} of project ${projectId} (${errorWords(error)})`

const Count = z.object({ count: z.coerce.number() })

async function countEvents(engine: EventStore, { projectId, numbers }: PendingDeletion): Promise<number> {
  let count = 0
  for (const some of chunksOf(numbers, MAX_NUMBERS)) {
    const query = sql`SELECT count() AS count
${eventsOf(projectId, STORABLE, [isOneOf(some)])}`
    const [row] = await engine.rows(query, { name: 'ingest.events_of_person', projectId, isUpkeep: true })
    count += Count.parse(row).count
  }
  return count
}
