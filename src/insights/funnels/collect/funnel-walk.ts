import { type FunnelRule, stepBits } from '#insights/funnels/walk/rule.ts'
import type { StartWalk } from '#sequences/actor-events.ts'
import { type Attributed, type EachRow, eachRowOf } from './attribution.ts'
import type { Collect } from './collect.ts'
import { collectSteps, type StepTotals } from './collect-steps.ts'
import { collectTimes, type TimeTotals } from './collect-times.ts'
import { type ComparedSteps, collectTrends, type TrendTotals } from './collect-trends.ts'
import { type RowNumbers, rowsOfAllTexts, rowsOfTexts } from './row-numbers.ts'
import { rowsInOrder } from './rows-in-order.ts'

/** The breakdown of a walk. */
export interface WalkedRows {
  readonly attributed: Attributed
  readonly missingText: string
  /** The rows, beside those of the missing value and of all further values. Null: each value is a row of its own in the walk. */
  readonly texts: readonly string[] | null
  /** Most rows that are neither, in the result. */
  readonly limit: number
  /** False: all values with an actor at step 1 are `texts`, and no row has the others. */
  readonly hasOther: boolean
}

export interface FunnelJob {
  readonly rule: FunnelRule
  readonly compared: ComparedSteps
  /** Of a trend: the starts of its buckets and the end of the last, in ms since the start of the range. */
  readonly edgesMs: readonly number[]
  /** Runs that start from then on are open; null where they are not told apart. */
  readonly openFromMs: number | null
  readonly collected: 'steps' | 'trends' | 'time_to_convert'
  readonly binCount: number | null
  /** Null without a breakdown. */
  readonly rows: WalkedRows | null
}

export type FunnelTotals = StepTotals | TrendTotals | TimeTotals

/** A row, with its actors at step 1. */
export interface FunnelRowTotals {
  /** The text of its value, empty without a breakdown; null is the row of all further values. */
  readonly text: string | null
  readonly actors: number
  readonly totals: FunnelTotals
}

/** The numbers of each row: the largest first, then that of all further values, then that of the missing value. One row without a breakdown. */
export const funnelWalk: StartWalk<FunnelJob, FunnelRowTotals[]> = (job) => {
  const collect = collectorOf(job)
  const rows = job.rows === null ? null : startRows(job.rows, job.rule)
  const rowOf = (text: string | null, members: readonly number[]): FunnelRowTotals => ({
    text,
    actors: members.reduce((sum, row) => sum + collect.size(row), 0),
    totals: collect.totals(members),
  })
  return {
    actor: (_, events, from, to, values) =>
      rows === null ? collect.add(0, events, from, to) : rows.each(events, from, to, values, collect.add),
    result() {
      if (rows === null || job.rows === null) return [rowOf('', [0])]
      return rowsInOrder(job.rows, rows.numbers, collect).map(({ text, members }) => rowOf(text, members))
    },
  }
}

interface StartedRows {
  readonly numbers: RowNumbers
  readonly each: EachRow
}

export function startRows(
  { texts, missingText, attributed, hasOther }: Omit<WalkedRows, 'limit'>,
  rule: Pick<FunnelRule, 'steps' | 'optional'>,
): StartedRows {
  const numbers = texts === null ? rowsOfAllTexts(missingText) : rowsOfTexts(texts, missingText, hasOther)
  return { numbers, each: eachRowOf(attributed, numbers, stepBits(rule).length) }
}

function collectorOf({
  rule,
  compared,
  edgesMs,
  openFromMs,
  collected,
  binCount,
}: FunnelJob): Collect<FunnelTotals> {
  switch (collected) {
    case 'steps':
      return collectSteps(rule, openFromMs)
    case 'trends':
      return collectTrends(rule, compared, edgesMs)
    case 'time_to_convert':
      return collectTimes(rule, compared, binCount)
  }
}
