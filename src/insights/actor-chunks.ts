import { z } from 'zod'
import type { Engine, QueryOptions } from '#engine/engine.ts'
import type { InstantRange } from '#query/date-range.ts'
import type { ChunkPart } from '#sequences/walk-messages.ts'
import { and, bound, type Fragment, join, sql } from '#sql/fragment.ts'
import { evenParts, PART_ROWS, partsBySize } from './part-times.ts'

/** Actors of some numbers: those from `from` that are below `to`. Without one of them there is no such bound. */
export interface ActorRange {
  readonly from: bigint | null
  readonly to: bigint | null
}

/**
 * The rows of actors in a range, with the column `actor`, and in a part of the question's time, from whose start their `at` counts; null: of all actors, in all of
 * its time.
 */
export type RowsOfActors = (range: ActorRange | null, time: InstantRange | null) => Fragment

/**
 * The condition that an actor, a number or a hash, lies in a range. On the column `person` itself it lets the engine leave out
 * granules, because that is part of the sort key.
 */
export const inActorRange = (actor: Fragment, { from, to }: ActorRange): Fragment =>
  and([
    ...(from === null ? [] : [sql`${actor} >= ${bound('Int64', from)}`]),
    ...(to === null ? [] : [sql`${actor} < ${bound('Int64', to)}`]),
  ])

/**
 * What a worker keeps of a chunk until it is walked is this part of the engine's largest result: 188 MB of 256 MiB, beside the parts on their way and some
 * 130 MB that a worker and the engine take for any question. A second chunk costs a query for the actors that divide the rows, and the engine reads the granules
 * where a range ends twice: 15 to 25 % of a question of 20 million rows.
 */
const LARGE_CHUNKS = 0.7
/** Where a walk keeps much beside, such as the texts of a breakdown, and both are too much. */
export const SMALL_CHUNKS = 0.2
/** A chunk that comes whole has not more rows than as if each took so many bytes: the event loop stands still for 40 ms while 80 MB are copied. */
const LEAST_BYTES_WHEN_WHOLE = 16
/** The rows are divided into so many parts by actor. A chunk is some of them, so that it may have a part too many. */
const PARTS = 128

/** The rows of so few events are not estimated. */
const FEW_EVENTS = 500_000

/** What the rows of a question are, for their division. */
export interface DividedRows {
  /** Whether each has a text. */
  readonly haveTexts: boolean
  /** The bytes that a worker keeps of each until its chunk is walked. */
  readonly bytesPerRow: number
  /** The time that they lie in. */
  readonly period: InstantRange
}

/**
 * The rows of a question in Native format, in chunks that each have all rows of their actors, and a chunk in parts. Where
 * `options.events` is small there is one chunk, and so are rows of which the index shows that they are few. Otherwise a query counts the
 * rows first, and finds the actors that divide them. An actor's rows are never divided: one with too many for the engine's limit of bytes
 * fails with `too_large`. `keptShare` decides the size of a chunk.
 */
export async function* actorChunks(
  engine: Pick<Engine, 'rows' | 'native' | 'resultBytes'>,
  rowsOf: RowsOfActors,
  options: QueryOptions,
  divided: DividedRows,
  keptShare = LARGE_CHUNKS,
): AsyncGenerator<ChunkPart> {
  const { events = Number.POSITIVE_INFINITY } = options
  const all = rowsOf(null, null)
  const read = events <= FEW_EVENTS ? events : Math.min(events, await rowsRead(engine, all, options))
  const comesInParts = readsOnce(all)
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
  for (const range of ranges) {
    const ask = (time: InstantRange | null) => engine.native(rowsOf(range, time), ofPart)
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

/** Whether a statement has no query within another, whose work would be done again for each part. */
const readsOnce = (statement: Fragment): boolean => selectsIn(statement) === 1

const selectsIn = ({ texts, args }: Fragment): number =>
  texts.reduce((sum, text) => sum + text.split(/\bSELECT\b/).length - 1, 0) +
  args.reduce((sum, arg) => sum + (arg.kind === 'fragment' ? selectsIn(arg) : 0), 0)

const EstimateRow = z.object({ rows: z.coerce.number() })

/**
 * How many rows the engine reads for these, at most; infinite where it does not know. Its index tells that without reading one, in a fifth of the
 * time of counting them.
 */
export async function rowsRead(
  engine: Pick<Engine, 'rows'>,
  rows: Fragment,
  options: QueryOptions,
): Promise<number> {
  const found = await engine.rows(sql`EXPLAIN ESTIMATE ${rows}`, {
    ...options,
    name: `${options.name}_estimate`,
    events: 0,
  })
  const read = z.array(EstimateRow).parse(found)
  return read.length === 0 ? Number.POSITIVE_INFINITY : read.reduce((sum, one) => sum + one.rows, 0)
}

interface Division {
  readonly ranges: readonly (ActorRange | null)[]
  readonly rows: number
}

async function spread(
  engine: Pick<Engine, 'rows'>,
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

/** By a sample; null where there are no rows. */
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

/** Ranges that together have all actors, one after the other. */
function rangesOf({ rows, actors }: Spread, most: number): ActorRange[] {
  const chunks = Math.min(PARTS, Math.max(1, Math.ceil(rows / most)))
  const ends = Array.from(
    { length: chunks - 1 },
    (_, i) => actors[Math.round(((i + 1) * PARTS) / chunks) - 1],
  )
  // An actor with the rows of several parts is the end of each of them.
  const distinct = new Set(ends.flatMap((end) => (typeof end === 'number' ? [BigInt(Math.floor(end))] : [])))
  const bounds = [null, ...distinct, null]
  return bounds.slice(1).map((to, i) => ({ from: bounds[i] ?? null, to }))
}
