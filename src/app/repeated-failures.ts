import type { ErrorFacts } from '#shared/error-facts.ts'

/** Whether a failure is written to the log, and how many equal ones were left out before it. */
export type AdmitFailure = (sentence: string, facts: ErrorFacts) => { readonly leftOut: number } | null

const QUIET_MS = 60_000
/** More different failures at once are taken for new ones. */
const MOST_KNOWN = 200

/**
 * Admits each failure once a minute: what fails for every request, as on a broken disk, does not fill the log with stacks. Failures
 * are equal that have the same sentence, type, code and place.
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
