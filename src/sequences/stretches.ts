import type { EventColumns } from './event-columns.ts'
import type { NumberedActors } from './number-actors.ts'

/** Consecutive rows of a block. */
export interface Stretch {
  readonly atMs: EventColumns['atMs']
  readonly mask: EventColumns['mask']
  /** Absent if the events have no values. */
  readonly value: Uint32Array | undefined
  readonly actors: Uint32Array
  /** The time from which `atMs` counts, in ms since the start of the range. */
  readonly sinceMs: number
  readonly to: number
  /** The first row of the stretch that is not placed yet. */
  from: number
}

export interface Stretches {
  readonly list: readonly Stretch[]
  /** Whether the numbers of actors never fall within a stretch. */
  readonly areRising: boolean
}

/**
 * Returns the rows of all blocks, approximately in order of time. The engine returns rows by event, by day,
 * and by person within a day, so a new day begins whenever the number of the actor falls. If rows are taken
 * day by day, the events of an actor come nearly sorted. This order matters only for speed.
 */
export function stretchesInTime(
  blocks: readonly EventColumns[],
  { columns, rises }: NumberedActors,
): Stretches {
  const wholes = blocks.map(({ atMs, sinceMs, mask, value }, i): Stretch => {
    const actors = columns[i] ?? new Uint32Array()
    return { atMs, sinceMs, mask, value, actors, from: 0, to: actors.length }
  })
  if (rises === null) return { list: wholes, areRising: false }
  const list = wholes.flatMap((whole, i) => {
    const ends = rises[i] ?? []
    return ends.map((to, rise): Stretch => ({ ...whole, from: ends[rise - 1] ?? 0, to }))
  })
  const firstMs = ({ sinceMs, atMs, from }: Stretch) => sinceMs + (atMs[from] ?? 0)
  return { list: list.sort((a, b) => firstMs(a) - firstMs(b)), areRising: true }
}
