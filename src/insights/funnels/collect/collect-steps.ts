import {
  ALL_STARTS,
  type BestRun,
  createBestRun,
  type FunnelRule,
  NONE,
  placeOfStep,
  stepBits,
} from '#insights/funnels/walk/rule.ts'
import { createRunsWalk, type RunsWalk, walkRuns } from '#insights/funnels/walk/walk-runs.ts'
import type { ActorEvents } from '#sequences/actor-events.ts'
import type { WalkMemory } from '#sequences/walk-memory.ts'
import { averageOf } from './averages.ts'
import type { Collect } from './collect.ts'
import { type CountedRuns, createCountedRuns, hasCountedRun } from './counted-run.ts'
import { Counts } from './counts.ts'
import { medianOf } from './median.ts'
import { TimesByPlace } from './times-by-place.ts'

export interface StepTotals {
  readonly kind: 'steps'
  /** By step, in the order of the question: the actors that reached it. */
  readonly counts: readonly number[]
  /** By step, since the step before that the run has; null for the first one, and for a step without actors. */
  readonly averagesMs: readonly (number | null)[]
  readonly mediansMs: readonly (number | null)[]
  /** By step: of those who reached the step before and not this one, the actors with an open run; null for the first step and optional ones. */
  readonly openCounts: readonly (number | null)[]
}

/**
 * The actors of each step and the times that they took, since the step before it that their run has. A class, whose methods keep their optimised code from
 * question to question (walk-runs.ts).
 */
export class StepCollect implements Collect<StepTotals> {
  private readonly rule: FunnelRule
  private readonly bits: readonly number[]
  private readonly isOpenCounted: boolean
  private readonly open: CountedRuns
  private readonly walk: RunsWalk
  private readonly best: BestRun
  // Of a row: by level the actors that have it, then by bit the actors of an optional step, then by level those with an open run.
  private readonly doneFrom: number
  private readonly openFrom: number
  private readonly counts: Counts
  // By row and bit.
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
    // One step after the other: the times of a step can be tens of millions.
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

/** The actors of a level or of a higher one. */
function actorsFrom(counts: Counts, row: number, level: number, { steps }: FunnelRule): number {
  let sum = 0
  for (let one = level; one <= steps; one++) sum += counts.at(row, one)
  return sum
}

/** The time between two steps of a run. */
export const msBetween = (atMs: Float64Array, path: Uint32Array, step: number, later: number): number =>
  (atMs[path[later] ?? 0] ?? 0) - (atMs[path[step] ?? 0] ?? 0)
