import type { BestRun } from './rule.ts'

/** Compares the runs of one actor, one start after the other. */
export interface RunComparison {
  begin(best: BestRun): void
  /**
   * Returns whether the run is the best one so far; the caller then writes its path. If two runs have equal
   * times and the same number of optional steps, the first one stays.
   */
  offer(level: number, startMs: number, arrivalMs: number, isTainted: boolean, optionalCount: number): boolean
  /**
   * Whether the best run has the highest level so far, arrived before `startMs`, and has exactly
   * `optionalCount` optional steps. If so, a start at `startMs` or later replaces it only with a higher
   * level or with more optional steps.
   */
  isSettledBefore(startMs: number, optionalCount: number): boolean
  /** Ends the comparison. An actor is out if only tainted runs reach its highest level. */
  end(): void
}

export function createRunComparison(): RunComparison {
  let best: BestRun
  let highest = 0
  let bestStartMs = 0
  let bestArrivalMs = 0
  let bestOptionalCount = 0

  /** Compares a run with the best run of the same level. */
  function isBetter(startMs: number, arrivalMs: number, optionalCount: number): boolean {
    if (optionalCount !== bestOptionalCount) return optionalCount > bestOptionalCount
    return arrivalMs < bestArrivalMs || (arrivalMs === bestArrivalMs && startMs > bestStartMs)
  }

  return {
    begin(ofActor) {
      best = ofActor
      best.level = 0
      best.isExcluded = false
      highest = 0
      bestArrivalMs = Number.POSITIVE_INFINITY
    },
    offer(level, startMs, arrivalMs, isTainted, optionalCount) {
      if (level > highest) highest = level
      if (isTainted || level < best.level) return false
      if (level === best.level && !isBetter(startMs, arrivalMs, optionalCount)) return false
      best.level = level
      bestStartMs = startMs
      bestArrivalMs = arrivalMs
      bestOptionalCount = optionalCount
      return true
    },
    isSettledBefore: (startMs, optionalCount) =>
      best.level === highest && bestArrivalMs < startMs && bestOptionalCount === optionalCount,
    end() {
      if (best.level === highest) return
      best.level = 0
      best.isExcluded = true
    },
  }
}
