import type { InstantRange } from '#query/date-range.ts'
import type { ChunkPart } from '#sequences/walk-messages.ts'

const DAY_MS = 86_400_000

/**
 * About so many rows make a part of a chunk. The event loop stands still while they are copied, 4 to 8 ms for these, and the engine keeps its buffers for
 * them: with two million rows a funnel took 150 MB more, with a million 40, and with half a million 70 less and a fifth more CPU.
 */
export const PART_ROWS = 850_000

/** Parts of the time of `rows`, each of whole UTC days but for its ends, one after the other. Null is the whole period. */
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

/** The UTC days that a period touches. */
const daysOf = ({ fromMs, toMs }: InstantRange): number =>
  Math.ceil(toMs / DAY_MS) - Math.floor(fromMs / DAY_MS)

/** Of rows with texts about so many make the first part. */
const FIRST_ROWS_WITH_TEXTS = 150_000
/** A row with a text that came before in its block takes so many bytes. */
const BYTES_WITHOUT_TEXT = 10
/**
 * Of texts that come for the first time in a block. Two parts are on their way at a time, each twice, and the engine has their texts in a column and in its dictionary:
 * with parts of 23 MB a funnel by a text of each event took 650 MiB, with 5 MB 480.
 */
const LARGEST_TEXT_BYTES = 4_000_000
/** Times the days of the first part, and of the part before: the days after quiet ones need not be quiet, nor those after an hour. */
const MOST_GROWTH = 8

/**
 * Parts of the time of about `rows` rows whose bytes are not known before: texts can be long, and no two need be equal. A part after the first is as long as the
 * bytes of the part before it allow.
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

/** At least one, also of a period without an instant: ends that differ by less than a millisecond. */
const daysThatFit = (days: number): number => (days >= 1 ? Math.floor(days) : 1)
