import { invalid, RequestError } from '#shared/request-error.ts'
import { bothHold, isGiven, isJson, isRestricting, type Json } from './combine-properties.ts'
import { type Calendar, readDate } from './date-text.ts'
import { parseFilters } from './parse-filters.ts'

/** What an insight keeps of its question. */
export interface SavedQuestion {
  readonly filters: unknown
  readonly query: unknown
}

/** What a dashboard says instead of its insights. What it does not say is undefined. */
interface Override {
  /** `date_from`, `date_to`, `explicit_date`: those that the dashboard decides. */
  readonly dates: Json | undefined
  readonly properties: unknown
  readonly interval: unknown
  /** A breakdown in flat keys. */
  readonly breakdown: Json | undefined
}

/**
 * An insight's question as its dashboard asks it, in both forms that it may be kept in. The dashboard's dates replace the
 * insight's (a `date_from` the whole range, a `date_to` alone only the end), its interval and breakdown too; its properties
 * must hold besides the insight's. Everything else stays as it is and where it is; what a dashboard leaves empty changes
 * nothing, and then the parts come back as the very values that were given.
 */
export function withDashboardFilters(saved: SavedQuestion, dashboardFilters: Json): SavedQuestion {
  const override = readOverride(dashboardFilters)
  if (Object.values(override).every((part) => part === undefined))
    return { filters: saved.filters, query: saved.query }
  return { filters: inFilters(saved.filters, override), query: inNode(saved.query, override) }
}

/**
 * Refuses dashboard filters that no question could be asked with. What only this version cannot compute passes, as it does
 * in insights: it is refused when it is asked.
 * @throws RequestError whose attr begins with `date_from`, `date_to` or `properties`.
 */
export function checkDashboardFilters(filters: Json): void {
  for (const name of ['date_from', 'date_to']) {
    const date = filters[name]
    if (!isGiven(date) || (name === 'date_from' && date === 'all')) continue
    if (typeof date !== 'string') throw invalid('invalid_input', 'Expected a date as text.', name)
    readDate(date, ANY_CALENDAR, name)
  }
  try {
    parseFilters(filters.properties, ['properties'])
  } catch (error) {
    if (!(error instanceof RequestError) || error.code !== 'not_supported') throw error
  }
}

// Whether a date can be read does not depend on where and when.
const ANY_CALENDAR: Calendar = { timezone: 'UTC', weekStartDay: 0, nowMs: 0 }

function readOverride(filters: Json): Override {
  return {
    dates: datesOf(filters),
    properties: isRestricting(filters.properties) ? filters.properties : undefined,
    interval: isGiven(filters.interval) ? filters.interval : undefined,
    breakdown: breakdownOf(filters),
  }
}

function datesOf({ date_from, date_to, explicit_date }: Json): Json | undefined {
  if (isGiven(date_from))
    return { date_from, date_to: isGiven(date_to) ? date_to : null, explicit_date: explicit_date ?? false }
  return isGiven(date_to) ? { date_to } : undefined
}

const BREAKDOWN_KEYS = [
  'breakdown',
  'breakdown_type',
  'breakdowns',
  'breakdown_limit',
  'breakdown_group_type_index',
  'breakdown_normalize_url',
  'breakdown_histogram_bin_count',
  'breakdown_hide_other_aggregation',
]

function breakdownOf(filters: Json): Json | undefined {
  const given = { ...filters, ...(isJson(filters.breakdown_filter) && filters.breakdown_filter) }
  const { breakdown, breakdowns } = given
  const isEmpty = !isGiven(breakdown) && !(Array.isArray(breakdowns) && breakdowns.length > 0)
  return isEmpty ? undefined : only(given, BREAKDOWN_KEYS)
}

const only = (object: Json, keys: readonly string[]): Json =>
  Object.fromEntries(Object.entries(object).filter(([key]) => keys.includes(key)))
const without = (object: Json, keys: readonly string[]): Json =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)))

function inFilters(filters: unknown, { dates, properties, interval, breakdown }: Override): unknown {
  // Without a question there is none to change.
  if (!isJson(filters) || Object.keys(filters).length === 0) return filters
  const { explicit_date: isExplicit, ...range } = dates ?? {}
  const base = breakdown === undefined ? filters : without(filters, BREAKDOWN_KEYS)
  return {
    ...base,
    ...range,
    ...saidOrKept(isExplicit, 'explicit_date', filters),
    ...(interval !== undefined && { interval }),
    ...breakdown,
    ...(properties !== undefined && { properties: bothHold(filters.properties, properties) }),
  }
}

// Exactness belongs to dates: the old range's must not be left on the new one, and is not worth a new key when it is off.
const saidOrKept = (isExplicit: unknown, key: string, old: Json): Json =>
  isExplicit === true || (isExplicit !== undefined && key in old) ? { [key]: isExplicit } : {}

const WRAPPERS = ['InsightVizNode', 'DataVisualizationNode', 'DataTableNode']
const WITH_INTERVAL = ['TrendsQuery', 'FunnelsQuery', 'StickinessQuery', 'LifecycleQuery']
const WITH_BREAKDOWN = ['TrendsQuery', 'FunnelsQuery', 'RetentionQuery']
const INSIGHTS = [...WITH_INTERVAL, 'RetentionQuery', 'PathsQuery']

function inNode(node: unknown, override: Override): unknown {
  if (!isJson(node)) return node
  const kind = String(node.kind)
  if (WRAPPERS.includes(kind)) return { ...node, source: inNode(node.source, override) }
  // SQL says itself where the filters go; they stand beside it.
  if (kind === 'HogQLQuery')
    return { ...node, filters: inSection(isJson(node.filters) ? node.filters : {}, override) }
  if (!INSIGHTS.includes(kind)) return node
  const { interval, breakdown } = override
  return {
    ...inSection(node, override),
    ...(interval !== undefined && WITH_INTERVAL.includes(kind) && { interval }),
    ...(breakdown !== undefined && WITH_BREAKDOWN.includes(kind) && { breakdownFilter: breakdown }),
  }
}

function inSection(section: Json, { dates, properties }: Override): Json {
  const old = isJson(section.dateRange) ? section.dateRange : {}
  const { explicit_date: isExplicit, ...range } = dates ?? {}
  const dateRange = { ...old, ...range, ...saidOrKept(isExplicit, 'explicitDate', old) }
  return {
    ...section,
    ...(dates !== undefined && { dateRange }),
    ...(properties !== undefined && { properties: bothHold(section.properties, properties) }),
  }
}
