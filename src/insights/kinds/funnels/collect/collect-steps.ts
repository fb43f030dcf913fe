import {
  ALL_STARTS,
  type BestRun,
  createBestRun,
  type FunnelRule,
  NONE,
  placeOfStep,
  stepBits,
} from '#insights/runs/walk/rule.ts'
import { createRunsWalk, type RunsWalk, walkRuns } from '#insights/runs/walk/walk-runs.ts'
import type { ActorEvents } from '#sequences/actor-events.ts'
import type { WalkMemory } from '#sequences/walk-memory.ts'
import type { Collect } from './collect.ts'
import { type CountedRuns, createCountedRuns, hasCountedRun } from './counted-run.ts'
import { Counts } from './counts.ts'
import { averageOf, medianOf } from './time-statistics.ts'
import { TimesByPlace } from './times-by-place.ts'

export interface StepTotals {
  readonly kind: 'steps'
  /** For each step, in the order of the question: the actors that reached it. */
  readonly counts: readonly number[]
  /**
   * For each step: the average and the median of the times since the previous step of the same run. Null
   * for the first step, and for a step without actors.
   */
  readonly averagesMs: readonly (number | null)[]
  readonly mediansMs: readonly (number | null)[]
  /**
   * For each step: the actors with an open run who reached the last non-optional step before it, but not
   * the step itself. Null for the first step and for optional steps. If open runs are not counted, it is
   * null for all steps.
   */
  readonly openCounts: readonly (number | null)[]
}

/**
 * Collects the actors of each step, and their times since the previous step of their run. It is a class
 * because methods keep their optimised code from question to question (walk-runs.ts).
 */
export class StepCollect implements Collect<StepTotals> {
  private readonly rule: FunnelRule
  private readonly bits: readonly number[]
  private readonly isOpenCounted: boolean
  private readonly open: CountedRuns
  private readonly walk: RunsWalk
  private readonly best: BestRun
  // Layout of the counters of one row: the actors by level; from `doneFrom` on, the actors that have each
  // optional step, by the bit of the step; from `openFrom` on, the actors with an open run, by level.
  private readonly doneFrom: number
  private readonly openFrom: number
  private readonly counts: Counts
  // The place of a time is the row times the number of steps, plus the bit of the step.
  private readonly times: TimesByPlace

  constructor(rule: FunnelRule, openFromMs: number | null, memory: WalkMemory) {
    this.rule = rule
    this.bits = stepBits(rule)
    this.isOpenCounted = openFromMs !== null
    this.open = createCountedRuns(rule, openFromMs)
    this.walk = createRunsWalk(rule)
    this.best = createBestRun(rule)
    this.doneFrom = rule.steps + 1
    this.openFrom = this.doneFrom + this.bits.length
    this.counts = new Counts(this.openFrom + rule.steps, memory)
    this.times = new TimesByPlace(rule.windowMs, memory)
  }

  add(row: number, events: ActorEvents, from: number, to: number): void {
    const { best, rule, counts } = this
    walkRuns(this.walk, events, from, to, ALL_STARTS, best)
    if (best.level === 0) return
    counts.add(row, best.level)
    if (best.level < rule.steps && hasCountedRun(this.open, events, from, to))
      counts.add(row, this.openFrom + best.level)
    if (best.level > 1 || best.optional.length > 0) this.addSteps(row, events.atMs)
  }

  private addSteps(row: number, atMs: Float64Array): void {
    const { best, bits, rule } = this
    let lastMs = atMs[best.path[0] ?? 0] ?? 0
    for (let i = 1; i < bits.length; i++) {
      const bit = bits[i] ?? 0
      const place = placeOfStep(best, bit)
      if (place === NONE) continue
      const ms = atMs[place] ?? 0
      if (bit >= rule.steps) this.counts.add(row, this.doneFrom + bit)
      this.times.add(row * bits.length + bit, ms - lastMs)
      lastMs = ms
    }
  }

  size(row: number): number {
    return actorsFrom(this.counts, row, 1, this.rule)
  }

  totals(rows: readonly number[]): StepTotals {
    const { bits, rule, counts } = this
    const countIn = (row: number, bit: number) =>
      bit < rule.steps ? actorsFrom(counts, row, bit + 1, rule) : counts.at(row, this.doneFrom + bit)
    // The steps are computed one after the other, because the times of a single step can be tens of
    // millions.
    const typical = bits.map((bit) => {
      const times = this.times.of(rows.map((row) => row * bits.length + bit))
      return { averageMs: averageOf(times), medianMs: medianOf(times) }
    })
    return {
      kind: 'steps',
      counts: bits.map((bit) => rows.reduce((sum, row) => sum + countIn(row, bit), 0)),
      averagesMs: typical.map(({ averageMs }) => averageMs),
      mediansMs: typical.map(({ medianMs }) => medianMs),
      openCounts: bits.map((bit) =>
        !this.isOpenCounted || bit === 0 || bit >= rule.steps
          ? null
          : rows.reduce((sum, row) => sum + counts.at(row, this.openFrom + bit), 0),
      ),
    }
  }
}

/** Returns how many actors of a row have this level or a higher one. */
function actorsFrom(counts: Counts, row: number, level: number, { steps }: FunnelRule): number {
  let sum = 0
  for (let one = level; one <= steps; one++) sum += counts.at(row, one)
  return sum
}

/** Returns the time between two steps of a run. */
export const msBetween = (atMs: Float64Array, path: Uint32Array, step: number, later: number): number =>
  (atMs[path[later] ?? 0] ?? 0) - (atMs[path[step] ?? 0] ?? 0)
