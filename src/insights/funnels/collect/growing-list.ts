/** Numbers that are added one by one, 8 bytes each. */
export interface GrowingList {
  push(value: number): void
  /** The numbers so far; a later `push` may not show in them. */
  values(): Float64Array
}

/** Small, because a breakdown by a value that few actors share has a list for each of its rows. */
const FIRST_SIZE = 4

export function createGrowingList(): GrowingList {
  let room = new Float64Array(FIRST_SIZE)
  let length = 0
  return {
    push(value) {
      if (length === room.length) {
        const larger = new Float64Array(room.length * 2)
        larger.set(room)
        room = larger
      }
      room[length++] = value
    },
    values: () => room.subarray(0, length),
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
