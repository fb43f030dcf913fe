import { EngineError } from '#engine/engine-error.ts'
import type { EventStore } from '#engine/event-store.ts'
import type { ReadableRow } from '#engine/readable-row.ts'
import { storeRows } from '#engine/store-rows.ts'
import { tabField, tabInstant } from '#engine/tab-separated.ts'
import type { CapturedEvent, GroupMention } from '#ingest/captured-event.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import { groupBy } from '#shared/group-by.ts'
import { flatProperties } from './flat-properties.ts'
import { createStoredUuids } from './stored-uuids.ts'
import { insertUnanchored } from './unanchored-events.ts'
import { dayOf } from './where-stored.ts'

/** An event with everything that its row needs. */
export interface StoredEvent {
  readonly event: CapturedEvent
  readonly projectId: number
  /**
   * The number of the event's distinct id. It never changes, but the person that the id belongs to may
   * change.
   */
  readonly personNumber: number
  /** Index by group type. A group type without an index in the project is absent. */
  readonly groupIndexes: ReadonlyMap<string, number>
}

export interface EventInserter {
  /** @throws EngineError `disk_full` if the disk has no space for events. */
  requireSpace(): void
  /**
   * Makes the rows of the events and returns a function that inserts them. The insert resolves when the
   * events are on disk and visible. It resolves with the events whose properties the engine could not read:
   * these events are stored, counted and shown, but no question finds their properties.
   */
  prepareInsert(events: readonly StoredEvent[], insertedMs: number): () => Promise<StoredEvent[]>
}

/** Largest number of rows in one insert. The engine inserts at most this many rows atomically. */
const MAX_ROWS = 100_000

export function createEventInserter(engine: EventStore): EventInserter {
  return {
    requireSpace: () => engine.requireSpace(),
    prepareInsert(events, insertedMs) {
      const months = byMonth(events, insertedMs)
      return async () => {
        await insertUnanchored(engine, events)
        return insertMonths(engine, months)
      }
    },
  }
}

async function insertMonths(engine: EventStore, months: ReadonlyMap<string, Row[]>): Promise<StoredEvent[]> {
  const unreadable: Row[] = []
  for (const rows of months.values())
    for (const some of chunksOf(rows, MAX_ROWS)) unreadable.push(...(await insertSurely(engine, some)))
  return unreadable.map((row) => row.stored)
}

/** Number of times an insert is tried while writes to the disk fail. */
const MAX_ATTEMPTS = 3

// After a failed write, the stored rows are looked up. Otherwise a client that sends no uuids and repeats
// the events would store them twice.
async function insertSurely(engine: EventStore, rows: readonly Row[]): Promise<Row[]> {
  let missing = rows
  for (let attempt = 1; ; attempt++)
    try {
      return await storeRows(engine, 'events', EVENT_COLUMNS, missing)
    } catch (error) {
      if (!(error instanceof EngineError && error.kind === 'unsure')) throw error
      missing = await missingOf(engine, missing)
      if (missing.length === 0) return []
      if (attempt === MAX_ATTEMPTS) throw error
      engine.requireSpace()
    }
}

async function missingOf(engine: EventStore, rows: readonly Row[]): Promise<Row[]> {
  const missing: Row[] = []
  const uuids = createStoredUuids(engine)
  const byProject = groupBy(
    rows,
    ({ stored }) => stored.projectId,
    (row) => row,
  )
  for (const [projectId, some] of byProject) {
    const stored = await uuids.onDays(projectId, some.map(onItsDay))
    missing.push(...some.filter((row) => !stored.has(row.stored.event.uuid)))
  }
  return missing
}

const onItsDay = ({ stored: { event } }: Row) => ({ uuid: event.uuid, days: [dayOf(event.timestampMs)] })

interface Row extends ReadableRow {
  readonly stored: StoredEvent
}

// An insert into one month makes one part, and the engine stores a part as a whole or not at all.
function byMonth(events: readonly StoredEvent[], insertedMs: number): Map<string, Row[]> {
  const insertedAt = tabInstant(new Date(insertedMs).toISOString())
  const months = new Map<string, Row[]>()
  for (const stored of events) {
    const happened = new Date(stored.event.timestampMs).toISOString()
    const flat = tabField(flatProperties(stored.event.properties))
    const row = { stored, line: rowLine(stored, happened, insertedAt), flat }
    const month = happened.slice(0, 7)
    const rows = months.get(month)
    if (rows === undefined) months.set(month, [row])
    else rows.push(row)
  }
  return months
}

/** The columns of `events` that are written; the engine makes `properties` of the last one. */
export const EVENT_COLUMNS = [
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
