import { z } from 'zod'
import { WholeNumber } from '#contract/paging.ts'
import type { SelectedCells } from '#insights/kind/cells.ts'
import { Day, Occurrence, PERIOD_SELECTOR, selectBucket } from '#insights/kind/select.ts'
import { RowSelector, selectRow } from '#insights/kind/select-row.ts'
import { type FunnelsPlan, planOf } from '#insights/runs/plan.ts'
import { EXAMPLE_FUNNEL } from '#insights/runs/question/flat.ts'
import { MOST_STEPS } from '#insights/runs/question/query.ts'
import { actorTypeOf } from '#insights/runs/run-actors.ts'
import { stepBits } from '#insights/runs/walk/rule.ts'
import type { BreakdownRow } from '#query/breakdown.ts'
import { List } from '#query/legacy/flat-schema.ts'
import { BooleanOrText } from '#query/node.ts'
import { isGiven } from '#shared/json-value.ts'
import { invalid } from '#shared/request-error.ts'
import type { CountedActors } from './collect/collect-people.ts'
import type { FunnelCell } from './people.ts'
import { requireOneNumber } from './require-one-number.ts'

const noSeconds = { error: 'Expected a number of seconds of at least 0, such as 90 or 0.5.' }
const Seconds = z
  .union(
    [
      z.number().min(0, noSeconds),
      z
        .string()
        .regex(/^\d{1,15}(?:\.\d{1,9})?$/)
        .transform(Number),
    ],
    noSeconds,
  )
  .meta({ type: 'number', minimum: 0 })

/** A list of steps. In an address a list is JSON text. */
const CustomSteps = List.pipe(z.array(WholeNumber).min(1).max(MOST_STEPS))

const FunnelSelectors = z.object({
  funnel_step_breakdown: RowSelector,
  funnel_step: WholeNumber.nullish().describe(
    'k, from 1, selects the actors who reached step k. -k, from -2, selects those who reached the step before step k, ignoring optional steps, but not step k.',
  ),
  funnel_custom_steps: CustomSteps.nullish().describe(
    'A list of steps, from 1, instead of funnel_step. It selects the actors whose last step, ignoring optional steps, is in the list.',
  ),
  window_open: BooleanOrText.nullish().describe(
    'With a funnel_step of -k: true selects only the actors who still have time, those that `open_count` counts.',
  ),
  entrance_period_start: Day.nullish().describe(
    `In a funnel with the funnel_viz_type trends: selects the actors whose runs begin in this interval. ${Day.description}`,
  ),
  occurrence: Occurrence,
  drop_off: BooleanOrText.nullish().describe(
    'With entrance_period_start: true selects the actors who reached the from-step but not the to-step. Otherwise those who reached the to-step are selected.',
  ),
  funnel_time_from: Seconds.nullish().describe(
    'Selects the actors who took at least this many seconds from the from-step to the to-step.',
  ),
  include_matched_events: BooleanOrText.nullish().describe(
    'true: each actor has its `matched_events`. They need a second query to the engine.',
  ),
  ...PERIOD_SELECTOR,
  funnel_time_to: Seconds.nullish().describe(
    'With funnel_time_from: selects only actors who took less than this many seconds.',
  ),
})
type FunnelSelectors = z.output<typeof FunnelSelectors>

/**
 * The selectors that decide from which events and from which starts a number is computed. The remaining
 * selectors choose some of the actors with such starts.
 */
export const ExplainedSelectors = FunnelSelectors.pick({
  funnel_step_breakdown: true,
  entrance_period_start: true,
  occurrence: true,
  compare_label: true,
})
export type ExplainedSelectors = z.output<typeof ExplainedSelectors>

export const funnelCells: SelectedCells<FunnelsPlan, FunnelSelectors, FunnelCell> = {
  path: 'funnel',
  selectors: FunnelSelectors,
  example: {
    question: { ...EXAMPLE_FUNNEL, funnel_window_interval: 14, funnel_window_interval_unit: 'day' },
    selectors: { funnel_step: -2 },
  },
  select(both, selectors) {
    const plan = planOf(both, selectors.compare_label)
    return {
      counted: selectCounted(plan, selectors),
      row: selectFunnelRow(plan, selectors),
      ...(plan !== both && { period: 'previous' as const }),
    }
  },
  actorOf: ({ query }) => actorTypeOf(query),
  hasAppearances: false,
}

