import type { BestRun } from './rule.ts'

/** Compares the runs of one actor, one start after the other. */
export interface Contest {
  begin(best: BestRun): void
  /** Whether the run is the best until now; the caller writes its path then. Of two with equal times the first that is offered stays. */
  offer(level: number, startMs: number, arrivalMs: number, isTainted: boolean): boolean
  /** Whether the best run has the highest level and arrived before `startMs`: a start from then on replaces it only with a higher level. */
  isSettledBefore(startMs: number): boolean
  /** An actor whose highest level is reached by tainted runs only is out. */
  end(): void
}

export function createContest(): Contest {
  let best: BestRun
  let highest = 0
  let bestStartMs = 0
  let bestArrivalMs = 0
  return {
    begin(ofActor) {
      best = ofActor
      best.level = 0
      best.isExcluded = false
      highest = 0
      bestArrivalMs = Number.POSITIVE_INFINITY
    },
    offer(level, startMs, arrivalMs, isTainted) {
      if (level > highest) highest = level
      if (isTainted || level < best.level) return false
      if (level === best.level) {
        if (arrivalMs > bestArrivalMs) return false
        if (arrivalMs === bestArrivalMs && startMs <= bestStartMs) return false
      }
      best.level = level
      bestStartMs = startMs
      bestArrivalMs = arrivalMs
      return true
    },
    isSettledBefore: (startMs) => best.level === highest && bestArrivalMs < startMs,
    end() {
      if (best.level === highest) return
      best.level = 0
      best.isExcluded = true
    },
  }
}
