import type { ErrorFacts } from '#shared/error-facts.ts'

/**
 * Returns how many equal failures were left out before this one, or null if this one is not written to the
 * log either.
 */
export type AdmitFailure = (sentence: string, facts: ErrorFacts) => { readonly leftOut: number } | null

const QUIET_MS = 60_000
/** If more different failures than this are known, all are forgotten, and the next ones count as new. */
const MOST_KNOWN = 200

/**
 * Admits each failure once a minute, so that a failure of every request, as on a broken disk, does not fill
 * the log with stacks. Failures are equal if they have the same sentence, type, code and place.
 */
export function createRepeatedFailures(nowMs: () => number): AdmitFailure {
  const known = new Map<string, { sinceMs: number; leftOut: number }>()
  return (sentence, { type, code, stack }) => {
    const key = [sentence, type, code, stack?.split('\n', 1)[0]].join('\n')
    const now = nowMs()
    const found = known.get(key)
    if (found !== undefined && now - found.sinceMs < QUIET_MS) {
      found.leftOut++
      return null
    }
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(key, { sinceMs: now, leftOut: 0 })
    return { leftOut: found?.leftOut ?? 0 }
  }
}
