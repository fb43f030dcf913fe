import type { WalkMemory } from '#sequences/walk-memory.ts'

/** Small, because a breakdown by a value that few actors share has a list for each of its rows. */
const FIRST_SIZE = 4
const LARGEST_SIZE = 2 ** 16

/**
 * Numbers that are added one by one, 8 bytes each. They lie in parts, which are never copied: room that doubles would be there three times while
 * it grows.
 */
export class GrowingList {
  private readonly memory: WalkMemory
  private readonly full: Float64Array[] = []
  private last = new Float64Array(FIRST_SIZE)
  private used = 0

  constructor(memory: WalkMemory) {
    this.memory = memory
  }

  push(value: number): void {
    if (this.used === this.last.length) this.grow()
    this.last[this.used++] = value
  }

  /** All numbers so far, in their order. A later `push` does not show in them. */
  parts(): Float64Array[] {
    return [...this.full, this.last.subarray(0, this.used)]
  }

  private grow(): void {
    const room = new Float64Array(Math.min(2 * this.last.length, LARGEST_SIZE))
    this.memory.take(room.byteLength)
    this.full.push(this.last)
    this.last = room
    this.used = 0
  }
}

/** How many numbers there are. */
export const countIn = (parts: readonly Float64Array[]): number =>
  parts.reduce((sum, { length }) => sum + length, 0)

/** All numbers in one column. */
export function joined(parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(countIn(parts))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
