import type { RefreshMode } from '#contract/refresh.ts'
import { isWithin } from '#shared/clock.ts'

/**
 * How new a result has to be. `none` accepts any cached result. `shared` is for readers with a link, and is
 * not a value of `refresh` in the interface.
 */
export type Refresh = Exclude<RefreshMode, 'force_cache'> | 'shared'

/** The freshness and age of a cached result. */
export interface FoundResult {
  readonly isFresh: boolean
  /** Negative for a result that was computed before the clock was set back. */
  readonly ageMs: number
}

/** The reaction to a missing cached result: compute one, or answer null. */
export type WhenMissing = 'compute' | 'null'

/**
 * The reaction to a question: show the cached result, compute now, or show the cached result and compute in
 * the background.
 */
export type Step = 'show' | 'compute' | 'start'

const DAY_MS = 86_400_000
/**
 * Age up to which a result is shown to readers with a link. It is the age that PostHog uses, because clients
 * were written for PostHog.
 */
const SHARED_MS = 30 * 60_000

/** Returns the step for a question. `found` is null if no result is cached. */
export function stepFor(refresh: Refresh, found: FoundResult | null, whenMissing: WhenMissing): Step {
  return found === null && whenMissing === 'compute' ? 'compute' : stepOf(refresh, found)
}

function stepOf(refresh: Refresh, found: FoundResult | null): Step {
  switch (refresh) {
    case 'none':
      return 'show'
    case 'blocking':
      return found?.isFresh ? 'show' : 'compute'
    case 'force_blocking':
      return 'compute'
    case 'async':
      return found?.isFresh ? 'show' : 'start'
    case 'lazy_async':
      return found?.isFresh || isYoungerThan(found, DAY_MS) ? 'show' : 'start'
    case 'force_async':
      return 'start'
    case 'async_except_on_cache_miss':
      if (found === null) return 'compute'
      return found.isFresh ? 'show' : 'start'
    case 'shared':
      return found?.isFresh || isYoungerThan(found, SHARED_MS) ? 'show' : 'compute'
  }
}

const isYoungerThan = (found: FoundResult | null, ms: number) =>
  found !== null && isWithin(ms, -found.ageMs, 0)
