import { z } from 'zod'
import type { Engine } from '../engine/engine.ts'
import { EngineError } from '../engine/engine-error.ts'
import { eventsOf, STORABLE, utcDay } from '../sql/events.ts'
import { bound, identifier, print, sql } from '../sql/fragment.ts'
import type { CapturedEvent } from './captured-event.ts'

/** An event with its project and person, ready to be a row. */
export interface StoredEvent extends CapturedEvent {
  readonly projectId: number
  readonly person: number
}

export interface EventStore {
  /**
   * Adds events; resolves when they are on disk and visible. Returns those whose properties the engine could not read:
   * they are stored, counted and shown, but their properties cannot be asked about.
   */
  insert(events: readonly StoredEvent[], insertedMs: number): Promise<StoredEvent[]>
  /** Which of these uuids the project already has. */
  storedUuids(projectId: number, uuids: readonly string[]): Promise<ReadonlySet<string>>
  /** Every stored uuid with its project, in chunks, to fill a filter at start. */
  allUuids(): AsyncIterable<Iterable<{ projectId: number; uuid: string }>>
}

/** An insert of more rows is not atomic in the engine. */
const MAX_ROWS = 100_000

export function createEventStore(engine: Engine): EventStore {
  return {
    async insert(events, insertedMs) {
      const unreadable: StoredEvent[] = []
      for (const month of byMonth(events).values())
        for (let i = 0; i < month.length; i += MAX_ROWS)
          unreadable.push(...(await insertPart(engine, month.slice(i, i + MAX_ROWS), insertedMs)))
      return unreadable
    },
    async storedUuids(projectId, uuids) {
      if (uuids.length === 0) return new Set()
      const statement = print(sql`SELECT toString(uuid) AS uuid
${eventsOf(projectId, STORABLE, [sql`uuid IN ${bound('Array(String)', uuids)}`])}`)
      const rows = await engine.rows(statement, { name: 'ingest.stored_uuids' })
      return new Set(rows.map((row) => UuidRow.parse(row).uuid))
    },
    async *allUuids() {
      const statement = print(sql`SELECT project_id, uuid FROM ${identifier('events')}`)
      for await (const chunk of engine.binary(statement, { name: 'ingest.all_uuids' })) yield uuidsIn(chunk)
    },
  }
}

const UuidRow = z.object({ uuid: z.string() })

// One insert into one month is one part, and one part is there whole or not at all.
function byMonth(events: readonly StoredEvent[]): Map<string, StoredEvent[]> {
  const months = new Map<string, StoredEvent[]>()
  for (const event of events) {
    const month = utcDay(event.timestampMs).slice(0, 7)
    const rows = months.get(month)
    if (rows === undefined) months.set(month, [event])
    else rows.push(event)
  }
  return months
}

// A value that the engine refuses fails the whole insert, so the insert is halved until the event is found.
async function insertPart(
  engine: Engine,
  events: readonly StoredEvent[],
  insertedMs: number,
): Promise<StoredEvent[]> {
  try {
    await engine.insert(
      'events',
      events.map((event) => rowText(event, insertedMs, '')),
    )
    return []
  } catch (error) {
    if (!(error instanceof EngineError) || error.kind !== 'value') throw error
  }
  const [only] = events
  if (events.length === 1 && only !== undefined) {
    await engine.insert('events', [rowText(only, insertedMs, ',"properties":{}')])
    return [only]
  }
  const middle = Math.ceil(events.length / 2)
  return [
    ...(await insertPart(engine, events.slice(0, middle), insertedMs)),
    ...(await insertPart(engine, events.slice(middle), insertedMs)),
  ]
}

function rowText(event: StoredEvent, insertedMs: number, explicitProperties: string): string {
  return `{"project_id":${event.projectId},"event":${JSON.stringify(event.name)},"day":"${utcDay(event.timestampMs)}","ts":"${engineInstant(event.timestampMs)}","person":${event.person},"distinct_id":${JSON.stringify(event.distinctId)},"uuid":"${event.uuid}","properties_raw":${JSON.stringify(event.properties)},"inserted_at":"${engineInstant(insertedMs)}"${explicitProperties}}`
}

const engineInstant = (epochMs: number) => new Date(epochMs).toISOString().slice(0, 23).replace('T', ' ')

const ROW_BYTES = 20

/** RowBinary: a UInt32, then a UUID as two little-endian halves. */
function* uuidsIn(chunk: Uint8Array): Iterable<{ projectId: number; uuid: string }> {
  const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  for (let at = 0; at + ROW_BYTES <= chunk.byteLength; at += ROW_BYTES) {
    const high = view
      .getBigUint64(at + 4, true)
      .toString(16)
      .padStart(16, '0')
    const low = view
      .getBigUint64(at + 12, true)
      .toString(16)
      .padStart(16, '0')
    yield {
      projectId: view.getUint32(at, true),
      uuid: `${high.slice(0, 8)}-${high.slice(8, 12)}-${high.slice(12)}-${low.slice(0, 4)}-${low.slice(4)}`,
    }
  }
}
