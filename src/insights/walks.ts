import type { Walks } from '#sequences/serve-walks.ts'

/** The walks that answers are computed with, by the names that `Walkers.run` takes. */
export const WALKS: Walks = {}
