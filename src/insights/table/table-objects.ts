import type { OutputObject } from './table-query.ts'
import type { TableRow } from './table-rows.ts'

/** An object that clients know as one column of a list. It is made from several columns of a statement. */
interface ObjectOfColumns {
  readonly columns: readonly (readonly string[])[]
  toObject(values: TableRow): Readonly<Record<string, unknown>>
}

/** Values of a session that clients know as its object. */
const OF_SESSION = [
  ...['session_id', 'distinct_id', '$start_timestamp', '$end_timestamp', '$session_duration'],
  ...['$entry_current_url', '$end_current_url', '$pageview_count', '$autocapture_count', '$screen_count'],
  '$is_bounce',
]
const PERSON_ID = ['person_id']
/** Properties that name a person. The first one that the person has is used. */
const NAMES = ['email', 'name', 'username'].map((name) => ['properties', name])

export const OBJECTS: Readonly<Record<OutputObject, ObjectOfColumns>> = {
  event: {
    columns: [
      ['uuid'],
      ['event'],
      ['properties'],
      ['timestamp'],
      ['distinct_id'],
      ['elements_chain'],
      ['created_at'],
      PERSON_ID,
    ],
    toObject: ([uuid, event, properties, timestamp, distinct_id, elements_chain, created_at, person_id]) => ({
      ...{ uuid, event, timestamp, distinct_id, elements_chain, created_at, person_id },
      properties: fromText(properties),
    }),
  },
  'listed person': {
    columns: [['id'], ['created_at'], ['is_identified'], ['properties']],
    toObject: ([id, created_at, is_identified, properties]) => ({
      ...{ id, uuid: id, created_at, is_identified },
      properties: fromText(properties),
    }),
  },
  'display name': {
    columns: [['id'], ...NAMES],
    toObject: ([id, ...names]) => ({ id, display_name: nameAmong(names) ?? id }),
  },
  'person of event': {
    columns: [PERSON_ID, ['distinct_id'], ...NAMES.map((name) => ['person', ...name])],
    toObject: ([id, distinct_id, ...names]) => ({
      ...{ id, distinct_id },
      display_name: nameAmong(names) ?? distinct_id,
    }),
  },
  session: {
    columns: OF_SESSION.map((name) => [name]),
    toObject: (values) => Object.fromEntries(OF_SESSION.map((name, i) => [name, values[i]])),
  },
  'group name': {
    columns: [['key'], ['properties', 'name']],
    toObject: ([key, name]) => ({ key, display_name: nameAmong([name]) ?? key }),
  },
  person: {
    columns: [PERSON_ID, ['distinct_id'], ['person', 'created_at'], ['person', 'properties']],
    toObject: ([uuid, distinct_id, created_at, properties]) => ({
      ...{ uuid, distinct_id, created_at },
      properties: fromText(properties),
    }),
  },
}

/** Returns the first of the names that is not blank. A number is accepted as a name. */
function nameAmong(names: readonly unknown[]): string | null {
  const found = names.find(
    (name) => typeof name === 'number' || (typeof name === 'string' && name.trim() !== ''),
  )
  return found === undefined ? null : String(found)
}

/** Parses the stored properties of a person. A person without a profile has no properties. */
const fromText = (json: unknown): unknown => (typeof json === 'string' ? JSON.parse(json) : {})
