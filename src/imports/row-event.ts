import { withNulls } from '#ingest/wire/sent-json.ts'
import { jsonText, parseStoredJson } from '#shared/json-text.ts'
import type { HasChanged } from './person-changes.ts'
import type { Row } from './row.ts'
import { rowTime, type TimesOfFile } from './row-time.ts'
import { rowUuid } from './row-uuid.ts'

/** The data that the readers of all formats need to turn rows into events. */
export interface RowContext extends TimesOfFile {
  /**
   * The names of columns, by the fields that they hold. Only fields whose column has another name than the
   * field are present.
   */
  readonly columns: Readonly<Partial<Record<MappedField, string>>>
  readonly hasChanged: HasChanged
}
export const MAPPED_FIELDS = ['event', 'distinct_id', 'timestamp', 'uuid', 'properties'] as const
export type MappedField = (typeof MAPPED_FIELDS)[number]

export type Fields = Readonly<Record<string, unknown>>

/**
 * Columns of a batch export that are not data of the event: ids in the installation that it comes from, and
 * times of its processing.
 */
const OF_EXPORT: ReadonlySet<string> = new Set([
  ...['team_id', 'project_id', 'person_id', 'person_created_at', 'elements', 'ip', 'site_url'],
  ...['created_at', 'inserted_at', '_inserted_at', 'bq_ingested_timestamp', 'databricks_ingested_timestamp'],
])
/**
 * Columns by which a row of an export is recognised, including an export of this program. Such a row has at
 * least one of them, and a column `uuid`.
 */
const MARKS_OF_EXPORT = [
  'person_properties',
  '_inserted_at',
  'inserted_at',
  'team_id',
  'elements_chain',
  'person_id',
]
/** Columns and properties with the token of a project, which is not data of the project's events. */
const TOKENS: ReadonlySet<string> = new Set(['api_key', 'token', '$token'])
/**
 * Columns that become fields next to the properties, where capture reads them. The value is the name of the
 * field.
 */
const BESIDE: Readonly<Record<string, string>> = {
  $set: '$set',
  set: '$set',
  $set_once: '$set_once',
  set_once: '$set_once',
  $unset: '$unset',
  $groups: '$groups',
  groups: '$groups',
}

/**
 * Returns the event of a row of named columns. A column with an unknown name becomes a property of that
 * name, and the column `properties.x` becomes the property x. Objects may be given as JSON text. Numbers
 * keep all digits.
 */
export function eventOfFields(fields: Fields, line: number, text: string, context: RowContext): Row['read'] {
  const named = (field: MappedField) => fields[context.columns[field] ?? field]
  const mapped = new Set(MAPPED_FIELDS.map((field) => context.columns[field] ?? field))
  const timestampMs = rowTime(named('timestamp'), context.columns.timestamp ?? 'timestamp', context)
  if (typeof timestampMs !== 'number') return timestampMs
  const properties = objectOf(named('properties'))
  if (properties === null) return { reason: 'The properties are not a JSON object.' }
  const { added, beside } = otherColumns(fields, mapped)
  const own = added.length === 0 ? properties : { ...properties, ...Object.fromEntries(added) }
  const distinctId = named('distinct_id')
  addPerson(fields.person_properties, String(distinctId), own, beside, context)
  return eventOf(
    { event: named('event'), distinctId, timestampMs, uuid: named('uuid'), properties: own, beside },
    line,
    text,
  )
}

/**
 * Splits the columns that are not mapped to a field into properties, and fields that capture reads next to
 * the properties.
 */
function otherColumns(fields: Fields, mapped: ReadonlySet<string>) {
  const isExport =
    MARKS_OF_EXPORT.some((name) => Object.hasOwn(fields, name)) && Object.hasOwn(fields, 'uuid')
  const added: [string, unknown][] = []
  const beside: Record<string, unknown> = {}
  const isLeft = (column: string) =>
    mapped.has(column) ||
    TOKENS.has(column) ||
    column === 'person_properties' ||
    (isExport && OF_EXPORT.has(column))
  for (const [column, value] of Object.entries(fields)) {
    if (value === null || value === '' || isLeft(column)) continue
    const wire = Object.hasOwn(BESIDE, column) ? BESIDE[column] : undefined
    if (wire !== undefined) beside[wire] = parsedOf(value)
    else if (isExport && column === 'elements_chain') added.push(['$elements_chain', value])
    else added.push([column.replace(/^properties\./, ''), value])
  }
  return { added, beside }
}

interface EventParts {
  readonly event: unknown
  readonly distinctId: unknown
  readonly timestampMs: number
  readonly uuid?: unknown
  readonly properties: Fields
  /** The fields that capture reads next to the properties. */
  readonly beside?: Fields
}

/**
 * Returns the event made of these parts. If they have no uuid, the event gets a uuid that is derived from
 * the text of the row.
 */
export function eventOf(parts: EventParts, line: number, text: string): Row['read'] {
  const { event, distinctId, timestampMs, properties, beside = {} } = parts
  if (isBlank(event)) return { reason: 'The row has no event.' }
  if (isBlank(distinctId)) return { reason: 'The row has no distinct_id.' }
  if (distinctId === COOKIELESS_ID) return { reason: PLACEHOLDER }
  const uuid = isBlank(parts.uuid) ? rowUuid(line, text) : plain(parts.uuid)
  const timestamp = new Date(timestampMs).toISOString()
  const json = jsonText({ ...beside, event, distinct_id: distinctId, timestamp, uuid, properties })
  return { json, uuid, name: plain(event), timestampMs }
}

/**
 * The distinct id that stands for any visitor without a cookie. A row with this id is refused: the server
 * makes the real id of a visitor from the visitor's address on the day of the event, and a file does not
 * have this address.
 */
export const COOKIELESS_ID = '$posthog_cookieless'
const PLACEHOLDER = `The distinct_id is ${COOKIELESS_ID}, which browsers send instead of the id of a visitor.`

export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
const plain = (value: unknown) => (typeof value === 'string' ? value : jsonText(value))

function addPerson(
  value: unknown,
  distinctId: string,
  own: Fields,
  beside: Record<string, unknown>,
  { hasChanged }: RowContext,
): void {
  const person = objectOf(value)
  if (person === null || Object.keys(person).length === 0 || own.$process_person_profile === false) return
  if (!hasChanged(distinctId, jsonText(person))) return
  // What the event itself sets is newer than the copy of the person's properties.
  beside.$set = { ...person, ...objectOf(own.$set), ...objectOf(beside.$set) }
}

/**
 * Returns an object that is given as such or as JSON text. Returns an empty object if there is no value,
 * and null for any other value.
 */
function objectOf(value: unknown): Fields | null {
  if (isBlank(value)) return {}
  const parsed = parsedOf(value)
  // PHP writes an empty map as an empty list.
  if (Array.isArray(parsed) && parsed.length === 0) return {}
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Fields) : null
}

function parsedOf(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return parseStoredJson(withNulls(value))
  } catch {
    return value
  }
}
