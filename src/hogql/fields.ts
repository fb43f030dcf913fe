import type { PropertySubject } from '#values/property-subject.ts'
import type { ScalarType } from './expression.ts'

interface Column {
  readonly on: 'event' | 'person'
  readonly type: ScalarType
  readonly isNullable: boolean
}
const onEvents = (type: ScalarType, isNullable: boolean): Column => ({ on: 'event', type, isNullable })

/**
 * The columns that an expression may name. A scope gives the SQL of each column, or null for a column that
 * it does not have.
 */
export const COLUMNS: Readonly<Record<string, Column>> = {
  event: onEvents('text', false),
  distinct_id: onEvents('text', false),
  uuid: onEvents('text', false),
  timestamp: onEvents('time', false),
  person_id: onEvents('person', false),
  $session_id: onEvents('text', true),
  $group_0: onEvents('text', true),
  $group_1: onEvents('text', true),
  $group_2: onEvents('text', true),
  $group_3: onEvents('text', true),
  $group_4: onEvents('text', true),
  'person.created_at': { on: 'person', type: 'time', isNullable: true },
}

/** Columns that only statements can name. A scope gives the SQL of these and of `COLUMNS`. */
const OF_STATEMENTS: Readonly<Record<string, Pick<Column, 'type' | 'isNullable'>>> = {
  created_at: { type: 'time', isNullable: false },
  properties: { type: 'text', isNullable: false },
  elements_chain: { type: 'text', isNullable: false },
  'person.properties': { type: 'text', isNullable: true },
}

/** Returns the facts of a column of events; null for any other name. */
export const columnOf = (name: string): Pick<Column, 'type' | 'isNullable'> | null =>
  [COLUMNS, OF_STATEMENTS].find((columns) => Object.hasOwn(columns, name))?.[name] ?? null

const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['session.id', '$session_id'],
  ['person.id', 'person_id'],
  ['person.uuid', 'person_id'],
  ...[0, 1, 2, 3, 4].map((index) => [`group_${index}.key`, `$group_${index}`] as const),
])

export type Field =
  | { readonly kind: 'column'; readonly name: string }
  /** All properties of a subject, before a key: `properties`, `person.properties`. */
  | { readonly kind: 'properties'; readonly on: PropertySubject; readonly keys: readonly string[] }

/** Returns the field for which a chain of names stands; null if there is none. */
export function fieldOf(chain: readonly string[]): Field | null {
  const dotted = chain.join('.')
  const name = SYNONYMS.get(dotted) ?? dotted
  if (Object.hasOwn(COLUMNS, name)) return { kind: 'column', name }
  const [first = '', second, ...rest] = chain
  if (first === 'properties') return { kind: 'properties', on: 'event', keys: chain.slice(1) }
  if (first === 'session' && second !== undefined)
    return { kind: 'properties', on: 'session', keys: second === 'properties' ? rest : chain.slice(1) }
  if (second !== 'properties') return null
  if (first === 'person') return { kind: 'properties', on: 'person', keys: rest }
  const [, index] = /^group_([0-4])$/.exec(first) ?? []
  return index === undefined ? null : { kind: 'properties', on: { group: Number(index) }, keys: rest }
}
