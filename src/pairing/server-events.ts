import { z } from 'zod'
import type { EventStore } from '#engine/event-store.ts'
import { MIRRORS } from '#engine/project-tables.ts'
import { identifier, sql } from '#fragments/fragment.ts'
import type { EventStoreState } from './compare-stores.ts'
import { marksOf } from './metadata-marks.ts'
import { findUsedNumbers } from './used-numbers.ts'

const Version = z.object({ version: z.coerce.number() })

/**
 * Reads what an event store on servers shows of the metadata that belongs to it. The rows themselves are the
 * marks: the numbers of their persons and groups, and the versions of the copies. `owner` is the id of the
 * installation that has claimed the store; null if none has.
 */
export async function readServerEvents(engine: EventStore, owner: string | null): Promise<EventStoreState> {
  if (owner === null) return { marks: null, tables: [] }
  const versions = await Promise.all(MIRRORS.map((table) => newestVersion(engine, table)))
  return {
    marks: marksOf(owner, {
      epoch: 0,
      mirrorVersion: Math.max(...versions),
      projects: await findUsedNumbers(engine),
    }),
    tables: [{ table: 'events', hasFolder: true, parts: [], broken: [] }],
  }
}

async function newestVersion(engine: EventStore, table: string): Promise<number> {
  const query = sql`SELECT max(version) AS version FROM ${identifier(table)}`
  const [row] = await engine.rows(query, { name: 'pairing.version', projectId: null, isUpkeep: true })
  return Version.parse(row).version
}
