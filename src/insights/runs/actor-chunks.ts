import { z } from 'zod'
import type { EventStore, QueryOptions } from '#engine/event-store.ts'
import { and, bound, type Fragment, hasNestedQuery, join, sql } from '#fragments/fragment.ts'
import type { InstantRange } from '#query/date-range.ts'
import type { ChunkPart } from '#sequences/walk-messages.ts'
import { evenParts, PART_ROWS, partsBySize } from './part-times.ts'

/** A range of actors: `from` is inclusive, `to` exclusive. Null means that the range has no such bound. */
export interface ActorRange {
  readonly from: bigint | null
  readonly to: bigint | null
}

/**
 * Returns the statement for the rows of the actors in `range` within `time`, a part of the question's
 * period. The rows have the column `actor`; their `at` counts from the start of `time`. A `range` of null
 * means all actors, a `time` of null the whole period.
 */
export type RowsOfActors = (range: ActorRange | null, time: InstantRange | null) => Fragment

/**
 * Returns the condition that an actor, which is a number or a hash, lies in a range. If `actor` is the
 * column `person` itself, the engine can leave out granules, because that column is part of the sort key.
 */
export const inActorRange = (actor: Fragment, { from, to }: ActorRange): Fragment =>
  and([
    ...(from === null ? [] : [sql`${actor} >= ${bound('Int64', from)}`]),
    ...(to === null ? [] : [sql`${actor} < ${bound('Int64', to)}`]),
  ])

/**
 * Largest chunk that a worker may keep until the chunk is walked, as a share of the engine's largest
 * result: 188 MB of 256 MiB. The parts in transit need memory in addition, and a worker and the engine take
 * about 130 MB for any question. A second chunk has two costs: a further query finds the actors that divide
 * the rows, and the engine reads the granules at the end of a range twice. Together they are 15 to 25 % of
 * a question of 20 million rows.
 */
const LARGE_CHUNKS = 0.7
/**
 * Share for the second try of a walk that ran out of memory. Such a walk keeps much in addition to the
 * chunk, such as the texts of a breakdown.
 */
export const SMALL_CHUNKS = 0.2
/**
 * If a chunk cannot be split into parts, it is sized as if each row took at least 16 bytes. Such a chunk is
 * copied at once, and the event loop stands still for 40 ms while 80 MB are copied.
 */
const LEAST_BYTES_WHEN_WHOLE = 16
/**
 * Number of pieces into which the rows are divided by actor. A chunk consists of whole pieces, so it may have
 * one piece more than an even division would give. These pieces are not the parts in which a chunk is sent,
 * which are divided by time.
 */
const PARTS = 128

/** If a question has at most this many events, its rows are not estimated. */
const FEW_EVENTS = 500_000

/** Facts about the rows of a question that decide how the rows are divided. */
export interface DividedRows {
  /** Whether each row has a text. */
  readonly haveTexts: boolean
  /** Bytes that a worker keeps of each row until its chunk is walked. */
  readonly bytesPerRow: number
  /** Period that all rows lie in. */
  readonly period: InstantRange
}

/**
 * Yields the rows of a question in Native format, chunk by chunk. A chunk has all rows of its actors and is
 * sent in one or more parts. There is only one chunk if `options.events` is small, or if the index shows that
 * the rows are few. Otherwise a query first counts the rows and finds the actors that divide them. The rows
 * of one actor are never divided: a question fails with `too_large` if an actor has more rows than the
 * engine's limit of bytes allows. `keptShare` decides the size of a chunk.
 */
