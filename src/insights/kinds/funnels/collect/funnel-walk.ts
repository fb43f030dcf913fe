import { type FunnelRule, stepBits } from '#insights/runs/walk/rule.ts'
import type { ActorEvents, StartWalk, Walk } from '#sequences/actor-events.ts'
import type { WalkMemory } from '#sequences/walk-memory.ts'
import { type Attributed, type EachRow, eachRowOf, type VisitRow } from './attribution.ts'
import type { Collect } from './collect.ts'
import { StepCollect, type StepTotals } from './collect-steps.ts'
import { TimeCollect, type TimeTotals } from './collect-times.ts'
import { type ComparedSteps, TrendCollect, type TrendTotals } from './collect-trends.ts'
import { type RowNumbers, rowsInOrder, rowsOfAllTexts, rowsOfTexts } from './row-numbers.ts'

/** The breakdown of a walk. */
export interface WalkedRows {
  readonly attributed: Attributed
  readonly missingText: string
  /**
   * The values that have a row. The rows of the missing value and of all other values come in addition.
   * Null if each value is a row of its own during the walk.
   */
  readonly texts: readonly string[] | null
  /**
   * The highest number of rows in the result, not counting the rows of the missing value and of all other
   * values.
   */
  readonly limit: number
  /** Whether there is a row of all other values. False if `texts` has all values with an actor at step 1. */
  readonly hasOther: boolean
}

export interface FunnelJob {
  readonly rule: FunnelRule
  readonly compared: ComparedSteps
  /**
   * For a funnel shown as trends: the starts of the buckets and the end of the last one, in ms since the
   * start of the range.
   */
  readonly edgesMs: readonly number[]
  /** Runs that start at this time or later are open. Null if open runs are not told apart from others. */
  readonly openFromMs: number | null
  readonly collected: 'steps' | 'trends' | 'time_to_convert'
  readonly binCount: number | null
  /** The breakdown; null without one. */
  readonly rows: WalkedRows | null
}

export type FunnelTotals = StepTotals | TrendTotals | TimeTotals

/** A row with its number of actors at step 1. */
export interface FunnelRowTotals {
  /** The text of the row's value; empty without a breakdown. Null for the row of all other values. */
  readonly text: string | null
  readonly actors: number
  readonly totals: FunnelTotals
}

/**
 * Computes the numbers of each row, in display order: the largest rows, then the row of all other values,
 * then the row of the missing value. Without a breakdown there is one row.
 */
export const funnelWalk: StartWalk<FunnelJob, FunnelRowTotals[]> = (job, memory) => {
  const collect = collectorOf(job, memory)
  return job.rows === null ? new WholeWalk(collect) : walkOfRows(job.rows, job.rule, collect, memory)
}

/** The walk without a breakdown. It is a class for the reason given at `StepCollect`. */
class WholeWalk implements Walk<FunnelRowTotals[]> {
  private readonly collect: Collect<FunnelTotals>

  constructor(collect: Collect<FunnelTotals>) {
    this.collect = collect
  }

  actor(_: number | bigint, events: ActorEvents, from: number, to: number): void {
    this.collect.add(0, events, from, to)
  }

  result(): FunnelRowTotals[] {
    return [totalsOf(this.collect, '', [0])]
  }
}

function walkOfRows(
  walked: WalkedRows,
  rule: FunnelRule,
  collect: Collect<FunnelTotals>,
  memory: WalkMemory,
): Walk<FunnelRowTotals[]> {
  const { numbers, each } = startRows(walked, rule, memory)
  const add: VisitRow = (row, events, from, to) => collect.add(row, events, from, to)
  return {
    actor: (_, events, from, to, values) => each(events, from, to, values, add),
    result: () =>
      rowsInOrder(walked, numbers, collect).map(({ text, members }) => totalsOf(collect, text, members)),
  }
}

const totalsOf = (
  collect: Collect<FunnelTotals>,
  text: string | null,
  members: readonly number[],
): FunnelRowTotals => ({
  text,
  actors: members.reduce((sum, row) => sum + collect.size(row), 0),
  totals: collect.totals(members),
})

interface StartedRows {
  readonly numbers: RowNumbers
  readonly each: EachRow
}

export function startRows(
  { texts, missingText, attributed, hasOther }: Omit<WalkedRows, 'limit'>,
  rule: Pick<FunnelRule, 'steps' | 'optional'>,
  memory: WalkMemory,
): StartedRows {
  const numbers = texts === null ? rowsOfAllTexts(missingText) : rowsOfTexts(texts, missingText, hasOther)
  return { numbers, each: eachRowOf(attributed, numbers, stepBits(rule).length, memory) }
}

function collectorOf(
  { rule, compared, edgesMs, openFromMs, collected, binCount }: FunnelJob,
  memory: WalkMemory,
): Collect<FunnelTotals> {
  switch (collected) {
    case 'steps':
      return new StepCollect(rule, openFromMs, memory)
    case 'trends':
      return new TrendCollect(rule, compared, edgesMs)
    case 'time_to_convert':
      return new TimeCollect(rule, compared, binCount, memory)
  }
}
