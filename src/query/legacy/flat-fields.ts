import type { Path, Places } from '#query/places.ts'
import { isGiven, isJsonObject, type JsonObject } from '#shared/json-value.ts'

/**
 * The places of flat parameters in a node: `{ display: 'trendsFilter.display' }`. One table for each kind is used for its
 * flat form as a node, its node as flat parameters, and the names of the node's fields in errors for a sender of flat
 * parameters.
 */
export type FlatFields = Readonly<Record<string, string>>

export const SERIES_FIELDS: FlatFields = {
  date_from: 'dateRange.date_from',
  date_to: 'dateRange.date_to',
  explicit_date: 'dateRange.explicitDate',
  properties: 'properties',
  filter_test_accounts: 'filterTestAccounts',
  sampling_factor: 'samplingFactor',
  aggregation_group_type_index: 'aggregation_group_type_index',
}

export const INTERVAL_FIELDS: FlatFields = { interval: 'interval' }

export const COMPARE_FIELDS: FlatFields = {
  compare: 'compareFilter.compare',
  compare_to: 'compareFilter.compare_to',
}

/** A new breakdown replaces all of these together. */
export const BREAKDOWN_FIELDS: FlatFields = {
  breakdown: 'breakdownFilter.breakdown',
  breakdown_type: 'breakdownFilter.breakdown_type',
  breakdowns: 'breakdownFilter.breakdowns',
  breakdown_limit: 'breakdownFilter.breakdown_limit',
  breakdown_group_type_index: 'breakdownFilter.breakdown_group_type_index',
  breakdown_normalize_url: 'breakdownFilter.breakdown_normalize_url',
  breakdown_histogram_bin_count: 'breakdownFilter.breakdown_histogram_bin_count',
  breakdown_hide_other_aggregation: 'breakdownFilter.breakdown_hide_other_aggregation',
}

/** The fields of a node that the given parameters stand for, each in its section. */
export function toNodeFields(fields: FlatFields, flat: JsonObject): JsonObject {
  const node: Record<string, unknown> = {}
  for (const [parameter, place] of Object.entries(fields)) {
    if (!isGiven(flat[parameter])) continue
    const [section = '', name] = place.split('.')
    node[section] =
      name === undefined
        ? flat[parameter]
        : { ...(node[section] as JsonObject | undefined), [name]: flat[parameter] }
  }
  return node
}

/** The parameters of these fields of a node, for those that the node has. */
export function toFlatFields(fields: FlatFields, node: JsonObject): JsonObject {
  const values = Object.entries(fields).map(([parameter, place]) => {
    const [section = '', name] = place.split('.')
    const value = node[section]
    return [parameter, name === undefined ? value : isJsonObject(value) ? value[name] : undefined]
  })
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

/** Fields of nodes, in any section, that have no flat parameter and change no number: clients use them to show a result. */
const SHOWN_ONLY = new Set([
  'version',
  'tags',
  'response',
  'dataColorTheme',
  'goalLines',
  'hiddenLegendBreakdowns',
  'hiddenLegendIndexes',
  'resultCustomizationBy',
  'resultCustomizations',
  'showAlertThresholdLines',
  'showConfidenceIntervals',
  'showMultipleYAxes',
  'showTrendLines',
  'stacked',
])

/** Whether a node has a field that may change a number and is none of these. */
export function hasOtherFields(fields: FlatFields, node: JsonObject): boolean {
  const places = new Set(Object.values(fields))
  const sections = new Set([...places].filter((place) => place.includes('.')).map(sectionOf))
  return Object.entries(node).some(([name, value]) =>
    sections.has(name) && isJsonObject(value)
      ? Object.entries(value).some(([field, part]) => isOther(places, `${name}.${field}`, part))
      : isOther(places, name, value),
  )
}

const sectionOf = (place: string) => place.split('.')[0] ?? place

const isOther = (places: ReadonlySet<string>, place: string, value: unknown) =>
  !places.has(place) && !SHOWN_ONLY.has(place.split('.').at(-1) ?? place) && !isEmpty(value)

const isEmpty = (value: unknown) =>
  !isGiven(value) || (isJsonObject(value) && Object.keys(value).length === 0)

/** Names the fields of a node for a sender of flat parameters. `entities` are the places of the series, in their order. */
export function flatPlaces(fields: FlatFields, entities: readonly Path[]): Places {
  const parameters = new Map(Object.entries(fields).map(([parameter, place]) => [place, parameter]))
  return (...field) => {
    if (field[0] === 'series') return entityPlace(field, entities)
    const [section = '', name = '', ...rest] = field.map(String)
    const inSection = parameters.get(`${section}.${name}`)
    if (inSection !== undefined) return [inSection, ...rest]
    return [parameters.get(section) ?? section, ...field.slice(1)]
  }
}

const ENTITY_KEYS: Readonly<Record<string, string>> = { event: 'id', kind: 'type' }

function entityPlace([, index, key, ...rest]: Path, entities: readonly Path[]): Path {
  if (typeof index !== 'number') return ['events']
  const name = key === undefined ? [] : [ENTITY_KEYS[String(key)] ?? key]
  return [...(entities[index] ?? ['events', index]), ...name, ...rest]
}
