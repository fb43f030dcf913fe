/** Counts the bytes that a walk keeps outside of the objects of its worker, whose number follows the data: the events of a chunk, texts, and numbers of rows and of actors. */
export interface WalkMemory {
  /** Called before bytes are kept. @throws WalkMemoryError where they are too many with all before. */
  take(bytes: number): void
  /** Called when bytes that were taken are kept no longer. */
  giveBack(bytes: number): void
  /** As `take`, for bytes that are given back at once, before any others are taken. */
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
    giveBack(bytes) {
      taken -= bytes
    },
    lend: (bytes) => requireRoom(taken + bytes),
  }
}

/** Bytes that are kept for a chunk alone. */
export interface Loan {
  /** @throws WalkMemoryError */
  take(bytes: number): void
  /** Gives back all that was taken. */
  end(): void
}

export function createLoan(memory: WalkMemory): Loan {
  let lent = 0
  return {
    take(bytes) {
      lent += bytes
      memory.take(bytes)
    },
    end() {
      memory.giveBack(lent)
      lent = 0
    },
  }
}
