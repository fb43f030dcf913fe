import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    readonly isLong: boolean
  }
}

/** How often a property runs: within the time of `npm test`, or in `npm run oracle`. */
export const runs = ({ short, long }: { readonly short: number; readonly long: number }): number =>
  inject('isLong') ? long : short

const LIMIT_MS = runs({ short: 200_000, long: 3_000_000 })
/** The options of a property: one that cannot run so often in its time fails, and a counterexample is shown that is not yet the smallest. */
export const within = (numRuns: number) => ({
  numRuns,
  interruptAfterTimeLimit: LIMIT_MS,
  markInterruptAsFailure: true,
  // A smaller counterexample would need its events stored again, for minutes.
  endOnFailure: true,
})
