import { PiecedNumbers } from '#insights/runs/walk/pieced-numbers.ts'
import type { WalkMemory } from '#sequences/walk-memory.ts'

/** Times in ms. Their order means nothing. */
export type Times = Uint32Array | Float64Array

/** The highest number of milliseconds that 32 bits can hold: 49.7 days. */
const MOST_MS_IN_32_BITS = 2 ** 32 - 1

/**
 * Times that are added one by one, each to a place. A place can have one time or millions, and there can be
 * millions of places, so no place has a list of its own. Instead each time refers to the previous time at
 * the same place, and each place refers to its last time. A time takes 8 bytes, or 12 if `longestMs` is
 * above 49 days; a place takes 4.
 */
export class TimesByPlace {
  private readonly timesOf: Uint32ArrayConstructor | Float64ArrayConstructor
  private readonly memory: WalkMemory
  private readonly times: PiecedNumbers
  // `before[t]` is the time that was added before time t at the same place; `last[p]` is the last time of
  // place p. Times are numbered from 1; 0 means none.
  private readonly before: PiecedNumbers
  private readonly last: PiecedNumbers
  private count = 0

  constructor(longestMs: number, memory: WalkMemory) {
    this.timesOf = longestMs > MOST_MS_IN_32_BITS ? Float64Array : Uint32Array
    this.memory = memory
    this.times = new PiecedNumbers(this.timesOf, memory)
    this.before = new PiecedNumbers(Uint32Array, memory)
    this.last = new PiecedNumbers(Uint32Array, memory)
  }

  /** @throws WalkMemoryError */
  add(place: number, ms: number): void {
    this.count++
    this.times.set(this.count, ms)
    this.before.set(this.count, this.last.at(place))
    this.last.set(place, this.count)
  }

  /**
   * Returns all times of some places.
   * @throws WalkMemoryError
   */
  of(places: readonly number[]): Times {
    const found = new this.timesOf(this.countOf(places))
    let at = 0
    for (const place of places)
      for (let time = this.last.at(place); time !== 0; time = this.before.at(time))
        found[at++] = this.times.at(time)
    return found
  }

  private countOf(places: readonly number[]): number {
    let count = 0
    for (const place of places)
      for (let time = this.last.at(place); time !== 0; time = this.before.at(time)) count++
    this.memory.lend(count * this.timesOf.BYTES_PER_ELEMENT)
    return count
  }
}
