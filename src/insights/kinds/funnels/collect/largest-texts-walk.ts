import type { FunnelRule } from '#insights/runs/walk/rule.ts'
import type { StartWalk } from '#sequences/actor-events.ts'
import { type EachRow, enteredRowsOfStep } from './attribution.ts'
import { createCountedRuns, hasCountedRun } from './counted-run.ts'
import { Counts } from './counts.ts'
import { startRows, type WalkedRows } from './funnel-walk.ts'
import { rowsInOrder } from './row-numbers.ts'

export interface LargestTextsJob {
  readonly rule: FunnelRule
  /** The breakdown without its `texts`: this walk considers all values. */
  readonly rows: Pick<WalkedRows, 'attributed' | 'missingText' | 'limit'>
}

/**
 * Finds the texts of the largest rows of a funnel, the largest first, without the row of missing values. It
 * returns one text more than the limit if there are further rows. The size of a row is the number of its
 * actors at step 1. Most actors are counted without walking their runs: only an actor with both a start and
 * an excluded event has to be walked.
 */
export const largestTextsWalk: StartWalk<LargestTextsJob, string[]> = ({ rule, rows }, memory) => {
  const { numbers, each: eachRow } = startRows({ ...rows, texts: null, hasOther: true }, rule, memory)
  const sizes = new Counts(1, memory)
  const runs = createCountedRuns(rule)
  const { attributed } = rows
  const each: EachRow =
    attributed.kind === 'step' && rule.exclusions.length === 0
      ? enteredRowsOfStep(numbers, attributed.bit)
      : eachRow
  return {
    actor: (_, events, from, to, values) =>
      each(events, from, to, values, (row, own, first, end) => {
        if (hasCountedRun(runs, own, first, end)) sizes.add(row, 0)
      }),
    result: () =>
      rowsInOrder({ limit: rows.limit + 1 }, numbers, {
        size: (row) => sizes.at(row, 0),
      }).flatMap(({ text, members }) => (text === null || members.includes(numbers.missing) ? [] : [text])),
  }
}
