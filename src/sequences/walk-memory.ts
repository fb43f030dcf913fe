/** Counts the bytes that a walk keeps outside of the objects of its worker, whose number follows the data: texts, and numbers of rows and of actors. */
export interface WalkMemory {
  /** Called before bytes are kept. @throws WalkMemoryError where they are too many with all before. */
  take(bytes: number): void
  /** The same for bytes that are kept for a chunk alone. */
  lend(bytes: number): void
}

/** A question would keep more bytes than a walk may. */
export class WalkMemoryError extends Error {}

export function createWalkMemory(mostBytes = Number.POSITIVE_INFINITY): WalkMemory {
  let taken = 0
  const requireRoom = (bytes: number) => {
    if (bytes > mostBytes) throw new WalkMemoryError('A walk would keep too many bytes.')
  }
  return {
    take(bytes) {
      taken += bytes
      requireRoom(taken)
    },
    lend: (bytes) => requireRoom(taken + bytes),
  }
}
