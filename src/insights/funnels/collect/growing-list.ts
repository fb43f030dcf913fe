import type { WalkMemory } from '#sequences/walk-memory.ts'

/** Small, because a breakdown by a value that few actors share has a list for each of its rows. */
const FIRST_SIZE = 4

/** Numbers that are added one by one, 8 bytes each. */
export class GrowingList {
  private readonly memory: WalkMemory
  private room = new Float64Array(FIRST_SIZE)
  private length = 0

  constructor(memory: WalkMemory) {
    this.memory = memory
  }

  push(value: number): void {
    if (this.length === this.room.length) {
      this.memory.take(this.room.byteLength)
      const larger = new Float64Array(this.room.length * 2)
      larger.set(this.room)
      this.room = larger
    }
    this.room[this.length++] = value
  }

  /** The numbers so far; a later `push` may not show in them. */
  values(): Float64Array {
    return this.room.subarray(0, this.length)
  }
}

/** All numbers of several lists, in any order. */
export function allValues(lists: readonly GrowingList[]): Float64Array {
  const parts = lists.map((list) => list.values())
  const all = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
