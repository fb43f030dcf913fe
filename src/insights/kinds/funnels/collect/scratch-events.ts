import type { WalkMemory } from '#sequences/walk-memory.ts'

/** Space for the events of one actor that take part in one row. */
export interface ScratchEvents {
  readonly atMs: Float64Array
  readonly mask: Uint32Array
}

const BYTES_OF_AN_EVENT = Float64Array.BYTES_PER_ELEMENT + Uint32Array.BYTES_PER_ELEMENT

/**
 * Returns a function that gives space for a number of events. The space grows to what is asked for, and is
 * kept from actor to actor.
 */
export function scratchEvents(memory: WalkMemory): (length: number) => ScratchEvents {
  let space = createScratch(0)
  return (length) => {
    const before = space.mask.length
    if (before < length) {
      const room = roomFor(length)
      memory.take((room - before) * BYTES_OF_AN_EVENT)
      space = createScratch(room)
    }
    return space
  }
}

const createScratch = (length: number): ScratchEvents => ({
  atMs: new Float64Array(length),
  mask: new Uint32Array(length),
})

/** An actor with more events than this is usually the largest one. */
const MANY_EVENTS = 64 * 1024

/**
 * Returns the capacity to allocate for `length` events. Below {@link MANY_EVENTS} it is larger than
 * `length`, so that a slightly larger actor does not reallocate.
 */
export const roomFor = (length: number): number => Math.max(length, Math.min(2 * length, MANY_EVENTS))
