import { type BestRun, createBestRun, type FunnelRule, type StartRanges } from '#insights/runs/walk/rule.ts'
import { createRangesWalk, type RangesWalk, walkRanges } from '#insights/runs/walk/walk-runs.ts'
import type { ActorEvents } from '#sequences/actor-events.ts'
import type { Collect } from './collect.ts'
import { type CountedRuns, createCountedRuns, hasCountedRun } from './counted-run.ts'

export interface TrendTotals {
  readonly kind: 'trends'
  /**
   * For each bucket, the actors whose runs start in it: `entered` reach the from-step, `converted` reach
   * the to-step.
   */
  readonly entered: readonly number[]
  readonly converted: readonly number[]
}

export interface ComparedSteps {
  /** The two compared steps, counted from 0 among the steps that are not optional. */
  readonly fromStep: number
  readonly toStep: number
}

interface TrendRow {
  actors: number
  readonly entered: Float64Array
  readonly converted: Float64Array
}

/**
 * Collects the actors of the runs that begin in each bucket. `edgesMs` has the starts of the buckets and
 * the end of the last one, in ms since the start of the range. It is a class for the reason given at
 * `StepCollect`.
 */
export class TrendCollect implements Collect<TrendTotals> {
  private readonly compared: ComparedSteps
  private readonly edgesMs: readonly number[]
  private readonly runs: CountedRuns
  private readonly buckets: BucketWalk
  private readonly rows: TrendRow[] = []
  /** The totals of the row to which the actor being walked is added. */
  private row: TrendRow | undefined

  constructor(rule: FunnelRule, compared: ComparedSteps, edgesMs: readonly number[]) {
    this.compared = compared
    this.edgesMs = edgesMs
    this.runs = createCountedRuns(rule)
    this.buckets = createBucketWalk(rule, edgesMs, (place, { level }) => this.addTo(place, level))
  }

  add(row: number, events: ActorEvents, from: number, to: number): void {
    const totals = this.rowAt(row)
    if (hasCountedRun(this.runs, events, from, to)) totals.actors++
    this.row = totals
    walkBuckets(this.buckets, events, from, to)
  }

  private addTo(place: number, level: number): void {
    const { entered, converted } = this.row as TrendRow
    if (level > this.compared.fromStep) entered[place] = (entered[place] ?? 0) + 1
    if (level > this.compared.toStep) converted[place] = (converted[place] ?? 0) + 1
  }

  private rowAt(row: number): TrendRow {
    const buckets = this.edgesMs.length - 1
    this.rows[row] ??= {
      actors: 0,
      entered: new Float64Array(buckets),
      converted: new Float64Array(buckets),
    }
    return this.rows[row]
  }

  size(row: number): number {
    return this.rows[row]?.actors ?? 0
  }

  totals(asked: readonly number[]): TrendTotals {
    const present = asked.flatMap((row) => this.rows[row] ?? [])
    const sum = (of: 'entered' | 'converted') =>
      this.edgesMs.slice(1).map((_, place) => present.reduce((all, one) => all + (one[of][place] ?? 0), 0))
    return { kind: 'trends', entered: sum('entered'), converted: sum('converted') }
  }
}

/**
 * A walk over the buckets in which an actor has a start. It visits each of them with the best run of the
 * starts in the bucket.
 */
export interface BucketWalk {
  readonly walk: RangesWalk
  readonly best: BestRun
  readonly ranges: StartRanges
}

export function createBucketWalk(
  rule: FunnelRule,
  edgesMs: readonly number[],
  visit: (place: number, best: BestRun) => void,
): BucketWalk {
  const best = createBestRun(rule)
  const ranges = { edgesMs: Float64Array.from(edgesMs), each: (place: number) => visit(place, best) }
  return { walk: createRangesWalk(rule), best, ranges }
}

export const walkBuckets = (
  { walk, best, ranges }: BucketWalk,
  events: ActorEvents,
  from: number,
  to: number,
): void => walkRanges(walk, events, from, to, ranges, best)
