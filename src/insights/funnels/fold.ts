import { bound, type Fragment, join, numeral, sql } from '#sql/fragment.ts'
import { isStep, millisecondsOf } from './packed-event.ts'
import type { FunnelsPlan } from './plan.ts'

/**
 * The state of the fold over one person's events, a tuple: for k = 1 .. steps-1 the latest start (a packed event) of a run
 * that has reached step k, or 0; then the start of the best run; then its level. Scalars only: an array in the
 * state of a fold is copied at every event and made it 14 times slower.
 */
export const emptyState = (plan: FunnelsPlan): Fragment =>
  sql`(${join([...stepsFrom(1, plan).map(() => sql`toUInt64(0)`), sql`toUInt8(0)`], sql`, `)})`

export const bestStart = (plan: FunnelsPlan): Fragment => sql`state.${numeral(plan.steps)}`
export const bestLevel = (plan: FunnelsPlan): Fragment => sql`state.${numeral(plan.steps + 1)}`

/**
 * The state after one more event. Every part is computed from the state before it, so that one event never serves two steps
 * of one run. A later start replaces an earlier one at the same step, because it leaves more time. The best run is the first
 * that reached its level.
 */
export function nextState(plan: FunnelsPlan): Fragment {
  const climbs = stepsFrom(2, plan).reverse()
  const isBetter = (step: number) => sql`${reaches(step, plan)} AND ${bestLevel(plan)} < ${numeral(step)}`
  const isFirst = isStep(sql`event`, 1, plan)
  const parts = [
    sql`if(${isFirst}, event, ${startAt(1)})`,
    ...stepsFrom(2, plan)
      .slice(0, -1)
      .map((step) => sql`if(${reaches(step, plan)}, ${startAt(step - 1)}, ${startAt(step)})`),
    sql`multiIf(${join(
      climbs.map((step) => sql`${isBetter(step)}, ${startAt(step - 1)}`),
      sql`, `,
    )}, ${bestStart(plan)})`,
    sql`multiIf(${join(
      climbs.map((step) => sql`${isBetter(step)}, toUInt8(${numeral(step)})`),
      sql`, `,
    )}, greatest(${bestLevel(plan)}, toUInt8(${isFirst})))`,
  ]
  return sql`(
  ${join(parts, sql`,\n`)}
)`
}

const stepsFrom = (first: number, plan: FunnelsPlan): number[] =>
  Array.from({ length: plan.steps - first + 1 }, (_, i) => first + i)

const startAt = (step: number): Fragment => sql`state.${numeral(step)}`

// Whether the event moves a run from the step before to `step`, within the window since the start of the run.
function reaches(step: number, plan: FunnelsPlan): Fragment {
  const start = startAt(step - 1)
  const elapsed = sql`${millisecondsOf(sql`event`, plan)} - ${millisecondsOf(start, plan)}`
  return sql`${isStep(sql`event`, step, plan)} AND ${start} > 0 AND ${elapsed} <= ${bound('Int64', plan.windowMs)}`
}
