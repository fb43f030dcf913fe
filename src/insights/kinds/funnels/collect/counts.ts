import { PiecedNumbers } from '#insights/runs/walk/pieced-numbers.ts'
import type { WalkMemory } from '#sequences/walk-memory.ts'

/**
 * A few counters for each row. Each counter takes exactly 4 bytes, because a breakdown can have millions of
 * rows. A counter stays below 2 to the 32nd, as the number of actors does.
 */
export class Counts {
  /** The number of counters of a row. */
  private readonly width: number
  private readonly numbers: PiecedNumbers

  constructor(width: number, memory: WalkMemory) {
    this.width = width
    this.numbers = new PiecedNumbers(Uint32Array, memory)
  }

  /**
   * Adds one to a counter of a row.
   * @throws WalkMemoryError
   */
  add(row: number, count: number): void {
    const place = row * this.width + count
    this.numbers.set(place, this.numbers.at(place) + 1)
  }

  /**
   * Returns the value of a row's counter. Rows have no views of their own, because with a hundred thousand
   * rows each view would be an object.
   */
  at(row: number, count: number): number {
    return this.numbers.at(row * this.width + count)
  }
}
