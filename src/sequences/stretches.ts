import type { EventColumns } from './event-columns.ts'
import type { NumberedActors } from './number-actors.ts'

/** Rows of a block. */
export interface Stretch {
  readonly atMs: EventColumns['atMs']
  readonly mask: EventColumns['mask']
  /** Absent where events have none. */
  readonly value: Uint32Array | undefined
  readonly actors: Uint32Array
  /** `atMs` counts from it. */
  readonly sinceMs: number
  readonly to: number
  /** The first row that is not placed yet. */
  from: number
}

export interface Stretches {
  readonly list: readonly Stretch[]
  /** Whether the number of the actor never falls within one. */
  readonly areRising: boolean
}

/** With shorter stretches than this, on average, their order is not worth its time. */
const LEAST_ROWS = 16

/**
 * The rows of all blocks, in about their order of time. The engine has them by event, by day, and by person within a day: each time that the
 * number of the actor falls another day begins. Taken day by day, the events of an actor come nearly sorted. Nothing but speed depends on it.
 */
export function stretchesInTime(blocks: readonly EventColumns[], { columns }: NumberedActors): Stretches {
  const wholes = blocks.map(({ atMs, sinceMs, mask, value }, i): Stretch => {
    const actors = columns[i] ?? new Uint32Array()
    return { atMs, sinceMs, mask, value, actors, from: 0, to: actors.length }
  })
  const rows = wholes.reduce((sum, { to }) => sum + to, 0)
  const rising = cutWhereActorsFall(wholes, blocks.length + rows / LEAST_ROWS)
  if (rising === null) return { list: wholes, areRising: false }
  const firstMs = ({ sinceMs, atMs, from }: Stretch) => sinceMs + (atMs[from] ?? 0)
  return { list: rising.sort((a, b) => firstMs(a) - firstMs(b)), areRising: true }
}

/** Null for more than `most` stretches. */
function cutWhereActorsFall(blocks: readonly Stretch[], most: number): Stretch[] | null {
  const found: Stretch[] = []
  for (const block of blocks) {
    for (let { from } = block; from < block.to; ) {
      const to = endOfRise(block.actors, from, block.to)
      found.push({ ...block, from, to })
      from = to
      if (found.length > most) return null
    }
  }
  return found
}

function endOfRise(actors: Uint32Array, from: number, to: number): number {
  let last = actors[from] ?? 0
  for (let row = from + 1; row < to; row++) {
    const actor = actors[row] ?? 0
    if (actor < last) return row
    last = actor
  }
  return to
}
