import { attrOf, type FieldPaths, type Path } from '#shared/field-paths.ts'
import { isGiven, isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { storableName } from '#shared/storable-name.ts'
import { type Breakdown, cohortsOf, type EventValue, type PropertyBreakdown } from './breakdown.ts'
import type { InsightQuery } from './insight-query.ts'
import type { Mention } from './mentions.ts'
import { cohortsOfStatement, personsOfStatement } from './values-read.ts'

/** Returns the properties, group types and cohorts that the breakdown and the maths of a question name. */
export const valueMentions = (
  { breakdown, series }: Pick<InsightQuery, 'breakdown' | 'series'>,
  node: JsonObject,
  at: FieldPaths,
): Mention[] => [
  ...series.flatMap(({ mathProperty }, i) =>
    mathProperty === undefined ? [] : inValue(mathProperty, at('series', i, 'math_property')),
  ),
  ...(breakdown === null ? [] : inBreakdown(breakdown, placesOfBreakdown(breakdown, node, at))),
  ...(breakdown?.kind === 'properties' ? assumedTypes(breakdown, node, at) : []),
]

/**
 * Returns a mention for each breakdown by groups that does not name the group type. For such a breakdown
 * the project is assumed to have only one group type.
 */
function assumedTypes({ by }: PropertyBreakdown, node: JsonObject, at: FieldPaths): Mention[] {
  const section = isJsonObject(node.breakdownFilter) ? node.breakdownFilter : {}
  const isOfGroups = by.some(({ value }) => typeof value.on === 'object')
  if (
    !isOfGroups ||
    isGiven(section.breakdown_group_type_index) ||
    isGiven(node.aggregation_group_type_index)
  )
    return []
  const several = Array.isArray(section.breakdowns) ? section.breakdowns : []
  if (several.length === 0)
    return [{ of: 'only group type', attr: attrOf(at('breakdownFilter', 'breakdown_group_type_index')) }]
  return several.flatMap((one, i): Mention[] =>
    isJsonObject(one) && one.type === 'group' && !isGiven(one.group_type_index)
      ? [{ of: 'only group type', attr: attrOf(at('breakdownFilter', 'breakdowns', i, 'group_type_index')) }]
      : [],
  )
}

/** Returns the cohorts and persons that a statement names. */
export const statementMentions = ({ statement }: Pick<InsightQuery, 'statement'>, path: Path): Mention[] => [
  ...cohortsOfStatement({ statement }).map((id) => ({ of: 'cohort', id, attr: attrOf(path) }) as const),
  ...personsOfStatement({ statement }).map((id) => ({ of: 'person', id, attr: attrOf(path) }) as const),
]

/** Paths in the request: the path of each property of a breakdown, and the path of its cohorts. */
interface BreakdownPlaces {
  property(i: number): Path
  readonly cohorts: Path
}

/**
 * Returns the paths in the request. Each of several breakdowns has its own path, but if they were sent as
 * JSON text, all have the path of the text. `i` counts only the properties, so a breakdown by cohorts among
 * several breakdowns is skipped.
 */
function placesOfBreakdown(
  breakdown: Breakdown,
  { breakdownFilter }: JsonObject,
  at: FieldPaths,
): BreakdownPlaces {
  const { breakdowns } = isJsonObject(breakdownFilter) ? breakdownFilter : {}
  if (!isGiven(breakdowns) || breakdowns === '') {
    const single = at('breakdownFilter', 'breakdown')
    return { property: () => single, cohorts: single }
  }
  const placeOf = (i: number) =>
    Array.isArray(breakdowns)
      ? at('breakdownFilter', 'breakdowns', i, 'property')
      : at('breakdownFilter', 'breakdowns')
  const beside = breakdown.kind === 'properties' ? breakdown.beside?.place : undefined
  return {
    property: (i) => placeOf(beside !== undefined && i >= beside ? i + 1 : i),
    cohorts: placeOf(beside ?? 0),
  }
}

const inBreakdown = (breakdown: Breakdown, places: BreakdownPlaces): Mention[] => [
  ...(breakdown.kind === 'properties'
    ? breakdown.by.flatMap(({ value }, i) => inValue(value, places.property(i)))
    : []),
  ...cohortsOf(breakdown).flatMap((cohort): Mention[] =>
    cohort === 'all' ? [] : [{ of: 'cohort', id: cohort, attr: attrOf(places.cohorts) }],
  ),
]

/**
 * Returns what a value mentions. A property of sessions is not mentioned, because this program defines the
 * properties of sessions. An expression is not mentioned either, because it may name a property that no
 * event has yet.
 */
function inValue(value: EventValue, path: Path): Mention[] {
  if (value.on === 'hogql' || value.on === 'session') return []
  const attr = attrOf(path)
  const name = storableName(value.key)
  if (typeof value.on === 'string')
    return [{ of: 'property', property: { type: value.on, groupTypeIndex: -1, name }, attr }]
  const { group } = value.on
  return [
    { of: 'group type', index: group, attr },
    { of: 'property', property: { type: 'group', groupTypeIndex: group, name }, attr },
  ]
}