export async function* actorChunks(
  engine: Pick<EventStore, 'rows' | 'native' | 'resultBytes'>,
  rowsOf: RowsOfActors,
  options: QueryOptions,
  divided: DividedRows,
  keptShare = LARGE_CHUNKS,
): AsyncGenerator<ChunkPart> {
  const { events = Number.POSITIVE_INFINITY } = options
  const all = rowsOf(null, null)
  const read = events <= FEW_EVENTS ? events : Math.min(events, await rowsRead(engine, all, options))
  // A nested query would run again for each part, so its rows are sent as a whole.
  const comesInParts = !hasNestedQuery(all)
  const bytesPerRow = comesInParts
    ? divided.bytesPerRow
    : Math.max(divided.bytesPerRow, LEAST_BYTES_WHEN_WHOLE)
  const most = Math.floor((engine.resultBytes * keptShare) / bytesPerRow)
  const { ranges, rows } =
    read <= most ? { ranges: [null], rows: read } : await spread(engine, all, most, options)
  const rowsInParts = comesInParts ? rows / ranges.length : 0
  const ofPart = Number.isFinite(events)
    ? { ...options, events: events / ranges.length / Math.max(1, rowsInParts / PART_ROWS) }
    : options
  // The walk groups the rows by actor, so each shard may send its rows by itself.
  const ofRange = { ...ofPart, eachShard: comesInParts }
  for (const range of ranges) {
    const ask = (time: InstantRange | null) => engine.native(rowsOf(range, time), ofRange)
    yield* partsOf(divided, rowsInParts, ask)
  }
}

async function* partsOf(
  { period, haveTexts }: DividedRows,
  rows: number,
  ask: (time: InstantRange | null) => Promise<Uint8Array>,
): AsyncGenerator<ChunkPart> {
  if (haveTexts) return yield* partsBySize(period, rows, ask)
  const times = evenParts(period, rows)
  for (const [i, time] of times.entries()) {
    const sinceMs = time === null ? 0 : time.fromMs - period.fromMs
    yield { bytes: await ask(time), sinceMs, endsChunk: i + 1 === times.length }
  }
}

const EstimateRow = z.object({ rows: z.coerce.number() })

/**
 * Returns the most rows that the engine has to read to find `rows`; infinite if the engine does not know.
 * The engine takes this number from its index, without reading a row, in a fifth of the time of counting
 * the rows.
 */
export async function rowsRead(
  engine: Pick<EventStore, 'rows'>,
  rows: Fragment,
  options: QueryOptions,
): Promise<number> {
  const found = await engine.rows(sql`EXPLAIN ESTIMATE ${rows}`, {
    ...options,
    name: `${options.name}_estimate`,
    events: 0,
    eachShard: true,
  })
  const read = z.array(EstimateRow).parse(found)
  return read.length === 0 ? Number.POSITIVE_INFINITY : read.reduce((sum, one) => sum + one.rows, 0)
}

interface Division {
  readonly ranges: readonly (ActorRange | null)[]
  readonly rows: number
}

async function spread(
  engine: Pick<EventStore, 'rows'>,
  all: Fragment,
  most: number,
  options: QueryOptions,
): Promise<Division> {
  const found = await engine.rows(spreadOf(all), { ...options, name: `${options.name}_actors` })
  const row = SpreadRow.parse(found[0])
  return { ranges: rangesOf(row, most), rows: row.rows }
}

const SpreadRow = z.object({ rows: z.coerce.number(), actors: z.array(z.number().nullable()) })
type Spread = z.output<typeof SpreadRow>

/**
 * Returns the statement that counts the rows and finds the actors that divide them, from a sample. The actors
 * are null if there are no rows.
 */
const spreadOf = (
  rows: Fragment,
): Fragment => sql`-- the number of rows, and the actors that divide them into parts
SELECT
  count() AS rows,
  quantiles(${join(
    Array.from({ length: PARTS - 1 }, (_, i) => sql`${bound('Float64', (i + 1) / PARTS)}`),
    sql`, `,
  )})(actor) AS actors
FROM (
  ${rows}
)`

/**
 * Returns ranges that follow each other and together have all actors. Each range has about `most` rows or
 * fewer.
 */
function rangesOf({ rows, actors }: Spread, most: number): ActorRange[] {
  const chunks = Math.min(PARTS, Math.max(1, Math.ceil(rows / most)))
  const ends = Array.from(
    { length: chunks - 1 },
    (_, i) => actors[Math.round(((i + 1) * PARTS) / chunks) - 1],
  )
  // If the rows of one actor fill several pieces, each of these pieces ends with this actor. Only one range
  // may end with it.
  const distinct = new Set(ends.flatMap((end) => (typeof end === 'number' ? [BigInt(Math.floor(end))] : [])))
  const bounds = [null, ...distinct, null]
  return bounds.slice(1).map((to, i) => ({ from: bounds[i] ?? null, to }))
}
