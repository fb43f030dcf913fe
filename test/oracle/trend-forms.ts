import type { GivenFilter, GivenGroup, GivenMatcher } from './filter-definition.ts'
import { formulaText } from './formula-definition.ts'
import {
  type GivenBreakdown,
  type GivenTrendQuestion,
  type GivenTrendSeries,
  offsetOf,
} from './trend-question.ts'

/**
 * The ids that a server gave to the definition's cohorts, and to the actions of a question by the index of
 * their series.
 */
export interface Ids {
  readonly cohorts: ReadonlyMap<number, number>
  readonly actions: ReadonlyMap<number, number>
}

/** Returns filters with the ids that cohorts have on the server. */
export const withCohorts = (group: GivenGroup, cohorts: Ids['cohorts']): GivenGroup => ({
  ...group,
  values: group.values.map((one): GivenFilter | GivenGroup => {
    if ('values' in one) return withCohorts(one, cohorts)
    return one.type === 'cohort' ? { ...one, value: cohorts.get(Number(one.value)) ?? Number.NaN } : one
  }),
})

const mathOf = ({
  math,
  math_property,
  math_property_type,
  math_group_type_index,
  math_hogql,
  math_multiplier,
}: GivenTrendSeries) => ({
  math,
  math_property,
  math_property_type,
  math_group_type_index,
  math_hogql,
  math_multiplier,
})

/** Returns the events of a series as fields of its node. */
export function subjectOf({ event, action, anyOf }: GivenMatcher, place: number, ids: Ids): object {
  if (action !== undefined) return { kind: 'ActionsNode', id: ids.actions.get(place) }
  if (anyOf === undefined) return { kind: 'EventsNode', event }
  const nodes = anyOf.map((one) => ({
    kind: 'EventsNode',
    event: one.event,
    properties: withCohorts(one.properties, ids.cohorts),
  }))
  return { kind: 'GroupNode', operator: 'OR', nodes }
}

/** Returns a question as a query node. */
export const toNode = (question: GivenTrendQuestion, ids: Ids): object => ({
  kind: 'TrendsQuery',
  series: question.series.map((one, place) => ({
    ...subjectOf(one, place, ids),
    ...mathOf(one),
    properties: withCohorts(one.properties, ids.cohorts),
  })),
  properties: withCohorts(question.properties, ids.cohorts),
  filterTestAccounts: question.filterTestAccounts,
  ...(question.groupTypeIndex !== null && { aggregation_group_type_index: question.groupTypeIndex }),
  dateRange: {
    date_from: question.range.from,
    date_to: question.range.to,
    explicitDate: question.range.isExplicit,
  },
  interval: question.interval,
  trendsFilter: {
    display: question.display,
    smoothingIntervals: question.smoothing,
    ...formulasOf(question),
  },
  ...(question.breakdown !== null && {
    breakdownFilter: {
      ...breakdownOf(question.breakdown, ids),
      breakdown_offset: offsetOf(question.breakdown),
    },
  }),
  ...(question.compare !== null && { compareFilter: compareOf(question) }),
})

/** Returns the fields of the formulas. One formula can have any of the three forms that a node knows. */
function formulasOf({ formulas, series }: GivenTrendQuestion): object {
  const texts = formulas.map(formulaText)
  if (texts.length === 0) return {}
  if (texts.length === 1 && series.length < 3) return { formula: texts[0] }
  return series.length === 1 ? { formulas: texts } : { formulaNodes: texts.map((formula) => ({ formula })) }
}

const compareOf = ({ compare }: GivenTrendQuestion) => ({
  compare: true,
  ...(compare?.to && { compare_to: compare.to }),
})

/** Returns the fields of a breakdown, which are the same in nodes and flat parameters. */
export function breakdownOf({ by, limit, hidesOther }: GivenBreakdown, ids: Ids): object {
  const rest = {
    ...(limit !== null && { breakdown_limit: limit }),
    ...(hidesOther && { breakdown_hide_other_aggregation: true }),
  }
  if ('cohorts' in by)
    return {
      ...rest,
      breakdown_type: 'cohort',
      breakdown: by.cohorts.map((cohort) => (cohort === 'all' ? cohort : ids.cohorts.get(cohort))),
    }
  if (by.isList) {
    const cohorts = by.beside?.cohorts.map((cohort) => (cohort === 'all' ? cohort : ids.cohorts.get(cohort)))
    const beside = cohorts === undefined ? [] : [{ type: 'cohort', property: cohorts }]
    return { ...rest, breakdowns: by.parts.toSpliced(by.beside?.place ?? 0, 0, ...(beside as never[])) }
  }
  return {
    ...rest,
    ...Object.fromEntries(
      Object.entries(by.parts[0] ?? {}).map(([key, value]) => [
        key === 'property' ? 'breakdown' : `breakdown_${key}`,
        value,
      ]),
    ),
  }
}

/** Returns whether flat parameters can express the question. */
export const hasFlatForm = ({ series, formulas, breakdown, groupTypeIndex }: GivenTrendQuestion): boolean =>
  series.every(({ anyOf }) => anyOf === undefined) &&
  formulas.length < 2 &&
  groupTypeIndex !== 0 &&
  !(breakdown !== null && 'parts' in breakdown.by && breakdown.by.isList)

/** Returns the question as flat parameters. */
export function toFlat(question: GivenTrendQuestion, ids: Ids): object {
  const entities = question.series.map((one, order) => ({
    id: one.action === undefined ? one.event : ids.actions.get(order),
    order,
    ...mathOf(one),
    properties: withCohorts(one.properties, ids.cohorts),
  }))
  const isAction = (order: number) => question.series[order]?.action !== undefined
  const [formula] = question.formulas
  return {
    events: entities.filter(({ order }) => !isAction(order)),
    actions: entities.filter(({ order }) => isAction(order)),
    properties: withCohorts(question.properties, ids.cohorts),
    filter_test_accounts: question.filterTestAccounts,
    ...(question.groupTypeIndex !== null && { aggregation_group_type_index: question.groupTypeIndex }),
    date_from: question.range.from,
    date_to: question.range.to,
    explicit_date: question.range.isExplicit,
    interval: question.interval,
    display: question.display,
    smoothing_intervals: question.smoothing,
    ...(formula !== undefined && { formula: formulaText(formula) }),
    ...(question.breakdown !== null && {
      ...breakdownOf(question.breakdown, ids),
      offset: offsetOf(question.breakdown),
    }),
    ...(question.compare !== null && compareOf(question)),
  }
}
