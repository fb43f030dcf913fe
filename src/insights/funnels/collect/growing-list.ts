import type { WalkMemory } from '#sequences/walk-memory.ts'
import { PiecedNumbers } from './pieced-numbers.ts'

/** Numbers that are added one by one, 8 bytes each. */
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

  /** All numbers so far, in their order, in one column. */
  joined(): Float64Array {
    const all = new Float64Array(this.count)
    for (let i = 0; i < all.length; i++) all[i] = this.numbers.at(i)
    return all
  }
}
