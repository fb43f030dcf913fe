import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    readonly isLong: boolean
  }
}

/** How often a property runs: within the time of `npm test`, or in `npm run oracle`. */
export const runs = ({ short, long }: { readonly short: number; readonly long: number }): number =>
  inject('isLong') ? long : short
