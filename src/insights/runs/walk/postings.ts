import { NONE } from './rule.ts'

/**
 * Index of the events of one actor by bit. It finds the next event with a bit without passing the other
 * events.
 */
export interface Postings {
  /** Indexes the actor whose events are [from, to). */
  begin(mask: Uint32Array, from: number, to: number): void
  has(i: number): boolean
  /** Returns the first place, from `place` on, whose event has bit i of the list; NONE if there is none. */
  next(i: number, place: number): number
}

export function createPostings(bits: readonly number[]): Postings {
  const allBits = bits.reduce((all, bit) => all | (1 << bit), 0)
  // The events of bit i are `places[starts[i]]` to `places[ends[i] - 1]`.
  const starts = new Uint32Array(bits.length)
  const ends = new Uint32Array(bits.length)
  let places = new Uint32Array()

  /**
   * Gives each bit a range of `places` that is as long as the number of the bit's events. The ranges are
   * still empty.
   */
  function divide(mask: Uint32Array, from: number, to: number): void {
    ends.fill(0)
    for (let place = from; place < to; place++) {
      if (((mask[place] as number) & allBits) === 0) continue
      for (let i = 0; i < bits.length; i++)
        ends[i] = (ends[i] as number) + (((mask[place] as number) >>> (bits[i] as number)) & 1)
    }
    let total = 0
    for (let i = 0; i < bits.length; i++) {
      starts[i] = total
      total += ends[i] as number
      ends[i] = starts[i] as number
    }
    if (places.length < total) places = new Uint32Array(2 * total)
  }

  return {
    begin(mask, from, to) {
      divide(mask, from, to)
      for (let place = from; place < to; place++) {
        if (((mask[place] as number) & allBits) === 0) continue
        for (let i = 0; i < bits.length; i++) {
          if ((((mask[place] as number) >>> (bits[i] as number)) & 1) === 0) continue
          const end = ends[i] as number
          places[end] = place
          ends[i] = end + 1
        }
      }
    },
    has: (i) => (ends[i] as number) > (starts[i] as number),
    next(i, place) {
      let low = starts[i] as number
      const end = ends[i] as number
      for (let high = end; low < high; ) {
        const middle = (low + high) >>> 1
        if ((places[middle] as number) < place) low = middle + 1
        else high = middle
      }
      return low < end ? (places[low] as number) : NONE
    },
  }
}
