import type { ActorEvents, Walk } from '#sequences/actor-events.ts'
import { attributionOf, type Visit } from './attribution.ts'
import { createCounts } from './growing.ts'
import { type BreakdownJob, createRows, type FinishedRows, type RowName } from './rows.ts'
import { ALL_STARTS, type BestRun, createBestRun, type FunnelRule } from './rule.ts'
import { walkRuns } from './walk-runs.ts'

export interface FunnelJob {
  readonly rule: FunnelRule
  readonly breakdown: BreakdownJob | null
}

/** Collects what is asked of the best runs, by row. */
export interface Collector<Data> {
  /** `best` is the best run of all starts of one actor in one row; without any start nothing is added. */
  add(row: number, best: BestRun, events: ActorEvents, from: number, to: number): void
  /** For each of the rows of the answer. */
  finish(rows: FinishedRows): Data[]
}

/** `size`: the actors at step 1, whatever else is asked. */
export type FunnelRow<Data> = RowName & { readonly size: number } & Data

/** Rows come in their order, with `other` and `none` last, where they have actors at step 1. */
export function walkRows<Data>(
  { rule, breakdown }: FunnelJob,
  collector: Collector<Data>,
): Walk<FunnelRow<Data>[]> {
  const rows = createRows(breakdown)
  const attribute = attributionOf(breakdown, rule.steps, rows)
  const walk = walkRuns(rule)
  const best = createBestRun(rule.steps)
  const sizes = createCounts()

  const visit: Visit = (row, events, from, to) => {
    walk(events, from, to, ALL_STARTS, best)
    if (best.level > 0) sizes.add(row)
    if (best.level > 0 || best.isExcluded) collector.add(row, best, events, from, to)
  }

  return {
    actor: (_actor, events, from, to, values) => attribute(events, from, to, values, visit),
    result() {
      const finished = rows.finish(sizes)
      const sizeAt = new Uint32Array(finished.names.length)
      for (let row = 0; row < sizes.end; row++) {
        if (sizes.of(row) === 0) continue
        const place = finished.placeOf(row)
        sizeAt[place] = (sizeAt[place] as number) + sizes.of(row)
      }
      const data = collector.finish(finished)
      return finished.names
        .map((name, i) => ({ ...name, size: sizeAt[i] as number, ...(data[i] as Data) }))
        .filter(({ kind, size }) => size > 0 || kind === 'all' || kind === 'value')
    },
  }
}
