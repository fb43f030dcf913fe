import type { Warning } from '#contract/warning.ts'
import type { FieldPaths } from '#shared/field-paths.ts'
import { isGiven, isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { type Breakdown, isOneHistogram } from './breakdown.ts'
import type { InsightQuery } from './insight-query.ts'
import { notUsed } from './not-used.ts'
import { COHORTS_BESIDE, fromText, parseBreakdown } from './parse-breakdown.ts'

/**
 * Returns warnings about fields of a breakdown that have no effect. If the question has no breakdown, none
 * of these fields has an effect. If it has one, the fields that its type does not read have no effect.
 * `node` must have been parsed by its kind.
 */
export function unusedInBreakdown(
  { breakdown }: Pick<InsightQuery, 'breakdown'>,
  node: JsonObject,
  at: FieldPaths,
): Warning[] {
  const section = isJsonObject(node.breakdownFilter) ? node.breakdownFilter : {}
  const why = reasonsOf(section, breakdown ?? parseBreakdown(node, at, COHORTS_BESIDE))
  const ofSection = FIELDS.flatMap((field) => {
    const reason = why(field)
    return reason !== null && asks(field, section[field])
      ? [notUsed(at('breakdownFilter', field), reason)]
      : []
  })
  return [...ofSection, ...unusedInSeveral(section.breakdowns, at)]
}

const FIELDS = [
  'breakdown_limit',
  'breakdown_type',
  'breakdown_group_type_index',
  'breakdown_normalize_url',
  'breakdown_histogram_bin_count',
  'breakdown_hide_other_aggregation',
  'breakdown_path_cleaning',
  'breakdown_offset',
] as const

/** Values with which clients ask for nothing, in addition to null. */
const NOTHING: readonly unknown[] = [false, 'false', 0]
const asks = (field: string, value: unknown) =>
  isGiven(value) && (field.endsWith('_index') || !NOTHING.includes(value))

type Reason = (field: (typeof FIELDS)[number]) => string | null

/**
 * Returns a function that says why a field of `breakdownFilter` has no effect. The function returns null
 * for a field that has an effect.
 */
function reasonsOf(section: JsonObject, breakdown: Breakdown | null): Reason {
  // A question with a type but no breakdown is refused during parsing, unless the type is the default. So
  // the type needs no warning here.
  if (breakdown === null)
    return (field) =>
      field === 'breakdown_type' ? null : 'the question has no breakdown. Add "breakdown", or leave it out.'
  if (isSeveral(section)) return (field) => inSection(field, section, breakdown)
  if (breakdown.kind === 'cohorts')
    return (field) => (field === 'breakdown_type' ? null : 'each cohort has a row. Leave it out.')
  return (field) =>
    field === 'breakdown_group_type_index' && section.breakdown_type !== 'group'
      ? NO_GROUP
      : ofRows(field, breakdown)
}

/**
 * Returns why a field of the section has no effect in a question with several breakdowns; null if it has an
 * effect. Each of the breakdowns has its own type and other fields, so most fields of the section are not
 * read.
 */
function inSection(field: (typeof FIELDS)[number], section: JsonObject, breakdown: Breakdown): string | null {
  const ofRowsOnly = ofRows(field, breakdown)
  if (ofRowsOnly !== null || ROW_FIELDS.includes(field)) return ofRowsOnly
  // Clients leave the default type in place, or send the type of the only breakdown twice: here and in
  // `breakdowns`.
  const isOfAll = typesOf(section).every((type) => type === section[field])
  if (field === 'breakdown_type' && (section[field] === 'event' || isOfAll)) return null
  const reads = ({ type, group_type_index: index }: JsonObject) => type === 'group' && !isGiven(index)
  if (field === 'breakdown_group_type_index' && severalOf(section).filter(isJsonObject).some(reads))
    return null
  return 'each of "breakdowns" has its own. Write it there.'
}

const ROW_FIELDS: readonly string[] = [
  'breakdown_limit',
  'breakdown_hide_other_aggregation',
  'breakdown_path_cleaning',
  // An answer that has all rows has no pages. If a question asks for a later page of such an answer,
  // parsing refuses it.
  'breakdown_offset',
]
const NO_GROUP = 'the breakdown is not by groups. Write the type "group", or leave it out.'

/**
 * Returns why a field about rows has no effect; null if it has an effect. If a breakdown is by the bins of
 * one property, or by cohorts alone, the answer always has all rows.
 */
function ofRows(field: string, breakdown: Breakdown): string | null {
  if (!ROW_FIELDS.includes(field)) return null
  if (breakdown.kind === 'cohorts') return 'each cohort has a row. Leave it out.'
  if (field === 'breakdown_path_cleaning')
    return breakdown.by.every(({ bins }) => bins !== null)
      ? 'numbers in bins are not paths. Leave it out.'
      : null
  return isOneHistogram(breakdown) ? 'each bin has a row. Leave it out.' : null
}

const severalOf = (section: JsonObject): readonly unknown[] => {
  const several = fromText(section.breakdowns)
  return Array.isArray(several) ? several : []
}
const isSeveral = (section: JsonObject) => severalOf(section).length > 0
const typesOf = (section: JsonObject) =>
  severalOf(section).map((one) => (isJsonObject(one) ? one.type : undefined))

function unusedInSeveral(breakdowns: unknown, at: FieldPaths): Warning[] {
  const several = severalOf({ breakdowns })
  return several.flatMap((one, i) => {
    if (!isJsonObject(one)) return []
    const place = (field: string) => at('breakdownFilter', 'breakdowns', i, field)
    return [
      ...(isGiven(one.group_type_index) && one.type !== 'group'
        ? [notUsed(place('group_type_index'), NO_GROUP)]
        : []),
      ...(asks('normalize_url', one.normalize_url) && one.type === 'cohort'
        ? [notUsed(place('normalize_url'), 'cohorts are not URLs. Leave it out.')]
        : []),
      ...(one.value !== undefined &&
      one.property !== undefined &&
      JSON.stringify(one.value) !== JSON.stringify(one.property)
        ? [notUsed(place('value'), 'the rows are grouped by "property". Leave it out.')]
        : []),
    ]
  })
}
