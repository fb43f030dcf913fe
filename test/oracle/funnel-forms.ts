import type { GivenAttribution, GivenFunnelQuestion, GivenStep } from './funnel-question.ts'
import { breakdownOf, type Ids, subjectOf, withCohorts } from './trend-forms.ts'

/** Returns a funnel question as a query node. */
export const toFunnelNode = (question: GivenFunnelQuestion, ids: Ids): object => ({
  kind: 'FunnelsQuery',
  series: question.steps.map((step, place) => ({
    ...nodeOf(step, place, ids),
    ...(question.optionalSteps.includes(place) && { optionalInFunnel: true }),
  })),
  properties: withCohorts(question.properties, ids.cohorts),
  filterTestAccounts: question.filterTestAccounts,
  ...(isOfGroups(question) && { aggregation_group_type_index: question.actor.groupTypeIndex }),
  dateRange: {
    date_from: question.range.from,
    date_to: question.range.to,
    explicitDate: question.range.isExplicit,
  },
  interval: question.interval,
  funnelsFilter: funnelsFilterOf(question, ids),
  ...(question.breakdown !== null && { breakdownFilter: breakdownOf(question.breakdown, ids) }),
  ...(question.compare && { compareFilter: compareOf(question.compare) }),
})

const compareOf = ({ to }: NonNullable<GivenFunnelQuestion['compare']>): object => ({
  compare: true,
  ...(to !== null && { compare_to: to }),
})

const nodeOf = ({ properties, math, ...step }: GivenStep, place: number, ids: Ids): object => ({
  ...subjectOf({ properties, ...step }, place, ids),
  ...(math !== undefined && { math }),
  properties: withCohorts(properties, ids.cohorts),
})

type OfGroups = GivenFunnelQuestion & { readonly actor: { readonly groupTypeIndex: number } }
const isOfGroups = (question: GivenFunnelQuestion): question is OfGroups =>
  typeof question.actor === 'object' && 'groupTypeIndex' in question.actor

function funnelsFilterOf(question: GivenFunnelQuestion, ids: Ids): object {
  const { actor, window, exclusions, breakdown } = question
  return {
    // The defaults `steps` and `ordered` are left out: an absent field has the same meaning.
    ...(question.vizType !== 'steps' && { funnelVizType: question.vizType }),
    ...(question.order !== 'ordered' && { funnelOrderType: question.order }),
    funnelWindowInterval: window.count,
    funnelWindowIntervalUnit: window.unit,
    ...(question.fromStep !== null && { funnelFromStep: question.fromStep }),
    ...(question.toStep !== null && { funnelToStep: question.toStep }),
    ...(question.binCount !== null && { binCount: question.binCount }),
    ...(typeof actor === 'object' && 'hogql' in actor && { funnelAggregateByHogQL: actor.hogql }),
    ...(exclusions.length > 0 && {
      exclusions: exclusions.map((one) => ({
        ...nodeOf(one, Number.NaN, ids),
        funnelFromStep: one.fromStep,
        funnelToStep: one.toStep,
      })),
    }),
    ...attributionOf(breakdown?.attribution ?? null, 'breakdownAttributionType', 'breakdownAttributionValue'),
  }
}

function attributionOf(attribution: GivenAttribution, typeName: string, valueName: string): object {
  if (attribution === null) return {}
  return typeof attribution === 'string'
    ? { [typeName]: attribution }
    : { [typeName]: 'step', [valueName]: attribution.step }
}

/** Returns whether flat parameters can express the question. */
export const hasFlatFunnel = ({ steps, breakdown, actor, optionalSteps }: GivenFunnelQuestion): boolean =>
  steps.every(({ anyOf }) => anyOf === undefined) &&
  optionalSteps.length === 0 &&
  !(breakdown !== null && 'parts' in breakdown.by && breakdown.by.isList) &&
  !(typeof actor === 'object' && 'groupTypeIndex' in actor && actor.groupTypeIndex === 0)

/** Returns a funnel question as flat parameters. */
export function toFlatFunnel(question: GivenFunnelQuestion, ids: Ids): object {
  const { actor, window, exclusions, breakdown } = question
  const entities = question.steps.map(({ event, action, properties, math }, order) => ({
    id: action === undefined ? event : ids.actions.get(order),
    order,
    ...(math !== undefined && { math }),
    properties: withCohorts(properties, ids.cohorts),
  }))
  const isAction = (order: number) => question.steps[order]?.action !== undefined
  return {
    events: entities.filter(({ order }) => !isAction(order)),
    actions: entities.filter(({ order }) => isAction(order)),
    properties: withCohorts(question.properties, ids.cohorts),
    filter_test_accounts: question.filterTestAccounts,
    ...(isOfGroups(question) && { aggregation_group_type_index: question.actor.groupTypeIndex }),
    date_from: question.range.from,
    date_to: question.range.to,
    explicit_date: question.range.isExplicit,
    interval: question.interval,
    funnel_viz_type: question.vizType,
    funnel_order_type: question.order,
    funnel_window_interval: window.count,
    funnel_window_interval_unit: window.unit,
    ...(question.fromStep !== null && { funnel_from_step: question.fromStep }),
    ...(question.toStep !== null && { funnel_to_step: question.toStep }),
    ...(question.binCount !== null && { bin_count: question.binCount }),
    ...(typeof actor === 'object' && 'hogql' in actor && { funnel_aggregate_by_hogql: actor.hogql }),
    ...(exclusions.length > 0 && {
      exclusions: exclusions.map(({ event, properties, fromStep, toStep }) => ({
        id: event,
        type: 'events',
        properties: withCohorts(properties, ids.cohorts),
        funnel_from_step: fromStep,
        funnel_to_step: toStep,
      })),
    }),
    ...(breakdown !== null && breakdownOf(breakdown, ids)),
    ...(question.compare && compareOf(question.compare)),
    ...attributionOf(
      breakdown?.attribution ?? null,
      'breakdown_attribution_type',
      'breakdown_attribution_value',
    ),
  }
}
