import { quoted, suggestion } from '#contract/nearest-name.ts'
import { attrOf, type Path } from '#shared/field-paths.ts'
import { isGiven, isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { invalid, RequestError } from '#shared/request-error.ts'
import { requireDate } from '#values/date-text.ts'
import { bothHold, isRestricting } from './combine-filters.ts'
import {
  BREAKDOWN_FIELDS,
  flatFormBy,
  INTERVAL_FIELDS,
  PAGED_BREAKDOWN_FIELDS,
  SERIES_FIELDS,
  toNodeFields,
} from './legacy/flat-fields.ts'
import { parseFilters } from './parse-filters.ts'

/**
 * Fields of a node that a dashboard overrides in its insights. If the dashboard does not override a field,
 * it is absent.
 */
export interface Override {
  readonly dateRange?: JsonObject
  /** Filters that must match in addition to the insight's own. */
  readonly properties?: unknown
  readonly interval?: unknown
  readonly breakdownFilter?: JsonObject
}

/** Converts a dashboard's flat filters to its override. An empty filter overrides nothing. */
export function toOverride(filters: JsonObject): Override {
  const dateRange = datesOf(filters)
  const breakdownFilter = breakdownOf(filters)
  return {
    ...(dateRange !== null && { dateRange }),
    ...(isRestricting(filters.properties) && { properties: filters.properties }),
    ...(isGiven(filters.interval) && { interval: filters.interval }),
    ...(breakdownFilter !== null && { breakdownFilter }),
  }
}

// `date_from` replaces the whole range; `date_to` alone replaces only the end.
function datesOf({ date_from, date_to, explicit_date, explicitDate }: JsonObject): JsonObject | null {
  if (isGiven(date_from))
    return {
      date_from,
      date_to: isGiven(date_to) ? date_to : null,
      explicitDate: explicit_date ?? explicitDate ?? false,
    }
  return isGiven(date_to) ? { date_to } : null
}

function breakdownOf(filters: JsonObject): JsonObject | null {
  const given = { ...filters, ...(isJsonObject(filters.breakdown_filter) && filters.breakdown_filter) }
  if (!isGiven(given.breakdown) && !isGiven(given.breakdowns)) return null
  return Object.fromEntries(Object.entries(given).filter(([key]) => key in BREAKDOWN_FIELDS))
}

/** Returns the override without the fields that a question does not have. */
export const overrideOf = (override: Override, hasField: (field: string) => boolean): Override =>
  Object.fromEntries(Object.entries(override).filter(([field]) => hasField(field)))

/**
 * Returns the node in which the fields of `override` are overridden. All other fields keep their values and
 * their order. For an empty override, returns the same object.
 */
export function overrideNode(node: JsonObject, override: Override): JsonObject {
  if (Object.keys(override).length === 0) return node
  const { dateRange, properties, ...replaced } = override
  return {
    ...node,
    ...(dateRange !== undefined && { dateRange: overrideDates(node.dateRange, dateRange) }),
    ...(properties !== undefined && { properties: bothHold(node.properties, properties) }),
    ...replaced,
  }
}

// The `explicitDate` of the old range must not apply to the new range, so it is replaced too. A node
// without `explicitDate` gets the field only if the new value is true.
function overrideDates(own: unknown, { explicitDate, ...range }: JsonObject): JsonObject {
  const old = isJsonObject(own) ? own : {}
  const isSaid = explicitDate === true || (explicitDate !== undefined && 'explicitDate' in old)
  return { ...old, ...range, ...(isSaid && { explicitDate }) }
}

const FLAT_FIELDS = { ...SERIES_FIELDS, ...INTERVAL_FIELDS, ...BREAKDOWN_FIELDS }
const toFlatForm = flatFormBy(FLAT_FIELDS)
/**
 * Flat parameters of a breakdown. They include the position of the page in the answer of a trend, which
 * belongs to the old breakdown.
 */
const OF_BREAKDOWN = [...Object.keys(PAGED_BREAKDOWN_FIELDS), 'limit']

/**
 * Overrides fields as {@link overrideNode} does, but in saved flat filters. A new breakdown replaces all of
 * the old one.
 */
export function overrideFlat(filters: JsonObject, override: Override): JsonObject {
  if (Object.keys(override).length === 0) return filters
  const node = overrideNode(toNodeFields(FLAT_FIELDS, filters), override)
  const changed = Object.fromEntries(Object.keys(override).map((field) => [field, node[field]]))
  const kept = Object.entries(filters).filter(
    ([key]) => override.breakdownFilter === undefined || !OF_BREAKDOWN.includes(key),
  )
  return { ...Object.fromEntries(kept), ...toFlatForm(changed).flat }
}

const FILTER_NAMES = [
  ...['date_from', 'date_to', 'explicit_date', 'explicitDate', 'properties', 'interval', 'breakdown_filter'],
  ...Object.keys(BREAKDOWN_FIELDS),
]

/**
 * Refuses wrong filters that one request adds to the filters of a dashboard. In addition to the filters
 * that {@link checkDashboardFilters} refuses, it refuses filters that {@link toOverride} does not read. In
 * a request such filters would have no effect at all. In the stored filters of a dashboard they are
 * allowed, because the dashboard keeps them for its clients.
 * @throws RequestError
 */
export function checkRequestFilters(filters: JsonObject, path: Path = []): void {
  refuseUnknownFilters(filters, path)
  checkBreakdown(filters, path)
  checkDashboardFilters(filters, path)
}

/**
 * Checks the breakdown in a request's filters. It may be given only once: either in `breakdown_filter`, or
 * by fields next to the other filters.
 */
function checkBreakdown(filters: JsonObject, path: Path): void {
  const { breakdown_filter: section } = filters
  const beside = givenIn(filters, Object.keys(BREAKDOWN_FIELDS))
  if (!isGiven(section)) {
    requireBreakdown(filters, beside, path)
    return
  }
  const inSection = [...path, 'breakdown_filter']
  if (!isJsonObject(section))
    throw invalid('invalid_input', 'Expected an object, such as {"breakdown": "plan"}.', attrOf(inSection))
  const [second] = beside
  if (second !== undefined)
    throw invalid(
      'invalid_input',
      'The breakdown is given twice: send breakdown_filter, or its fields next to the other filters.',
      attrOf([...path, second]),
    )
  refuseUnknown(section, Object.keys(BREAKDOWN_FIELDS), inSection, 'A breakdown filter has no field')
  requireBreakdown(section, givenIn(section, Object.keys(BREAKDOWN_FIELDS)), inSection)
}

const givenIn = (fields: JsonObject, names: readonly string[]) =>
  names.filter((name) => isGiven(fields[name]))

function requireBreakdown(fields: JsonObject, given: readonly string[], path: Path): void {
  const [first] = given
  if (first === undefined || isGiven(fields.breakdown) || isGiven(fields.breakdowns)) return
  throw invalid(
    'required',
    `${first} needs a breakdown: add "breakdown", or remove it.`,
    attrOf([...path, first]),
  )
}

const refuseUnknownFilters = (filters: JsonObject, path: Path): void =>
  refuseUnknown(filters, FILTER_NAMES, path, 'A dashboard has no filter')

function refuseUnknown(fields: JsonObject, known: readonly string[], path: Path, sentence: string): void {
  const unknown = Object.keys(fields).find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw invalid(
    'unknown_field',
    `${sentence} ${quoted(unknown)}. ${suggestion(unknown, known)}`,
    attrOf([...path, unknown]),
  )
}

/**
 * Refuses dashboard filters with which no version can compute a question. If only this version cannot
 * compute a filter, it is accepted, as it is in insights. Then the question is refused when it is computed.
 * @throws RequestError whose attr is `path` followed by `date_from`, `date_to` or `properties`.
 */
export function checkDashboardFilters(filters: JsonObject, path: Path = []): void {
  for (const name of ['date_from', 'date_to']) {
    const date = filters[name]
    if (!isGiven(date) || (name === 'date_from' && date === 'all')) continue
    const attr = attrOf([...path, name])
    if (typeof date !== 'string') throw invalid('invalid_input', 'Expected a date as text.', attr)
    requireDate(date, attr)
  }
  try {
    parseFilters(filters.properties, [...path, 'properties'])
  } catch (error) {
    if (!(error instanceof RequestError) || error.code !== 'not_supported') throw error
  }
}
