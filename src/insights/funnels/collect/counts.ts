/** Some counts for each row, 8 bytes each and nothing beside them: of a breakdown the rows can be millions. */
export interface Counts {
  /** Adds one to a count of a row. */
  add(row: number, place: number): void
  /** A count of a row. No view of a row is made: of a hundred thousand rows each view would be an object. */
  at(row: number, place: number): number
}

/** `width` is the number of counts of a row. */
export function createCounts(width: number): Counts {
  let room = new Float64Array(width)
  return {
    add(row, place) {
      const at = row * width + place
      if (at >= room.length) {
        const larger = new Float64Array(Math.max(2 * room.length, (row + 1) * width))
        larger.set(room)
        room = larger
      }
      room[at] = (room[at] ?? 0) + 1
    },
    at: (row, place) => room[row * width + place] ?? 0,
  }
}
