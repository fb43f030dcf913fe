/**
 * Counts the bytes that a walk keeps outside of the heap of its worker and that grow with the data: the
 * events of a chunk, texts, and the numbers of rows and actors.
 */
export interface WalkMemory {
  /**
   * Called before bytes are kept.
   * @throws WalkMemoryError if these bytes and all bytes kept before are too many together.
   */
  take(bytes: number): void
  /** Called when bytes that were taken are no longer kept. */
  giveBack(bytes: number): void
  /**
   * Called instead of `take` for bytes that are given back before any other bytes are taken.
   * @throws WalkMemoryError as `take` does.
   */
  lend(bytes: number): void
}

/** Thrown when a question would keep more bytes than a walk may. */
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

/** Counts bytes that are kept for one chunk only. */
export interface Loan {
  /** @throws WalkMemoryError */
  take(bytes: number): void
  /** Gives back all bytes that were taken. */
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
