import type { HogqlNode, ScalarType } from '#hogql/expression.ts'
import { EVERY_GROUP_TYPE } from '#hogql/numeric-properties.ts'
import type { PropertySubject } from '#values/property-subject.ts'
import { isSessionNumber, SESSION_PROPERTIES, type SessionProperty } from '#values/session-properties.ts'

/** A field of a table: a column with its type, or properties before their key. */
export type TableField =
  | { readonly kind: 'column'; readonly name: string; readonly type: ScalarType }
  | { readonly kind: 'properties'; readonly on: PropertySubject; readonly keys: readonly string[] }

interface Table {
  /** The columns of `*`, in this order. */
  readonly all: readonly string[]
  readonly columns: Readonly<Record<string, ScalarType>>
  /** Other names of columns. */
  readonly synonyms?: Readonly<Record<string, string>>
  /** The subjects of the table's properties, by the name before the key: `person` in `person.properties`. */
  readonly properties: Readonly<Record<string, PropertySubject>>
}

const GROUP_INDEXES = [0, 1, 2, 3, 4] as const

const events: Table = {
  all: ['uuid', 'event', 'properties', 'timestamp', 'distinct_id', 'person_id', '$session_id', 'created_at'],
  columns: {
    uuid: 'text',
    event: 'text',
    properties: 'text',
    timestamp: 'time',
    distinct_id: 'text',
    person_id: 'person',
    $session_id: 'text',
    ...Object.fromEntries(GROUP_INDEXES.map((index) => [`$group_${index}`, 'text'] as const)),
    created_at: 'time',
    elements_chain: 'text',
    'person.created_at': 'time',
    'person.properties': 'text',
  },
  synonyms: {
    'person.id': 'person_id',
    'person.uuid': 'person_id',
    'session.id': '$session_id',
    ...Object.fromEntries(GROUP_INDEXES.map((index) => [`group_${index}.key`, `$group_${index}`])),
  },
  properties: {
    properties: 'event',
    'person.properties': 'person',
    ...Object.fromEntries(GROUP_INDEXES.map((index) => [`group_${index}.properties`, { group: index }])),
  },
}

const persons: Table = {
  all: ['id', 'created_at', 'is_identified', 'properties'],
  columns: { id: 'person', created_at: 'time', is_identified: 'boolean', properties: 'text' },
  synonyms: { uuid: 'id', person_id: 'id' },
  properties: { properties: 'person' },
}

/**
 * The subject of the properties in a table whose rows are groups. The type of the group differs from row to
 * row.
 */
const OF_ITS_TYPE = { group: EVERY_GROUP_TYPE }

const groups: Table = {
  all: ['index', 'key', 'created_at', 'properties'],
  columns: { index: 'number', key: 'text', created_at: 'time', properties: 'text' },
  synonyms: { group_type_index: 'index', group_key: 'key', group_properties: 'properties' },
  properties: { properties: OF_ITS_TYPE, group_properties: OF_ITS_TYPE },
}

function typeOfSession(property: SessionProperty): ScalarType {
  if (isSessionNumber(property)) return 'number'
  if (property === '$start_timestamp' || property === '$end_timestamp') return 'time'
  return property === '$is_bounce' ? 'boolean' : 'text'
}

const sessions: Table = {
  all: ['session_id', 'distinct_id', 'person_id', ...SESSION_PROPERTIES],
  columns: {
    session_id: 'text',
    distinct_id: 'text',
    person_id: 'person',
    ...Object.fromEntries(SESSION_PROPERTIES.map((name) => [name, typeOfSession(name)])),
    'person.created_at': 'time',
    'person.properties': 'text',
  },
  synonyms: {
    ...{ id: 'session_id', $session_id: 'session_id', duration: '$session_duration' },
    ...{ 'person.id': 'person_id', 'person.uuid': 'person_id' },
    ...Object.fromEntries(SESSION_PROPERTIES.map((name) => [`session.${name}`, name])),
  },
  properties: { 'person.properties': 'person' },
}

const cohorts: Table = {
  all: ['id', 'name', 'is_static', 'created_at'],
  columns: { id: 'number', name: 'text', is_static: 'boolean', created_at: 'time' },
  synonyms: { cohort_id: 'id' },
  properties: {},
}

const cohort_people: Table = {
  all: ['cohort_id', 'person_id'],
  columns: { cohort_id: 'number', person_id: 'person' },
  properties: {},
}

/** The tables that a statement can read. Only rows of the request's project are read. */
export const TABLES = { events, persons, groups, sessions, cohorts, cohort_people } as const satisfies Record<
  string,
  Table
>
export type TableName = keyof typeof TABLES

export const isTable = (name: string): name is TableName => Object.hasOwn(TABLES, name)

/** Returns the field of a table for which a chain of names stands; null if there is none. */
export function fieldOfTable(table: TableName, chain: readonly string[]): TableField | null {
  const { columns, synonyms = {} }: Table = TABLES[table]
  const dotted = chain.join('.')
  const name = Object.hasOwn(synonyms, dotted) ? (synonyms[dotted] ?? dotted) : dotted
  const type = Object.hasOwn(columns, name) ? columns[name] : undefined
  return type === undefined ? propertiesOfTable(table, chain) : { kind: 'column', name, type }
}

/**
 * Returns the properties that a chain of names begins with, even if it has no key; null if the table has no
 * such properties.
 */
export function propertiesOfTable(
  table: TableName,
  chain: readonly string[],
): (TableField & { kind: 'properties' }) | null {
  const { properties }: Table = TABLES[table]
  for (const length of [1, 2]) {
    const owner = chain.slice(0, length).join('.')
    const on = Object.hasOwn(properties, owner) ? properties[owner] : undefined
    if (on !== undefined && chain.length >= length)
      return { kind: 'properties', on, keys: chain.slice(length) }
  }
  if (table === 'events' && chain[0] === 'session' && chain.length > 1)
    return { kind: 'properties', on: 'session', keys: chain.slice(chain[1] === 'properties' ? 2 : 1) }
  return null
}

/** Returns the node for a field of a table when it is not yet known which source in FROM has the field. */
export const columnNode = (name: string): HogqlNode => ({ kind: 'column', name })
