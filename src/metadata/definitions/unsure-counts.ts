import { isUnsure, wasStored } from '#metadata/database/unavailable-error.ts'

/** Counts whose write failed, and which may be stored all the same. */
export interface UnsureCounts<Counts> {
  /**
   * Keeps counts if the error of their write leaves open whether they are stored. If the error does not
   * leave it open, returns false.
   */
  keep(counts: Counts, error: unknown): boolean
  /**
   * Returns the kept counts that are not stored and must be written again. Counts stay kept as long as it is
   * unknown whether they are stored: a count may be missing for a while, but must not be added twice.
   *
   * Must be called before the waiting counts are written, so that no counts wait afterwards: a deletion
   * clears only what is written.
   */
  takeLost(): Promise<Counts[]>
}

export function createUnsureCounts<Counts>(): UnsureCounts<Counts> {
  let kept: { readonly counts: Counts; readonly error: unknown }[] = []
  return {
    keep(counts, error) {
      if (!isUnsure(error)) return false
      kept.push({ counts, error })
      return true
    },
    async takeLost() {
      const asked = kept
      kept = []
      const lost: Counts[] = []
      for (const [index, one] of asked.entries()) {
        const isStored = await wasStored(one.error)
        if (isStored === null) {
          // The server does not answer. The other counts are not asked about now, because each of them would
          // wait for the server again.
          kept = [...asked.slice(index), ...kept]
          break
        }
        if (!isStored) lost.push(one.counts)
      }
      return lost
    },
  }
}
