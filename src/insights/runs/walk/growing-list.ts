import type { WalkMemory } from '#sequences/walk-memory.ts'
import { PiecedNumbers } from './pieced-numbers.ts'

/** A list of numbers to which numbers are added one by one. Each takes 8 bytes. */
export class GrowingList {
  private readonly numbers: PiecedNumbers
  private count = 0

  constructor(memory: WalkMemory) {
    this.numbers = new PiecedNumbers(Float64Array, memory)
  }

  /** @throws WalkMemoryError */
  push(number: number): void {
    this.numbers.set(this.count++, number)
  }

  /** Returns all numbers so far, in their order, as one array. */
  joined(): Float64Array {
    const all = new Float64Array(this.count)
    for (let i = 0; i < all.length; i++) all[i] = this.numbers.at(i)
    return all
  }
}
