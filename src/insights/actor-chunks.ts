import { z } from 'zod'
import type { Engine, QueryOptions } from '#engine/engine.ts'
import { and, bound, type Fragment, join, sql } from '#sql/fragment.ts'

/** Actors of some numbers: those from `from` that are below `to`. Without one of them there is no such bound. */
export interface ActorRange {
  readonly from: bigint | null
  readonly to: bigint | null
}

/** The rows of actors in a range, with the column `actor`; null: of all actors. */
export type RowsOfActors = (range: ActorRange | null) => Fragment

/**
 * The condition that an actor, a number or a hash, lies in a range. On the column `person` itself it lets the engine leave out
 * granules, because that is part of the sort key.
 */
export const inActorRange = (actor: Fragment, { from, to }: ActorRange): Fragment =>
  and([
    ...(from === null ? [] : [sql`${actor} >= ${bound('Int64', from)}`]),
    ...(to === null ? [] : [sql`${actor} < ${bound('Int64', to)}`]),
  ])

/** About so many rows make a chunk: 50 to 70 MB, and twice that in the worker that walks through them. */
const CHUNK_ROWS = 4_000_000
/** The rows are divided into so many parts by actor. A chunk is some of them, so that it may have a part too many. */
const PARTS = 128

/**
 * The rows of a question in Native format, in chunks that each have all rows of their actors. Where `options.events` is small there is
 * one chunk, and so are rows of which the index shows that they are few. Otherwise a query counts the rows first, and finds the actors that divide them. An actor's rows are never divided: one with
 * too many for the engine's limit of bytes fails with `too_large`.
 */
export async function* actorChunks(
  engine: Pick<Engine, 'rows' | 'native'>,
  rowsOf: RowsOfActors,
  options: QueryOptions,
): AsyncGenerator<Uint8Array> {
  const { name, events } = options
  if ((events !== undefined && events <= CHUNK_ROWS) || (await areFew(engine, rowsOf(null), options))) {
    yield await engine.native(rowsOf(null), options)
    return
  }
  const rows = await engine.rows(spreadOf(rowsOf(null)), { ...options, name: `${name}_actors` })
  const ranges = rangesOf(SpreadRow.parse(rows[0]))
  const share = events === undefined ? undefined : events / ranges.length
  for (const range of ranges) yield await engine.native(rowsOf(range), { ...options, events: share })
}

const EstimateRow = z.object({ rows: z.coerce.number() })

/** Whether the engine reads no more than the rows of a chunk. Its index tells that without reading one, in a fifth of the time of counting them. */
async function areFew(engine: Pick<Engine, 'rows'>, rows: Fragment, options: QueryOptions): Promise<boolean> {
  const found = await engine.rows(sql`EXPLAIN ESTIMATE ${rows}`, {
    ...options,
    name: `${options.name}_estimate`,
    events: 0,
  })
  const read = z.array(EstimateRow).parse(found)
  // Without a row the engine does not know.
  return read.length > 0 && read.reduce((sum, one) => sum + one.rows, 0) <= CHUNK_ROWS
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
function rangesOf({ rows, actors }: Spread): ActorRange[] {
  const chunks = Math.min(PARTS, Math.max(1, Math.ceil(rows / CHUNK_ROWS)))
  const ends = Array.from(
    { length: chunks - 1 },
    (_, i) => actors[Math.round(((i + 1) * PARTS) / chunks) - 1],
  )
  // An actor with the rows of several parts is the end of each of them.
  const distinct = new Set(ends.flatMap((end) => (typeof end === 'number' ? [BigInt(Math.floor(end))] : [])))
  const bounds = [null, ...distinct, null]
  return bounds.slice(1).map((to, i) => ({ from: bounds[i] ?? null, to }))
}
