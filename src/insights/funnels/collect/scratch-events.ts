/** Space for the events of one actor that take part in one row. */
export interface ScratchEvents {
  readonly atMs: Float64Array
  readonly mask: Uint32Array
}

const createScratch = (length: number): ScratchEvents => ({
  atMs: new Float64Array(length),
  mask: new Uint32Array(length),
})

/** Space that grows to what is asked for, and is kept from actor to actor. */
export function scratchEvents(): (length: number) => ScratchEvents {
  let space = createScratch(0)
  return (length) => {
    if (space.mask.length < length) space = createScratch(2 * length)
    return space
  }
}
