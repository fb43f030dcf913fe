import { z } from 'zod'
import type { DataVersions } from '#coordination/data-versions.ts'
import type { Engine } from '#engine/engine.ts'
import type { PendingDeletion, PersonDeletionStore } from '#metadata/people/person-deletion-store.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import { eventsOf, STORABLE } from '#sql/events.ts'
import { bound, type Fragment, identifier, sql } from '#sql/fragment.ts'
import { renderLiterals } from '#sql/literal.ts'
import { removeMirroredPersons } from './mirror.ts'

/** What was deleted, and the proof: what is left, counted afterwards. */
export interface PersonDeletion {
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
   * Deletes a person. `settled` resolves when every event that was accepted before is stored, so that none slips in
   * behind. Null where the project has no such person.
   */
  erase(request: Request, settled: () => Promise<void>): Promise<PersonDeletion | null>
  /** Ends what a crash has interrupted. What fails stays for the next start, or for who asks again. */
  resume(): Promise<void>
}

export function createPersonEraser(deps: {
  readonly engine: Engine
  readonly deletions: PersonDeletionStore
  readonly versions: Pick<DataVersions, 'begin'>
  /** For the operator's log. */
  readonly warn: (sentence: string) => void
}): PersonEraser {
  const { engine, deletions, versions, warn } = deps
  async function finish(deletion: PendingDeletion): Promise<void> {
    const { projectId, numbers, withEvents } = deletion
    const end = await versions.begin([{ projectId, what: withEvents ? 'everything' : 'people' }])
    try {
      await removeMirroredPersons(engine, [deletion])
      if (withEvents)
        for (const some of chunksOf(numbers, MAX_NUMBERS)) await engine.command(deleteEvents(projectId, some))
      await end()
    } catch (error) {
      // The engine goes on by itself with what it has begun: until the next start, which ends it, nobody knows when the
      // numbers change.
      await end('unknown')
      throw error
    }
    await deletions.finish(deletion)
  }
  return {
    async erase({ projectId, uuid, withEvents }, settled) {
      const deletion = await deletions.begin(projectId, uuid, withEvents)
      if (deletion === null) return null
      await settled()
      const before = await countEvents(engine, deletion)
      await finish(deletion)
      const eventsLeft = await countEvents(engine, deletion)
      return {
        deletedEvents: before - eventsLeft,
        eventsLeft,
        distinctIdsLeft: await deletions.left(deletion),
      }
    },
    async resume() {
      for (const deletion of await deletions.pending())
        await finish(deletion).catch((error: unknown) =>
          warn(
            `The deletion of person ${deletion.uuid} of project ${deletion.projectId} is not done: ${error}`,
          ),
        )
    },
  }
}

/** A number takes up to 11 bytes of a command's text, of which the engine reads 256 KiB. */
const MAX_NUMBERS = 10_000

const isOneOf = (numbers: readonly number[]): Fragment => sql`person IN ${bound('Array(Int64)', numbers)}`

// A mutation and not a mark: the rows are gone from the disk when it returns.
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
    const [row] = await engine.rows(query, { name: 'ingest.events_of_person', isUpkeep: true })
    count += Count.parse(row).count
  }
  return count
}
