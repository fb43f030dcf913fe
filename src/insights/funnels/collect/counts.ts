import type { WalkMemory } from '#sequences/walk-memory.ts'
import { PiecedNumbers } from './pieced-numbers.ts'

/**
 * Some counts for each row, 4 bytes each and nothing beside them: of a breakdown the rows can be millions. A count is below 2 to the 32nd, as the number of
 * actors is.
 */
export class Counts {
  /** The number of counts of a row. */
  private readonly width: number
  private readonly numbers: PiecedNumbers

  constructor(width: number, memory: WalkMemory) {
    this.width = width
    this.numbers = new PiecedNumbers(Uint32Array, memory)
  }

  /** Adds one to a count of a row. @throws WalkMemoryError */
  add(row: number, count: number): void {
    const place = row * this.width + count
    this.numbers.set(place, this.numbers.at(place) + 1)
  }

  /** A count of a row. No view of a row is made: of a hundred thousand rows each view would be an object. */
  at(row: number, count: number): number {
    return this.numbers.at(row * this.width + count)
  }
}
