import { SHOWN_ONLY } from '#query/harmless-keys.ts'
import type { FieldPaths, Path } from '#shared/field-paths.ts'
import { isGiven, isJsonObject, type JsonObject } from '#shared/json-value.ts'

/**
 * For each flat parameter, the field of the node that it becomes: `{ display: 'trendsFilter.display' }`.
 * Each kind has one such table. It is used to convert flat parameters to a node, to convert a node to flat
 * parameters, and to name the parameter in an error about a field of the node.
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

/** Fields of a breakdown. A new breakdown replaces all of them together. */
export const BREAKDOWN_FIELDS: FlatFields = {
  breakdown: 'breakdownFilter.breakdown',
  breakdown_type: 'breakdownFilter.breakdown_type',
  breakdowns: 'breakdownFilter.breakdowns',
  breakdown_limit: 'breakdownFilter.breakdown_limit',
  breakdown_group_type_index: 'breakdownFilter.breakdown_group_type_index',
  breakdown_normalize_url: 'breakdownFilter.breakdown_normalize_url',
  breakdown_histogram_bin_count: 'breakdownFilter.breakdown_histogram_bin_count',
  breakdown_hide_other_aggregation: 'breakdownFilter.breakdown_hide_other_aggregation',
  breakdown_path_cleaning: 'breakdownFilter.breakdown_path_cleaning',
}

/**
 * Fields of a breakdown, for kinds whose answers have pages: an answer can continue after the largest
 * values.
 */
export const PAGED_BREAKDOWN_FIELDS: FlatFields = {
  ...BREAKDOWN_FIELDS,
  offset: 'breakdownFilter.breakdown_offset',
}

/**
 * Converts flat parameters to the fields of a node. A field of a section, such as `trendsFilter.display`,
 * is put into its section. Parameters that are not given are left out.
 */
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

export interface FlatForm {
  readonly flat: JsonObject
  /** False if the node has a field that `fields` does not name and that may change a number. */
  readonly isComplete: boolean
}

type NodePlaces = ReadonlyMap<string, string | ReadonlyMap<string, string>>

/**
 * Returns a function that converts a node to flat parameters. The result has a parameter for each field in
 * `fields` that the node has. Call this only once for each table of fields, because reading the table takes
 * time: lists convert every insight, and reading it for each insight took 6 % of the time of a page of 100.
 */
export function flatFormBy(fields: FlatFields): (node: JsonObject) => FlatForm {
  const places = nodePlaces(fields)
  return (node) => {
    const flat: Record<string, unknown> = {}
    const isKnown = (parameter: unknown, name: string, value: unknown) => {
      if (typeof parameter === 'string' && value !== undefined) flat[parameter] = value
      return typeof parameter === 'string' || SHOWN_ONLY.includes(name) || isEmpty(value)
    }
    let isComplete = true
    for (const [name, value] of Object.entries(node)) {
      const place = places.get(name)
      if (place instanceof Map && isJsonObject(value)) {
        for (const [field, part] of Object.entries(value))
          isComplete = isKnown(place.get(field), field, part) && isComplete
      } else isComplete = isKnown(place, name, value) && isComplete
    }
    return { flat, isComplete }
  }
}

/** Returns the parameter for each field of a node, and for each field of its sections. */
function nodePlaces(fields: FlatFields): NodePlaces {
  const places = new Map<string, string | Map<string, string>>()
  for (const [parameter, place] of Object.entries(fields)) {
    const [section = '', name] = place.split('.')
    const inSection = places.get(section)
    if (name === undefined) places.set(section, parameter)
    else if (inSection instanceof Map) inSection.set(name, parameter)
    else places.set(section, new Map([[name, parameter]]))
  }
  return places
}

const isEmpty = (value: unknown) =>
  !isGiven(value) || (isJsonObject(value) && Object.keys(value).length === 0)

/**
 * Returns the names that the fields of a node have in flat parameters, for errors. `entities` are the paths
 * of the entities from which the series were made, in the order of the series.
 */
export function flatPlaces(fields: FlatFields, entities: readonly Path[]): FieldPaths {
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
/** Returns the name that a field of a series has in an entity. */
export const toEntityKey = (key: PropertyKey): PropertyKey => ENTITY_KEYS[String(key)] ?? key

function entityPlace([, index, ...field]: Path, entities: readonly Path[]): Path {
  if (typeof index !== 'number') return ['events']
  return [...(entities[index] ?? ['events', index]), ...entityField(field)]
}

/** Converts the path of a field of a series to the path in the entity that the series was made from. */
export const entityField = ([key, ...rest]: Path): Path =>
  key === undefined ? [] : [toEntityKey(key), ...rest]
