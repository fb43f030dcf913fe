import { FUNNEL_ORDERS, INTERVALS } from '#contract/question-names.ts'
import type { Choices } from '#insights/kind/kind.ts'
import type { Aggregation } from '#query/aggregation.ts'
import type { Breakdown } from '#query/breakdown.ts'
import { parseCommon, parseCompare } from '#query/common-question.ts'
import type { CompareAsked } from '#query/date-range.ts'
import type { InsightQuery } from '#query/insight-query.ts'
import { BREAKDOWN_TYPES } from '#query/parse-breakdown.ts'
import { refuse, requireOneOf } from '#query/refuse.ts'
import { parseSeries, type Series } from '#query/series.ts'
import type { FieldPaths } from '#shared/field-paths.ts'
import { isGiven } from '#shared/json-value.ts'
import type { FunnelsNode } from './node.ts'
import { parseAggregation } from './parse-aggregation.ts'
import { type Attribution, parseAttribution } from './parse-attribution.ts'
import { parseFunnelBreakdown } from './parse-breakdown.ts'
import { type Exclusion, parseExclusions } from './parse-exclusions.ts'
import { parseComparedSteps, parseOptionalSteps, type StepPair } from './parse-steps.ts'
import { parseVisualisation, type Visualisation } from './parse-visualisation.ts'
import { parseFunnelWindow } from './window.ts'

type FunnelOrder = (typeof FUNNEL_ORDERS)[number]

/**
 * The question of a funnel: which actors did the steps, with at most `windowSeconds` between the first and
 * the last step. `fromStep` and `toStep` are the steps that trends and times compare.
 */
export interface FunnelsQuery extends InsightQuery, StepPair {
  readonly kind: 'funnels'
  /** The steps, in their order. */
  readonly series: readonly Series[]
  /** The steps, counted from 0, that an actor need not do. */
  readonly optionalSteps: readonly number[]
  readonly windowSeconds: number
  readonly order: FunnelOrder
  readonly exclusions: readonly Exclusion[]
  readonly visualisation: Visualisation
  readonly aggregation: Aggregation
  readonly attribution: Attribution
  /** The earlier period that is computed as well; absent if there is none. */
  readonly compare?: CompareAsked
}

/**
 * The highest number of steps. A walk marks each step with one of 32 bits, and exclusions need some of
 * them.
 */
export const MOST_STEPS = 20

export const CHOICES: Choices = {
  maths: ['total', 'dau', 'first_time_for_user', 'first_matching_event_for_user'],
  displays: [],
  intervals: INTERVALS,
  breakdownTypes: BREAKDOWN_TYPES,
  leastSeries: 2,
  mostSeries: MOST_STEPS,
}

/**
 * Parses the node of a funnel. Fields that change no number of this question are checked and left out, so
 * that equal questions are equal.
 * @throws RequestError
 */
export function parseFunnels(node: FunnelsNode, at: FieldPaths): FunnelsQuery {
  const { funnelsFilter: filter } = node
  const place = (field: string) => at('funnelsFilter', field)
  const order = requireOneOf(filter?.funnelOrderType || 'ordered', FUNNEL_ORDERS, {
    noun: 'funnel order',
    path: place('funnelOrderType'),
    all: [],
  })
  const steps = parseSteps(node, at)
  const optionalSteps = parseOptionalSteps(node, order, at)
  const [lastStep, isUnordered] = [steps.length - 1, order === 'unordered']
  const visualisation = parseVisualisation(node, at)
  const aggregation = parseAggregation(node, at)
  const breakdown = breakdownOf(parseFunnelBreakdown(node, aggregation, at), visualisation)
  const compare = parseFunnelCompare(node, { visualisation, breakdown }, at)
  return {
    kind: 'funnels',
    series: steps,
    optionalSteps,
    ...parseCommon(node, at),
    order,
    windowSeconds: parseFunnelWindow(
      { value: filter?.funnelWindowInterval, path: place('funnelWindowInterval') },
      { value: filter?.funnelWindowIntervalUnit, path: place('funnelWindowIntervalUnit') },
    ),
    exclusions: parseExclusions(filter?.exclusions, { steps, optionalSteps, isUnordered }, at),
    visualisation,
    ...parseComparedSteps(filter, { lastStep, optionalSteps }, visualisation, at),
    aggregation,
    breakdown,
    attribution: parseAttribution(filter, { lastStep, isUnordered, breakdown }, at),
    // Without a comparison the field is left out, so that this funnel equals a funnel whose node does not
    // have the field.
    ...(compare !== null && { compare }),
  }
}

/**
 * Parses the comparison. A funnel shown as times and a funnel with a breakdown have none. Both periods would
 * need the same bins or the same rows, but a walk finds bins and rows for its own period only.
 * @throws RequestError for a comparison of such a funnel.
 */
function parseFunnelCompare(
  { compareFilter }: FunnelsNode,
  { visualisation, breakdown }: Pick<FunnelsQuery, 'visualisation' | 'breakdown'>,
  at: FieldPaths,
): CompareAsked | null {
  const compare = parseCompare(compareFilter)
  if (compare === null) return null
  const path = at('compareFilter', isGiven(compareFilter?.compare) ? 'compare' : 'compare_to')
  refuse(visualisation.kind === 'time_to_convert', 'A comparison of the times of a funnel', path)
  refuse(breakdown !== null, 'A comparison of a funnel with a breakdown', path)
  return compare
}

/** Returns the breakdown. It is null for times, which are one histogram of all rows. */
const breakdownOf = (asked: Breakdown | null, { kind }: Visualisation): Breakdown | null =>
  kind === 'time_to_convert' ? null : asked

function parseSteps({ series }: FunnelsNode, at: FieldPaths): Series[] {
  return parseSeries(series, at, {
    noun: 'steps',
    // A funnel of one step has an answer: its count. Fields that compare two steps refuse such a funnel.
    least: 1,
    most: CHOICES.mostSeries,
    tooFew: 'required',
    maths: CHOICES.maths,
  })
}
