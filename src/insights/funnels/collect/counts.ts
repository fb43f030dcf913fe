import type { WalkMemory } from '#sequences/walk-memory.ts'

/** Rows lie in pieces, which are never copied: room that doubles would be there three times while it grows. */
const PIECE_BITS = 10
const PIECE_ROWS = 2 ** PIECE_BITS

/**
 * Some counts for each row, 4 bytes each and nothing beside them: of a breakdown the rows can be millions. A count is below 2 to the 32nd, as the number of
 * actors is.
 */
export class Counts {
  /** The number of counts of a row. */
  private readonly width: number
  private readonly memory: WalkMemory
  private readonly pieces: Uint32Array[] = []

  constructor(width: number, memory: WalkMemory) {
    this.width = width
    this.memory = memory
  }

  /** Adds one to a count of a row. */
  add(row: number, place: number): void {
    if (row >>> PIECE_BITS >= this.pieces.length) this.grow(row)
    const piece = this.pieces[row >>> PIECE_BITS] as Uint32Array
    const at = (row % PIECE_ROWS) * this.width + place
    piece[at] = (piece[at] as number) + 1
  }

  /** A count of a row. No view of a row is made: of a hundred thousand rows each view would be an object. */
  at(row: number, place: number): number {
    return this.pieces[row >>> PIECE_BITS]?.[(row % PIECE_ROWS) * this.width + place] ?? 0
  }

  private grow(row: number): void {
    while (this.pieces.length <= row >>> PIECE_BITS) {
      this.memory.take(PIECE_ROWS * this.width * Uint32Array.BYTES_PER_ELEMENT)
      this.pieces.push(new Uint32Array(PIECE_ROWS * this.width))
    }
  }
}
