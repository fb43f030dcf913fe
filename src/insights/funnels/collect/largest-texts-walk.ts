import type { FunnelRule } from '#insights/funnels/walk/rule.ts'
import type { StartWalk } from '#sequences/actor-events.ts'
import type { EachRow } from './attribution.ts'
import { createCountedRuns, hasCountedRun } from './counted-run.ts'
import { Counts } from './counts.ts'
import { startRows, type WalkedRows } from './funnel-walk.ts'
import { rowsInOrder } from './rows-in-order.ts'
import { enteredRowsOfStep } from './rows-of-step.ts'

export interface LargestTextsJob {
  readonly rule: FunnelRule
  /** Without `texts`, and with all values. */
  readonly rows: Pick<WalkedRows, 'attributed' | 'missingText' | 'limit'>
}

/**
 * The texts of the rows that a funnel has beside that of missing values, the largest first: one more than the limit where there are further
 * ones. A row is as large as the number of its actors at step 1, for which most actors need no walk.
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
