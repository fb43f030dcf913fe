import type { WalkMemory } from '#sequences/walk-memory.ts'

const PIECE_BITS = 12
const PIECE_LENGTH = 2 ** PIECE_BITS
/**
 * Selects the bits of an index that are the index within a piece. `%` is slower, because it divides
 * floating-point numbers: with it, reading a million numbers took 50 ms.
 */
const WITHIN = PIECE_LENGTH - 1

type Numbers = Uint32Array | Float64Array

/**
 * A list of numbers by index, from 0 on. Each number is 0 until it is set. The numbers lie in pieces, which
 * are never copied: an array that doubles its length would need three times its space while it grows.
 */
export class PiecedNumbers {
  private readonly pieceOf: new (
    length: number,
  ) => Numbers
  private readonly memory: WalkMemory
  private readonly pieces: Numbers[] = []

  constructor(pieceOf: new (length: number) => Numbers, memory: WalkMemory) {
    this.pieceOf = pieceOf
    this.memory = memory
  }

  at(place: number): number {
    return this.pieces[place >>> PIECE_BITS]?.[place & WITHIN] ?? 0
  }

  /** @throws WalkMemoryError */
  set(place: number, number: number): void {
    if (place >>> PIECE_BITS >= this.pieces.length) this.grow(place)
    const piece = this.pieces[place >>> PIECE_BITS] as Numbers
    piece[place & WITHIN] = number
  }

  private grow(place: number): void {
    while (this.pieces.length <= place >>> PIECE_BITS) {
      const piece = new this.pieceOf(PIECE_LENGTH)
      this.memory.take(piece.byteLength)
      this.pieces.push(piece)
    }
  }
}
