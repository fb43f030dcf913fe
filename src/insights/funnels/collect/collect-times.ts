import { ALL_STARTS, createBestRun, type FunnelRule } from '#insights/funnels/walk/rule.ts'
import { walkRuns } from '#insights/funnels/walk/walk-runs.ts'
import { type Collect, perRow } from './collect.ts'
import { averageOf, msBetween } from './collect-steps.ts'
import type { ComparedSteps } from './collect-trends.ts'
import { allValues, createGrowingList } from './growing-list.ts'
import { binsOf } from './time-bins.ts'

export interface TimeTotals {
  readonly kind: 'time_to_convert'
  /** Seconds at which a bin begins, and its actors. */
  readonly bins: readonly (readonly [number, number])[]
  /** Null without an actor at the to-step. */
  readonly averageMs: number | null
}

/** The times from one step to another of the actors that reached it. A null number of bins depends on the number of actors. */
export function collectTimes(
  rule: FunnelRule,
  { fromStep, toStep }: ComparedSteps,
  binCount: number | null,
): Collect<TimeTotals> {
  const walk = walkRuns(rule)
  const best = createBestRun(rule)
  const rows = perRow(() => ({ actors: 0, times: createGrowingList() }))
  return {
    add(row, events, from, to) {
      walk(events, from, to, ALL_STARTS, best)
      if (best.level === 0) return
      const totals = rows.of(row)
      totals.actors++
      if (best.level > toStep) totals.times.push(msBetween(events.atMs, best.path, fromStep, toStep))
    },
    size: (row) => rows.present(row)?.actors ?? 0,
    totals(asked) {
      const times = allValues(asked.flatMap((row) => rows.present(row)?.times ?? []))
      return { kind: 'time_to_convert', bins: binsOf(times, binCount), averageMs: averageOf(times) }
    },
  }
}
