import { isUnsure, wasStored } from '#metadata/database/unavailable-error.ts'

/** Counts whose write failed, and which may be stored all the same. */
export interface UnsureCounts<Counts> {
  /**
   * Keeps counts if the error of their write leaves open whether they are stored. Returns false if it does
   * not.
   */
  keep(counts: Counts, error: unknown): boolean
  /**
   * Returns the kept counts that are not stored and must be written again. Counts of which it is still
   * unknown stay kept, because a count may be missing for a while, and must not be added twice. Asked
   * before the waiting counts are written, so that nothing waits afterwards: a deletion clears what is
   * written, and no more.
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
          // The server does not answer, and would be waited for again by each of the others.
          kept = [...asked.slice(index), ...kept]
          break
        }
        if (!isStored) lost.push(one.counts)
      }
      return lost
    },
  }
}
