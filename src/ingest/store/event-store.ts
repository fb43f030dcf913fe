import { z } from 'zod'
import type { Engine } from '#engine/engine.ts'
import { tabField, tabInstant } from '#engine/tab-separated.ts'
import type { CapturedEvent } from '#ingest/captured-event.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import { eventsOf, STORABLE } from '#sql/events.ts'
import { bound, identifier, sql } from '#sql/fragment.ts'
import { insertReadable, type ReadableRow } from './insert-readable.ts'

/** An event with its project and people, ready to be a row. */
export interface StoredEvent extends CapturedEvent {
  readonly projectId: number
  /** Of its distinct id; the person that this belongs to may change. */
  readonly personNumber: number
  /** The index of each group type that it may name. */
  readonly groupIndexes: ReadonlyMap<string, number>
  /** Of the type in its `groupStatement`, where that has one. */
  readonly groupIndex?: number | undefined
}

export interface EventStore {
  /**
   * Writes the rows of events down at once and returns the insert. It resolves when they are on disk and visible, with
   * those whose properties the engine could not read: they are stored, counted and shown, but their properties cannot
   * be asked about.
   */
  prepareInsert(events: readonly StoredEvent[], insertedMs: number): () => Promise<StoredEvent[]>
  /** Which of these uuids the project already has. */
  storedUuids(projectId: number, uuids: readonly string[]): Promise<ReadonlySet<string>>
  /** Every stored uuid with its project, in chunks, to fill a filter at start. */
  allUuids(): AsyncIterable<Iterable<{ projectId: number; uuid: string }>>
}

/** An insert of more rows is not atomic in the engine. */
const MAX_ROWS = 100_000
/** A uuid takes 40 bytes of a query's text. */
const MAX_UUIDS = 5_000

export function createEventStore(engine: Engine): EventStore {
  return {
    prepareInsert(events, insertedMs) {
      const months = byMonth(events, insertedMs)
      return () => insertMonths(engine, months)
    },
    async storedUuids(projectId, uuids) {
      const stored = new Set<string>()
      for (const some of chunksOf(uuids, MAX_UUIDS)) {
        const query = sql`SELECT toString(uuid) AS uuid
${eventsOf(projectId, STORABLE, [sql`uuid IN ${bound('Array(String)', some)}`])}`
        const rows = await engine.rows(query, { name: 'ingest.stored_uuids', projectId, isUpkeep: true })
        for (const row of rows) stored.add(UuidRow.parse(row).uuid)
      }
      return stored
    },
    async *allUuids() {
      const query = sql`SELECT project_id, uuid FROM ${identifier('events')}`
      for await (const chunk of engine.binary(query, { name: 'ingest.all_uuids', projectId: null }))
        yield uuidsIn(chunk)
    },
  }
}

const UuidRow = z.object({ uuid: z.string() })

async function insertMonths(engine: Engine, months: ReadonlyMap<string, Row[]>): Promise<StoredEvent[]> {
  const unreadable: Row[] = []
  for (const rows of months.values())
    for (const some of chunksOf(rows, MAX_ROWS))
      unreadable.push(...(await insertReadable(engine, 'events', COLUMNS, some)))
  return unreadable.map((row) => row.event)
}

interface Row extends ReadableRow {
  readonly event: StoredEvent
}

// One insert into one month is one part, and one part is there whole or not at all.
function byMonth(events: readonly StoredEvent[], insertedMs: number): Map<string, Row[]> {
  const insertedAt = tabInstant(new Date(insertedMs).toISOString())
  const months = new Map<string, Row[]>()
  for (const event of events) {
    const happened = new Date(event.timestampMs).toISOString()
    const row = { event, line: rowLine(event, happened, insertedAt) }
    const month = happened.slice(0, 7)
    const rows = months.get(month)
    if (rows === undefined) months.set(month, [row])
    else rows.push(row)
  }
  return months
}

const COLUMNS = [
  'project_id',
  'event',
  'day',
  'ts',
  'person',
  'distinct_id',
  'uuid',
  'group_0',
  'group_1',
  'group_2',
  'group_3',
  'group_4',
  'inserted_at',
  'properties_raw',
]

const rowLine = (event: StoredEvent, happened: string, insertedAt: string) =>
  [
    event.projectId,
    tabField(event.name),
    happened.slice(0, 10),
    tabInstant(happened),
    event.personNumber,
    tabField(event.distinctId),
    event.uuid,
    groupFields(event),
    insertedAt,
    tabField(event.properties),
  ].join('\t')

const NO_GROUPS = ['', '', '', '', ''].join('\t')

function groupFields({ groups, groupIndexes }: StoredEvent): string {
  if (groups.length === 0) return NO_GROUPS
  const keys = ['', '', '', '', '']
  for (const { type, key } of groups) {
    const index = groupIndexes.get(type)
    if (index !== undefined) keys[index] = tabField(key)
  }
  return keys.join('\t')
}

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
