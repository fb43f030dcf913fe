import { z } from 'zod'
import type { Engine } from '../engine/engine.ts'
import type { PendingDeletion, PersonDeletionStore } from '../metadata/person-deletion-store.ts'
import { eventsOf, STORABLE } from '../sql/events.ts'
import { bound, type Fragment, identifier, sql } from '../sql/fragment.ts'
import { renderLiterals } from '../sql/literal.ts'
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
  /** Ends what a crash has interrupted. */
  resume(): Promise<void>
}

export function createPersonEraser(deps: {
  readonly engine: Engine
  readonly deletions: PersonDeletionStore
}): PersonEraser {
  const { engine, deletions } = deps
  async function finish(deletion: PendingDeletion): Promise<void> {
    await removeMirroredPersons(engine, [deletion])
    if (deletion.withEvents) await engine.command(deleteEvents(deletion))
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
      for (const deletion of await deletions.pending()) await finish(deletion)
    },
  }
}

const isTheirs = ({ numbers }: PendingDeletion): Fragment => sql`person IN ${bound('Array(Int64)', numbers)}`

// A mutation and not a mark: the rows are gone from the disk when it returns.
const deleteEvents = (deletion: PendingDeletion) =>
  renderLiterals(sql`ALTER TABLE ${identifier('events')}
DELETE WHERE project_id = ${bound('UInt32', deletion.projectId)} AND ${isTheirs(deletion)}
SETTINGS mutations_sync = 2`)

const Count = z.object({ count: z.coerce.number() })

async function countEvents(engine: Engine, deletion: PendingDeletion): Promise<number> {
  const query = sql`SELECT count() AS count
${eventsOf(deletion.projectId, STORABLE, [isTheirs(deletion)])}`
  const [row] = await engine.rows(query, { name: 'ingest.events_of_person', isUpkeep: true })
  return Count.parse(row).count
}
