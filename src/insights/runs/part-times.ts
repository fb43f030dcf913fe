import type { InstantRange } from '#query/date-range.ts'
import type { ChunkPart } from '#sequences/walk-messages.ts'

const DAY_MS = 86_400_000

/**
 * Approximate number of rows in a part of a chunk. The event loop stands still for 4 to 8 ms while this many
 * rows are copied, and the engine keeps its buffers for them. Compared with this size, a funnel took 150 MB
 * more memory with parts of two million rows, and 40 MB more with parts of a million rows. With parts of half
 * a million rows it took 70 MB less, but a fifth more CPU.
 */
export const PART_ROWS = 850_000

/**
 * Divides the period of `rows` rows into parts that follow each other. A part consists of whole UTC days,
 * except at the ends of the period. If one part is enough, it is null, which means the whole period.
 */
export function evenParts(period: InstantRange, rows: number): (InstantRange | null)[] {
  const { fromMs, toMs } = period
  const firstDay = Math.floor(fromMs / DAY_MS)
  const days = daysOf(period)
  const count = Math.min(Math.ceil(rows / PART_ROWS), days)
  if (count <= 1) return [null]
  const edges = Array.from(
    { length: count - 1 },
    (_, i) => (firstDay + Math.round(((i + 1) * days) / count)) * DAY_MS,
  )
  const bounds = [fromMs, ...edges, toMs]
  return bounds.slice(1).map((to, i) => ({ fromMs: bounds[i] ?? fromMs, toMs: to }))
}

/** Number of UTC days that a period touches. */
const daysOf = ({ fromMs, toMs }: InstantRange): number =>
  Math.ceil(toMs / DAY_MS) - Math.floor(fromMs / DAY_MS)

/** Approximate number of rows in the first part of a chunk whose rows have texts. */
const FIRST_ROWS_WITH_TEXTS = 150_000
/** Bytes of a row whose text is already in its block. */
const BYTES_WITHOUT_TEXT = 10
/**
 * Most bytes that the texts of a part may take. A block of the part has each of its texts once. Two parts are
 * in transit at a time, each in memory twice, and the engine has their texts in a column and in its
 * dictionary. A funnel broken down by a text that each event has took 650 MiB with parts of 23 MB, and 480
 * MiB with parts of 5 MB.
 */
const LARGEST_TEXT_BYTES = 4_000_000
/**
 * A part has at most 8 times the days of the first part and at most 8 times the days of the previous part.
 * Days after quiet days need not be quiet, and neither need days after a part of only an hour.
 */
const MOST_GROWTH = 8

/**
 * Divides the period of about `rows` rows into parts when the bytes of the rows are not known in advance,
 * because texts can be long, and all can be different. The bytes of a part decide how long the next part
 * is.
 */
export async function* partsBySize(
  period: InstantRange,
  rows: number,
  ask: (time: InstantRange | null) => Promise<Uint8Array>,
): AsyncGenerator<ChunkPart> {
  const end = period.toMs
  const rowsOfDay = (rows * DAY_MS) / (end - period.fromMs)
  const firstDays = daysThatFit(FIRST_ROWS_WITH_TEXTS / rowsOfDay)
  let days = firstDays
  let fromMs = period.fromMs
  do {
    const toMs = Math.min(end, (Math.round(fromMs / DAY_MS) + days) * DAY_MS)
    const isWhole = fromMs === period.fromMs && toMs === end
    const bytes = await ask(isWhole ? null : { fromMs, toMs })
    const daysOfPart = (toMs - fromMs) / DAY_MS
    const rowsOfPart = daysOfPart * rowsOfDay
    const textBytes = Math.max(0, bytes.byteLength - rowsOfPart * BYTES_WITHOUT_TEXT)
    const fullness = rowsOfPart / PART_ROWS + textBytes / LARGEST_TEXT_BYTES
    yield { bytes, sinceMs: fromMs - period.fromMs, endsChunk: toMs >= end }
    days = daysThatFit(Math.min(daysOfPart / fullness, MOST_GROWTH * Math.min(firstDays, daysOfPart)))
    fromMs = toMs
  } while (fromMs < end)
}

/**
 * Rounds a number of days down to whole days, but to at least one. A period whose ends differ by less than a
 * millisecond contains no instant, and also counts as one day.
 */
const daysThatFit = (days: number): number => (days >= 1 ? Math.floor(days) : 1)
