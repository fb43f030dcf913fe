import { useState } from 'react'

/**
 * Returns the rows to show of a list that is fetched repeatedly. While the list is paused, the rows stay as
 * they were, and `waiting` counts those that have arrived since.
 */
export function useLive<T extends { readonly id: string }>(fetched: readonly T[]) {
  const [paused, setPaused] = useState<readonly T[] | null>(null)
  return {
    rows: paused ?? fetched,
    waiting: paused === null ? 0 : waitingIn(paused, fetched),
    isPaused: paused !== null,
    toggle: () => setPaused(paused === null ? fetched : null),
  }
}

/** Returns the number of fetched rows that are not among the shown ones. */
export function waitingIn<T extends { readonly id: string }>(
  shown: readonly T[],
  fetched: readonly T[],
): number {
  const known = new Set(shown.map(({ id }) => id))
  return fetched.filter(({ id }) => !known.has(id)).length
}