function selectCounted(plan: FunnelsPlan, selectors: FunnelSelectors): CountedActors {
  requireOneNumber(selectors)
  const { entrance_period_start: day, drop_off, funnel_step: step } = selectors
  const { funnel_custom_steps: steps } = selectors
  const { funnel_time_from: fromSeconds, funnel_time_to: toSeconds } = selectors
  const isOpen = selectors.window_open === true
  if (isGiven(steps)) return selectLevels(steps ?? [], plan)
  if (isGiven(step)) return selectStep(Number(step), plan, isOpen)
  if (isOpen)
    throw invalid('invalid_choice', 'window_open needs a funnel_step of -2 or less: add it.', 'window_open')
  if (isGiven(fromSeconds)) return selectTimes(plan, Number(fromSeconds), toSeconds)
  if (!day) throw invalid('required', needed(plan), 'funnel_step')
  return {
    of: 'bucket',
    place: selectStarts(plan, day, selectors.occurrence),
    hasConverted: drop_off !== true,
  }
}

function selectTimes(
  { query: { visualisation } }: FunnelsPlan,
  fromSeconds: number,
  toSeconds: FunnelSelectors['funnel_time_to'],
): CountedActors {
  if (visualisation.kind !== 'time_to_convert')
    throw invalid(
      'invalid_choice',
      'Only a funnel with funnel_viz_type=time_to_convert counts actors by time: leave funnel_time_from out.',
      'funnel_time_from',
    )
  const toMs = isGiven(toSeconds) ? inMs(Number(toSeconds)) : Number.POSITIVE_INFINITY
  const fromMs = inMs(fromSeconds)
  if (toMs <= fromMs)
    throw invalid('invalid_choice', 'funnel_time_to must be greater than funnel_time_from.', 'funnel_time_to')
  return { of: 'times', fromMs, toMs }
}

/**
 * Converts to ms and rounds to the nanosecond, the precision of the parameter, so that 16.1 s are exactly
 * 16,100 ms.
 */
const inMs = (seconds: number) => Math.round(seconds * 1e9) / 1e6

const selectFunnelRow = ({ query: { breakdown } }: FunnelsPlan, selectors: ExplainedSelectors) =>
  selectRow(breakdown, selectors.funnel_step_breakdown, 'funnel_step_breakdown')

/** Returns the index of the interval in which the runs begin. */
function selectStarts(
  { query: { visualisation }, period }: FunnelsPlan,
  day: string,
  occurrence: ExplainedSelectors['occurrence'],
): number {
  if (visualisation.kind !== 'trends')
    throw invalid(
      'invalid_choice',
      'Only a funnel with funnel_viz_type=trends counts actors by interval: leave entrance_period_start out.',
      'entrance_period_start',
    )
  return selectBucket(period.buckets, { day, occurrence, attr: 'entrance_period_start' })
}

/**
 * Returns the row of the breakdown and the index of the interval in which the runs begin. The row is null
 * without a breakdown, and the index is null for the runs of all intervals.
 */
export function selectExplained(
  plan: FunnelsPlan,
  selectors: ExplainedSelectors,
): { readonly row: BreakdownRow | null; readonly place: number | null } {
  const { entrance_period_start: day, occurrence } = selectors
  requireOneNumber(selectors)
  return {
    row: selectFunnelRow(plan, selectors),
    place: isGiven(day) ? selectStarts(plan, day ?? '', occurrence) : null,
  }
}

function needed({ query: { series, visualisation } }: FunnelsPlan): string {
  const others = { steps: '', trends: '; or entrance_period_start', time_to_convert: '; or funnel_time_from' }
  return `Add funnel_step: 1 to ${series.length}, or -2 to -${series.length}${others[visualisation.kind]}.`
}

/** Selects the actors whose last step is one of `steps`. */
function selectLevels(steps: readonly number[], { query: { series }, rule }: FunnelsPlan): CountedActors {
  const bits = stepBits(rule)
  const levels = steps.map((step) => {
    const bit = bits[step - 1]
    if (bit !== undefined && bit < rule.steps) return bit + 1
    throw invalid(
      'invalid_choice',
      bit === undefined
        ? `The funnel has no step ${step}: it has ${series.length}, counted from 1.`
        : `Step ${step} is optional, so it is never the last step of an actor: leave it out.`,
      'funnel_custom_steps',
    )
  })
  return { of: 'levels', levels: levels.reduce((all, level) => all | (1 << level), 0) }
}

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
      'window_open selects among the actors who dropped at a step: send a funnel_step of -2 or less. A strict funnel and an optional step have no such number: leave window_open out.',
      'window_open',
    )
  return { of: 'step', bit, hasConverted, isOpen }
}
