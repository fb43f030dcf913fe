import { quoted } from '#contract/nearest-name.ts'
import type { Warning } from '#contract/warning.ts'
import type { FieldPaths } from '#shared/field-paths.ts'
import { isGiven, type JsonObject } from '#shared/json-value.ts'
import type { FilterPart } from './filter-parts.ts'
import type { InsightQuery } from './insight-query.ts'
import { leavesOf, type Selected, selectedIn, withSources } from './mentions.ts'
import { notUsed } from './not-used.ts'
import type { Series } from './series.ts'
import { unusedInBreakdown } from './unused-in-breakdown.ts'

/**
 * Returns warnings for fields of series, breakdowns and filters that have no effect together with the other
 * fields of the question. `node` has the events of the question in `series`, as `InsightKind.inSeries`
 * gives it.
 */
export const unusedFields = (
  query: Pick<InsightQuery, 'series' | 'breakdown'>,
  node: JsonObject,
  at: FieldPaths,
): Warning[] => [
  ...withSources(node, at).flatMap((one, depth) =>
    selectedIn(one.node, one.at).flatMap((selected, i) =>
      unusedInSeries(selected, depth === 0 && isSeriesOf(node, i) ? query.series[i] : undefined),
    ),
  ),
  ...unusedInBreakdown(query, node, at),
  ...leavesOf(node, at).flatMap(unusedInFilter),
]

/**
 * Returns whether the node at index `place` of the result of `selectedIn` is a series. In this result the
 * series come first, then the exclusions of a funnel, which have no math.
 */
const isSeriesOf = ({ series }: JsonObject, place: number) => Array.isArray(series) && place < series.length

/**
 * Fields of a node that only some maths read. For each there is the field of a parsed series that is made
 * from it, and the words for the maths that read it.
 */
const MATH_FIELDS = [
  ['math_property', 'mathProperty', 'a math of a property, such as "sum"'],
  ['math_property_type', 'mathProperty', 'a math of a property, such as "sum"'],
  ['math_multiplier', 'mathProperty', 'a math of a property, such as "sum"'],
  ['math_hogql', 'mathHogql', 'the math "hogql"'],
  ['math_group_type_index', 'mathGroupTypeIndex', 'a math of groups, such as "unique_group"'],
] as const satisfies readonly (readonly [string, keyof Series, string])[]

function unusedInSeries({ events, at, group }: Selected, series: Series | undefined): Warning[] {
  if (group !== undefined) return unusedInGroup(events, at, group)
  return MATH_FIELDS.flatMap(([field, part, reader]) => {
    if (!isGiven(events[field]) || series?.[part] !== undefined) return []
    const math = typeof events.math === 'string' && events.math !== '' ? events.math : 'total'
    return [
      notUsed(at(field), `the math ${quoted(math)} does not read it. Choose ${reader}, or leave it out.`),
    ]
  })
}

/**
 * Warns if an event in a group has a math that differs from the math of the group. An equal math needs no
 * warning, because clients repeat the math of the group in its events.
 */
const unusedInGroup = (events: JsonObject, at: FieldPaths, group: JsonObject): Warning[] =>
  ['math', ...MATH_FIELDS.map(([field]) => field)].flatMap((field) =>
    isGiven(events[field]) && events[field] !== (group[field] ?? (field === 'math' ? 'total' : undefined))
      ? [
          notUsed(
            at(field),
            'the events of a group share the math of the group. Write it there, or leave it out.',
          ),
        ]
      : [],
  )

/** Warns about fields of a filter that have no effect. A filter without a type is about events. */
function unusedInFilter({ value, path }: FilterPart): Warning[] {
  const type = isGiven(value.type) ? String(value.type) : 'event'
  return [
    ...(isGiven(value.group_type_index) && type !== 'group'
      ? [
          notUsed(
            [...path, 'group_type_index'],
            `the filter is of the type ${quoted(type)}. Add "type": "group", or leave it out.`,
          ),
        ]
      : []),
    ...(type === 'cohort' && isGiven(value.key) && value.key !== 'id'
      ? [notUsed([...path, 'key'], 'a cohort filter reads the id in its value. Write "key": "id".')]
      : []),
    ...(takesNoValue(value) && !saysNothing(value)
      ? [
          notUsed(
            [...path, 'value'],
            `${quoted(String(value.operator))} takes no value. Choose "exact", or leave it out.`,
          ),
        ]
      : []),
    ...(Array.isArray(value.value) && value.value.length === 0 && !takesNoValue(value)
      ? [notUsed([...path, 'value'], 'a filter with an empty list restricts nothing. Add a value.')]
      : []),
  ]
}

const takesNoValue = ({ operator }: JsonObject) => operator === 'is_set' || operator === 'is_not_set'

/**
 * Returns whether the value of an operator without a value is one that forms send: the operator itself, or
 * true.
 */
const saysNothing = ({ operator, value }: JsonObject) =>
  !isGiven(value) || value === true || String(value) === operator
