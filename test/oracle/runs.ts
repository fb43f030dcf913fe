import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    readonly isLong: boolean
  }
}

/**
 * Returns how often a property runs: the short number fits into `npm test`, the long one is for `npm run
 * oracle`.
 */
export const runs = ({ short, long }: { readonly short: number; readonly long: number }): number =>
  inject('isLong') ? long : short

const LIMIT_MS = runs({ short: 200_000, long: 3_000_000 })
/**
 * Returns the options of a property. A property that cannot run this often within the time limit fails. The
 * first counterexample is shown without shrinking.
 */
export const within = (numRuns: number) => ({
  numRuns,
  interruptAfterTimeLimit: LIMIT_MS,
  markInterruptAsFailure: true,
  // Each smaller counterexample would need its events stored again, which takes minutes.
  endOnFailure: true,
})
