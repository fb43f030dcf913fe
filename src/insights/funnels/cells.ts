import { z } from 'zod'
import { WholeNumber } from '#contract/paging.ts'
import type { SelectedCells } from '#insights/kind.ts'
import { Day, Occurrence, selectBucket } from '#insights/people/select.ts'
import { RowSelector, selectRow } from '#insights/people/select-row.ts'
import { BooleanOrText } from '#query/node.ts'
import { isGiven } from '#shared/json-value.ts'
import { invalid } from '#shared/request-error.ts'
import { actorTypeOf } from './actors.ts'
import type { CountedActors } from './collect/collect-people.ts'
import type { FunnelCell } from './people.ts'
import type { FunnelsPlan } from './plan.ts'
import { stepBits } from './walk/rule.ts'

const Seconds = z.coerce.number().min(0)

const FunnelSelectors = z.object({
  funnel_step_breakdown: RowSelector,
  funnel_step: WholeNumber.nullish().describe(
    'k, from 1: the actors who reached step k. -k, from -2: those who reached the step before it, optional steps left aside, and not step k.',
  ),
  window_open: BooleanOrText.nullish().describe(
    'true, with a funnel_step of -k: only those of them who still have time, as `open_count` has them.',
  ),
  entrance_period_start: Day.nullish().describe(
    `Of a funnel shown as trends. ${Day.description} The actors whose runs begin in this interval.`,
  ),
  occurrence: Occurrence,
  drop_off: BooleanOrText.nullish().describe(
    'With entrance_period_start: true for those who reached the from-step and not the to-step. Without it those who reached the to-step.',
  ),
  funnel_time_from: Seconds.nullish().describe(
    'The actors who took at least so many seconds from the from-step to the to-step.',
  ),
  include_matched_events: BooleanOrText.nullish().describe(
    'true: each actor has its `matched_events`. They take a second question to the engine.',
  ),
  funnel_time_to: Seconds.nullish().describe('With funnel_time_from: and less than so many seconds.'),
})
type FunnelSelectors = z.output<typeof FunnelSelectors>

export const funnelCells: SelectedCells<FunnelsPlan, FunnelSelectors, FunnelCell> = {
  path: 'funnel',
  selectors: FunnelSelectors,
  select(plan, selectors) {
    const row = selectRow(plan.query.breakdown, selectors.funnel_step_breakdown, 'funnel_step_breakdown')
    return { counted: selectCounted(plan, selectors), row }
  },
  actorOf: ({ query }) => actorTypeOf(query),
  hasAppearances: false,
}

function selectCounted(plan: FunnelsPlan, selectors: FunnelSelectors): CountedActors {
  const { entrance_period_start: day, occurrence, drop_off, funnel_step: step } = selectors
  const { funnel_time_from: fromSeconds, funnel_time_to: toSeconds } = selectors
  const isOpen = selectors.window_open === true
  if (isGiven(step)) return selectStep(Number(step), plan, isOpen)
  if (isOpen) throw invalid('invalid_choice', 'window_open needs a funnel_step of -2 or less.', 'window_open')
  if (isGiven(fromSeconds)) {
    const toMs = isGiven(toSeconds) ? Number(toSeconds) * 1000 : Number.POSITIVE_INFINITY
    return { of: 'times', fromMs: Number(fromSeconds) * 1000, toMs }
  }
  if (!day) throw invalid('required', needed(plan), 'funnel_step')
  if (plan.query.visualisation.kind !== 'trends')
    throw invalid(
      'invalid_choice',
      'Only a funnel with funnel_viz_type=trends has numbers of intervals.',
      'entrance_period_start',
    )
  const place = selectBucket(plan.period.buckets, { day, occurrence, attr: 'entrance_period_start' })
  return { of: 'bucket', place, hasConverted: drop_off !== true }
}

const needed = ({ query: { series } }: FunnelsPlan) =>
  `Add funnel_step: 1 to ${series.length}, or -2 to -${series.length}; or entrance_period_start, or funnel_time_from.`

function selectStep(place: number, plan: FunnelsPlan, isOpen: boolean): CountedActors {
  const { series } = plan.query
  const [step, hasConverted] = [Math.abs(place), place > 0]
  if (step < (hasConverted ? 1 : 2) || step > series.length)
    throw invalid(
      'invalid_choice',
      `The funnel has no step ${place}: funnel_step is 1 to ${series.length}, or -2 to -${series.length}.`,
      'funnel_step',
    )
  const bit = stepBits(plan.rule)[step - 1] ?? 0
  if (!isOpen) return { of: 'step', bit, hasConverted }
  if (hasConverted || plan.openFromMs === null || bit >= plan.rule.steps)
    throw invalid(
      'invalid_choice',
      'window_open selects of those who dropped at a step, a funnel_step of -2 or less. A strict funnel and an optional step have no such number.',
      'window_open',
    )
  return { of: 'step', bit, hasConverted, isOpen }
}
