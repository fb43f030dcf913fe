import { z } from 'zod'
import type { Engine } from '#engine/engine.ts'
import { EngineError } from '#engine/engine-error.ts'
import { tabField, tabInstant } from '#engine/tab-separated.ts'
import type { CapturedEvent, GroupMention } from '#ingest/captured-event.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import { groupBy } from '#shared/group-by.ts'
import { eventsOf, STORABLE } from '#sql/events.ts'
import { bound, identifier, sql } from '#sql/fragment.ts'
import { insertReadable, type ReadableRow } from './insert-readable.ts'

/** An event with all that its row needs. */
export interface StoredEvent {
  readonly event: CapturedEvent
  readonly projectId: number
  /** The number of its distinct id, which never changes; the person that the id belongs to may. */
  readonly personNumber: number
  /** The index of each group type of the project that has one. */
  readonly groupIndexes: ReadonlyMap<string, number>
}

export interface EventStore {
  /** @throws EngineError `disk_full` where the disk has no space for events. */
  requireSpace(): void
  /**
   * Makes the rows of the events and returns the insert. It resolves when they are on disk and visible, with those whose
   * properties the engine could not read: they are stored, counted and shown, but no question finds their properties.
   */
  prepareInsert(events: readonly StoredEvent[], insertedMs: number): () => Promise<StoredEvent[]>
  /** Which of these uuids the project already has. */
  storedUuids(projectId: number, uuids: readonly string[]): Promise<ReadonlySet<string>>
  /** Every stored uuid with its project, in chunks. */
  allUuids(): AsyncIterable<Iterable<{ projectId: number; uuid: string }>>
}

/** An insert of more rows is not atomic in the engine. */
const MAX_ROWS = 100_000
/** A uuid takes 40 bytes of a query's text. */
const MAX_UUIDS = 5_000

export function createEventStore(engine: Engine): EventStore {
  return {
    requireSpace: () => engine.requireSpace(),
    prepareInsert(events, insertedMs) {
      const months = byMonth(events, insertedMs)
      return () => insertMonths(engine, months)
    },
    storedUuids: (projectId, uuids) => storedUuids(engine, projectId, uuids),
    async *allUuids() {
      const query = sql`SELECT project_id, uuid FROM ${identifier('events')}`
      for await (const chunk of engine.binary(query, { name: 'ingest.all_uuids', projectId: null }))
        yield uuidsIn(chunk)
    },
  }
}

const UuidRow = z.object({ uuid: z.string() })

async function storedUuids(
  engine: Engine,
  projectId: number,
  uuids: readonly string[],
): Promise<Set<string>> {
  const stored = new Set<string>()
  for (const some of chunksOf(uuids, MAX_UUIDS)) {
    const query = sql`SELECT toString(uuid) AS uuid
${eventsOf(projectId, STORABLE, [sql`uuid IN ${bound('Array(String)', some)}`])}`
    const rows = await engine.rows(query, { name: 'ingest.stored_uuids', projectId, isUpkeep: true })
    for (const row of rows) stored.add(UuidRow.parse(row).uuid)
  }
  return stored
}

async function insertMonths(engine: Engine, months: ReadonlyMap<string, Row[]>): Promise<StoredEvent[]> {
  const unreadable: Row[] = []
  for (const rows of months.values())
    for (const some of chunksOf(rows, MAX_ROWS)) unreadable.push(...(await insertSurely(engine, some)))
  return unreadable.map((row) => row.stored)
}

/** Attempts of an insert while writes to the disk fail. */
const MAX_ATTEMPTS = 3

// After a failed write, the rows are looked up: without uuids of its own, a client that repeats them would double them.
async function insertSurely(engine: Engine, rows: readonly Row[]): Promise<Row[]> {
  let missing = rows
  for (let attempt = 1; ; attempt++)
    try {
      return await insertReadable(engine, 'events', COLUMNS, missing)
    } catch (error) {
      if (!(error instanceof EngineError && error.kind === 'unsure')) throw error
      missing = await missingOf(engine, missing)
      if (missing.length === 0) return []
      if (attempt === MAX_ATTEMPTS) throw error
      engine.requireSpace()
    }
}

async function missingOf(engine: Engine, rows: readonly Row[]): Promise<Row[]> {
  const missing: Row[] = []
  const byProject = groupBy(
    rows,
    ({ stored }) => stored.projectId,
    (row) => row,
  )
  for (const [projectId, some] of byProject) {
    const stored = await storedUuids(
      engine,
      projectId,
      some.map((row) => row.stored.event.uuid),
    )
    missing.push(...some.filter((row) => !stored.has(row.stored.event.uuid)))
  }
  return missing
}

interface Row extends ReadableRow {
  readonly stored: StoredEvent
}

// One insert into one month is one part, and a part is stored as a whole or not at all.
function byMonth(events: readonly StoredEvent[], insertedMs: number): Map<string, Row[]> {
  const insertedAt = tabInstant(new Date(insertedMs).toISOString())
  const months = new Map<string, Row[]>()
  for (const stored of events) {
    const happened = new Date(stored.event.timestampMs).toISOString()
    const row = { stored, line: rowLine(stored, happened, insertedAt) }
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

const rowLine = (
  { event, projectId, personNumber, groupIndexes }: StoredEvent,
  happened: string,
  insertedAt: string,
) =>
  [
    projectId,
    tabField(event.name),
    happened.slice(0, 10),
    tabInstant(happened),
    personNumber,
    tabField(event.distinctId),
    event.uuid,
    groupFields(event.groups, groupIndexes),
    insertedAt,
    tabField(event.properties),
  ].join('\t')

const NO_GROUPS = ['', '', '', '', ''].join('\t')

function groupFields(groups: readonly GroupMention[], groupIndexes: ReadonlyMap<string, number>): string {
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
