import { ALL_STARTS, type BestRun, createBestRun, type FunnelRule } from '#insights/runs/walk/rule.ts'
import { createRunsWalk, type RunsWalk, walkRuns } from '#insights/runs/walk/walk-runs.ts'
import type { ActorEvents } from '#sequences/actor-events.ts'
import type { WalkMemory } from '#sequences/walk-memory.ts'
import type { Collect } from './collect.ts'
import { msBetween } from './collect-steps.ts'
import type { ComparedSteps } from './collect-trends.ts'
import { Counts } from './counts.ts'
import { averageOf, binsOf, medianOf } from './time-statistics.ts'
import { TimesByPlace } from './times-by-place.ts'

export interface TimeTotals {
  readonly kind: 'time_to_convert'
  /** For each bin: the second at which it begins, and the number of its actors. */
  readonly bins: readonly (readonly [number, number])[]
  /** Null if no actor reached the to-step. */
  readonly averageMs: number | null
  readonly medianMs: number | null
}

/**
 * Collects the times from one step to another, of the actors that reached the second of these steps. If
 * `binCount` is null, the number of bins depends on the number of actors. It is a class for the reason
 * given at `StepCollect`.
 */
export class TimeCollect implements Collect<TimeTotals> {
  private readonly compared: ComparedSteps
  private readonly binCount: number | null
  private readonly walk: RunsWalk
  private readonly best: BestRun
  private readonly actors: Counts
  // The place of a time is its row.
  private readonly times: TimesByPlace

  constructor(rule: FunnelRule, compared: ComparedSteps, binCount: number | null, memory: WalkMemory) {
    this.compared = compared
    this.binCount = binCount
    this.walk = createRunsWalk(rule)
    this.best = createBestRun(rule)
    this.actors = new Counts(1, memory)
    this.times = new TimesByPlace(rule.windowMs, memory)
  }

  add(row: number, events: ActorEvents, from: number, to: number): void {
    const { best, compared } = this
    walkRuns(this.walk, events, from, to, ALL_STARTS, best)
    if (best.level === 0) return
    this.actors.add(row, 0)
    if (best.level > compared.toStep)
      this.times.add(row, msBetween(events.atMs, best.path, compared.fromStep, compared.toStep))
  }

  size(row: number): number {
    return this.actors.at(row, 0)
  }

  totals(asked: readonly number[]): TimeTotals {
    const times = this.times.of(asked)
    return {
      kind: 'time_to_convert',
      bins: binsOf(times, this.binCount),
      averageMs: averageOf(times),
      medianMs: medianOf(times),
    }
  }
}
