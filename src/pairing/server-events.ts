import { z } from 'zod'
import type { EventStore } from '#engine/event-store.ts'
import { MIRRORS } from '#engine/project-tables.ts'
import { identifier, sql } from '#fragments/fragment.ts'
import type { EventStoreState } from './compare-stores.ts'
import { marksOf } from './metadata-marks.ts'

const Version = z.object({ version: z.coerce.number() })

export interface ServerEvents {
  readonly state: EventStoreState
  /**
   * An instant by the clocks of the servers, in epoch seconds. Events that were stored before it are in
   * `state`, or were compared earlier.
   */
  readonly untilS: number
}

/** The most by which the clocks of servers differ, or are set back, in seconds. */
const CLOCK_S = 3_600

/**
 * Reads what an event store on servers shows of the metadata that belongs to it. The marks follow from its
 * rows: from the numbers of persons and groups in events, and from the versions of the mirrored rows.
 *
 * `owner` is the id of the installation that has claimed the store; null if none has. `comparedS` is
 * `untilS` of an earlier comparison, in which this metadata had all numbers. Only the events that were
 * stored since an hour before it are then read. Null reads all events.
 */
export async function readServerEvents(
  engine: EventStore,
  owner: string | null,
  comparedS: number | null,
): Promise<ServerEvents> {
  const untilS = await serverTime(engine)
  if (owner === null) return { state: { marks: null, tables: [] }, untilS }
  const versions = await Promise.all(MIRRORS.map((table) => newestVersion(engine, table)))
  // An instant in the future was noted by a clock that was ahead, and says nothing.
  const isKnown = comparedS !== null && comparedS <= untilS
  const projects = await engine.usedNumbers(isKnown ? Math.max(0, comparedS - CLOCK_S) : null)
  const state: EventStoreState = {
    marks: marksOf(owner, { epoch: 0, mirrorVersion: Math.max(...versions), projects }),
    tables: [{ table: 'events', hasFolder: true, parts: [], broken: [] }],
  }
  return { state, untilS }
}

const Now = z.object({ now: z.coerce.number() })

/** Returns the epoch seconds of the server whose clock is the furthest back. */
async function serverTime(engine: EventStore): Promise<number> {
  const query = sql`SELECT toUnixTimestamp(now()) AS now`
  const options = { name: 'pairing.now', projectId: null, isUpkeep: true, eachServer: true }
  const rows = await engine.rows(query, options)
  return Math.min(...rows.map((row) => Now.parse(row).now))
}

async function newestVersion(engine: EventStore, table: string): Promise<number> {
  const query = sql`SELECT max(version) AS version FROM ${identifier(table)}`
  const [row] = await engine.rows(query, { name: 'pairing.version', projectId: null, isUpkeep: true })
  return Version.parse(row).version
}
