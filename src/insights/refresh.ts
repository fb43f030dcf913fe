/**
 * How new an answer has to be. The names are those of the interface, save two: `none` asks for nothing, and `shared` is
 * for everybody who has a link.
 */
export type Refresh =
  | 'none'
  | 'blocking'
  | 'force_blocking'
  | 'async'
  | 'lazy_async'
  | 'force_async'
  | 'async_except_on_cache_miss'
  | 'shared'

/** The answer that is kept: whether it is still the answer, and how old it is. */
export interface Found {
  readonly isFresh: boolean
  readonly ageMs: number
}

/** Show what there is, compute now, or show what there is and compute in the background. */
export type Step = 'show' | 'compute' | 'start'

const DAY_MS = 86_400_000
/** What the original showed to everybody who had a link. */
const SHARED_MS = 30 * 60_000

/** What to do about a question. `found` is null where no answer is kept. */
export function stepFor(refresh: Refresh, found: Found | null): Step {
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

const isYoungerThan = (found: Found | null, ms: number) => found !== null && found.ageMs < ms

/** For calls whose answer cannot be empty: what is asked for without a word is an answer, computed where none is fresh. */
export function stepToAnswer(refresh: Refresh, found: Found | null): Step {
  const step = stepFor(refresh === 'none' ? 'blocking' : refresh, found)
  return step === 'start' && found === null ? 'compute' : step
}
