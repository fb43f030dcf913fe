import type { ActorEvents } from './actor-events.ts'
import type { NumberedActors } from './number-actors.ts'
import type { ActorBatch, Places } from './place.ts'
import type { Stretch, Stretches } from './stretches.ts'
import type { Loan } from './walk-memory.ts'

/**
 * Returns a function that gives space for the events of a batch. If the events fit into the space of the
 * previous batch, that space is used again.
 */
export function createBatchSpace(
  hasValues: boolean,
  loan: Pick<Loan, 'take'>,
): (batch: ActorBatch) => ActorEvents {
  let space = newSpace(0, hasValues)
  return ({ first, end }) => {
    const [room, rows] = [space.mask.length, end - first]
    if (room < rows) {
      loan.take((rows - room) * (hasValues ? BYTES_WITH_VALUE : BYTES))
      space = newSpace(rows, hasValues)
    }
    return space
  }
}

/** The bytes that an event takes in `newSpace`. */
const BYTES = 12
const BYTES_WITH_VALUE = 16

const newSpace = (length: number, hasValues: boolean): ActorEvents => ({
  atMs: new Float64Array(length),
  mask: new Uint32Array(length),
  value: hasValues ? new Uint32Array(length) : undefined,
})

/**
 * Puts the rows of a batch at their places, one stretch after the other. Places are counted from the first
 * place of the batch.
 */
export function putInPlaces(
  { list }: Stretches,
  { least }: NumberedActors,
  { next }: Places,
  { to, first }: ActorBatch,
  events: ActorEvents,
): void {
  const put = events.value === undefined ? putRows : putRowsWithValues
  for (const stretch of list) stretch.from = put(stretch, { least, end: least + to, next, first }, events)
}

interface Target {
  /** The actor with number 0. */
  readonly least: number
  /** The actor after the last one of the batch. */
  readonly end: number
  readonly next: Uint32Array
  readonly first: number
}

/**
 * Places rows of a stretch up to the first row whose actor is after the batch, and returns the index of
 * this row.
 */
function putRows(
  { atMs, mask, actors, sinceMs, from, to }: Stretch,
  { least, end, next, first }: Target,
  { atMs: placedMs, mask: placedMask }: ActorEvents,
): number {
  for (let row = from; row < to; row++) {
    const actor = actors[row] ?? 0
    if (actor >= end) return row
    const number = actor - least + 1
    const place = next[number] ?? 0
    next[number] = place + 1
    placedMs[place - first] = sinceMs + (atMs[row] ?? 0)
    placedMask[place - first] = mask[row] ?? 0
  }
  return to
}

function putRowsWithValues(
  { atMs, mask, value = NONE, actors, sinceMs, from, to }: Stretch,
  { least, end, next, first }: Target,
  { atMs: placedMs, mask: placedMask, value: placedValue = NONE }: ActorEvents,
): number {
  for (let row = from; row < to; row++) {
    const actor = actors[row] ?? 0
    if (actor >= end) return row
    const number = actor - least + 1
    const place = next[number] ?? 0
    next[number] = place + 1
    placedMs[place - first] = sinceMs + (atMs[row] ?? 0)
    placedMask[place - first] = mask[row] ?? 0
    placedValue[place - first] = value[row] ?? 0
  }
  return to
}

const NONE = new Uint32Array()
