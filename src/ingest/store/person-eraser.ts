import { z } from 'zod'
import type { DataVersions } from '#coordination/data-versions.ts'
import type { Engine } from '#engine/engine.ts'
import type { PendingDeletion, PersonDeletionStore } from '#metadata/people/person-deletion-store.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import { eventsOf, STORABLE } from '#sql/events.ts'
import { bound, type Fragment, identifier, sql } from '#sql/fragment.ts'
import { renderLiterals } from '#sql/literal.ts'
import { removeMirroredPersons } from './mirror.ts'

/** The numbers of deleted and, counted afterwards, of remaining rows. */
export interface Erasure {
  readonly deletedEvents: number
  readonly eventsLeft: number
  readonly distinctIdsLeft: number
}
interface Request {
  readonly projectId: number
  readonly uuid: string
  readonly withEvents: boolean
}

export interface PersonEraser {
  /**
   * Deletes a person. `earlierEvents` resolves when every event that was accepted before is stored: an event that is
   * stored after the deletion would stay. Null where the project has no such person.
   */
  erase(request: Request, earlierEvents: () => Promise<void>): Promise<Erasure | null>
  /**
   * Finishes deletions that a crash or a failure has interrupted; those that a request is working on are left to it.
   * Rejects when one of them fails, after it has tried all: they stay for the next call.
   */
  resume(earlierEvents: () => Promise<void>, signal?: AbortSignal): Promise<void>
}

export function createPersonEraser(deps: {
  readonly engine: Engine
  readonly deletions: PersonDeletionStore
  readonly versions: Pick<DataVersions, 'begin'>
}): PersonEraser {
  const { engine, deletions, versions } = deps
  /** Requests under way, which finish their deletions themselves. */
  const requests = new Set<Request>()
  const isRequested = (deletion: PendingDeletion) =>
    [...requests].some(({ projectId, uuid }) => projectId === deletion.projectId && uuid === deletion.uuid)
  async function finish(deletion: PendingDeletion): Promise<void> {
    const { projectId, numbers, withEvents } = deletion
    const end = await versions.begin([{ projectId, what: withEvents ? 'everything' : 'people' }])
    try {
      await removeMirroredPersons(engine, [deletion])
      if (withEvents)
        for (const some of chunksOf(numbers, MAX_NUMBERS)) await engine.command(deleteEvents(projectId, some))
    } catch (error) {
      // The engine goes on by itself with a deletion that it has begun: until the next start it is unknown when the rows
      // are gone.
      await end('unknown')
      throw error
    }
    await end()
    await deletions.finish(deletion)
  }
  async function erase({ projectId, uuid, withEvents }: Request, earlierEvents: () => Promise<void>) {
    const deletion = await deletions.begin(projectId, uuid, withEvents)
    if (deletion === null) return null
    await earlierEvents()
    const before = await countEvents(engine, deletion)
    await finish(deletion)
    const eventsLeft = await countEvents(engine, deletion)
    return {
      deletedEvents: before - eventsLeft,
      eventsLeft,
      distinctIdsLeft: await deletions.left(deletion),
    }
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
      for (const deletion of await deletions.pending()) {
        if (signal?.aborted) break
        if (isRequested(deletion)) continue
        await earlierEvents()
        await finish(deletion).catch((error: unknown) => failures.push(failureOf(deletion, error)))
      }
      if (failures.length > 0)
        throw new Error(`Deletions of persons are not finished: ${failures.join('; ')}`)
    },
  }
}

const failureOf = ({ projectId, uuid }: PendingDeletion, error: unknown) =>
  `${uuid} of project ${projectId} (${error})`

/** A number takes up to 11 bytes of a command, whose text is limited to 256 KiB by the engine. */
const MAX_NUMBERS = 10_000

const isOneOf = (numbers: readonly number[]): Fragment => sql`person IN ${bound('Array(Int64)', numbers)}`

// A mutation instead of a lightweight delete: the rows are removed from the disk when it returns.
const deleteEvents = (projectId: number, numbers: readonly number[]) =>
  renderLiterals(sql`ALTER TABLE ${identifier('events')}
DELETE WHERE project_id = ${bound('UInt32', projectId)} AND ${isOneOf(numbers)}
SETTINGS mutations_sync = 2`)

const Count = z.object({ count: z.coerce.number() })

async function countEvents(engine: Engine, { projectId, numbers }: PendingDeletion): Promise<number> {
  let count = 0
  for (const some of chunksOf(numbers, MAX_NUMBERS)) {
    const query = sql`SELECT count() AS count
${eventsOf(projectId, STORABLE, [isOneOf(some)])}`
    const [row] = await engine.rows(query, { name: 'ingest.events_of_person', projectId, isUpkeep: true })
    count += Count.parse(row).count
  }
  return count
}
