import type { ErrorFacts } from '#shared/error-facts.ts'

/**
 * Decides whether a failure is written to the log. Returns null if it is not. Otherwise returns how many
 * equal failures were left out before this one.
 */
export type AdmitFailure = (sentence: string, facts: ErrorFacts) => { readonly leftOut: number } | null

const QUIET_MS = 60_000
/**
 * Maximum number of different failures that are remembered. When there are more, all are forgotten, and the
 * next failures count as new.
 */
const MOST_KNOWN = 200

/**
 * Admits equal failures once a minute. Without this, a failure of every request, as on a broken disk, would
 * fill the log with stacks. Failures are equal if they have the same sentence, type and code, and the same
 * first line of the stack.
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
