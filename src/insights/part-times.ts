import type { InstantRange } from '#query/date-range.ts'
import type { ChunkPart } from '#sequences/walk-messages.ts'

const DAY_MS = 86_400_000

/** Parts of a period, each of whole UTC days but for its ends, one after the other: about as many as `wanted`. Null is the whole period. */
export function evenParts(period: InstantRange, wanted: number): (InstantRange | null)[] {
  const { fromMs, toMs } = period
  const firstDay = Math.floor(fromMs / DAY_MS)
  const days = daysOf(period)
  const count = Math.min(Math.ceil(wanted), days)
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

/** Two parts are on their way at a time, each twice; with parts of 23 MB a funnel by a text of each event took 650 MiB, with these 480. */
const LARGEST_PART_BYTES = 5_000_000
/** Times the days of the first part: the days after quiet ones need not be quiet. */
const MOST_GROWTH = 8

/**
 * Parts of a period whose rows have bytes that are not known before: texts can be long, and no two need be equal. The first part is one of `wanted`;
 * each other one is as long as the bytes of the part before it allow.
 */
export async function* partsBySize(
  period: InstantRange,
  wanted: number,
  ask: (time: InstantRange | null) => Promise<Uint8Array>,
): AsyncGenerator<ChunkPart> {
  const end = period.toMs
  let days = Math.max(1, Math.floor(daysOf(period) / Math.max(1, wanted)))
  const mostDays = MOST_GROWTH * days
  let fromMs = period.fromMs
  do {
    const toMs = Math.min(end, (Math.floor(fromMs / DAY_MS) + days) * DAY_MS)
    const isWhole = fromMs === period.fromMs && toMs === end
    const bytes = await ask(isWhole ? null : { fromMs, toMs })
    const fitting = Math.floor((days * LARGEST_PART_BYTES) / Math.max(1, bytes.byteLength))
    yield { bytes, sinceMs: fromMs - period.fromMs, endsChunk: toMs >= end }
    days = Math.max(1, Math.min(fitting, mostDays))
    fromMs = toMs
  } while (fromMs < end)
}
