import { parseRegisters, propertiesOf } from '../../src/identity/property-registers.ts'
import type { Metadata } from '../../src/metadata/database/schema.ts'

export interface StoredId {
  readonly distinctId: string
  readonly number: number
  /** The number of the root of its person. */
  readonly person: number
  readonly hasProfile: boolean
  readonly version: number
}
export interface StoredPerson {
  readonly number: number
  readonly uuid: string
  readonly createdAt: string
  readonly isIdentified: boolean
  readonly properties: ReadonlyMap<string, unknown>
  readonly version: number
}
/** The persons of a project in the metadata store. */
export interface StoredPeople {
  readonly ids: readonly StoredId[]
  readonly persons: readonly StoredPerson[]
  /** The last version that any row got, in this project or another. */
  readonly lastVersion: number
}

export async function storedPeople(metadata: Metadata, projectId: number): Promise<StoredPeople> {
  const ids = await metadata
    .selectFrom('person_distinct_id')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('number')
    .execute()
  const persons = await metadata
    .selectFrom('person')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('number')
    .execute()
  const { value } = await metadata.selectFrom('mirror_version').select('value').executeTakeFirstOrThrow()
  return {
    ids: ids.map((row) => ({
      distinctId: row.distinct_id,
      number: row.number,
      person: row.person,
      hasProfile: row.profile_us !== null,
      version: row.version,
    })),
    persons: persons.map((row) => ({
      number: row.number,
      uuid: row.uuid,
      createdAt: row.created_at,
      isIdentified: row.is_identified === 1,
      properties: new Map(Object.entries(propertiesOf(parseRegisters(row.registers)))),
      version: row.version,
    })),
    lastVersion: value,
  }
}

/** Returns the violated invariants of the tables, one sentence each. */
export function contradictionsIn({ ids, persons }: StoredPeople): string[] {
  const byNumber = new Map(ids.map((id) => [id.number, id]))
  const found = ids.flatMap((id, i) => [
    ...(id.number === i + 1 ? [] : [`${id.distinctId} is number ${id.number} instead of ${i + 1}`]),
    ...(byNumber.get(id.person)?.person === id.person ? [] : [`${id.distinctId} belongs to no root`]),
    ...(id.person === id.number || id.version > 0 ? [] : [`${id.distinctId} moved without a version`]),
  ])
  const withProfile = new Set(ids.filter((id) => id.hasProfile).map((id) => id.person))
  const listed = new Set(persons.map((person) => person.number))
  const uuids = new Set(persons.map((person) => person.uuid))
  return [
    ...found,
    ...[...withProfile]
      .filter((number) => !listed.has(number))
      .map((number) => `No person has the number ${number}`),
    ...[...listed]
      .filter((number) => !withProfile.has(number))
      .map((number) => `${number} is listed without an event with a person profile`),
    ...(uuids.size === persons.length ? [] : ['Two persons have one uuid']),
  ]
}

/**
 * Returns changes that got no version that is new to the mirror, and changes of values that must never
 * change.
 */
export function unnoticedChanges(before: StoredPeople, after: StoredPeople): string[] {
  const idBefore = new Map(before.ids.map((id) => [id.distinctId, id]))
  const personBefore = new Map(before.persons.map((person) => [person.number, person]))
  const isNew = (version: number) => version > before.lastVersion && version <= after.lastVersion
  const ofIds = after.ids.flatMap((id) => {
    const old = idBefore.get(id.distinctId)
    if (old !== undefined && old.number !== id.number) return [`${id.distinctId} has another number`]
    const hasMoved = id.person !== (old?.person ?? id.number)
    return hasMoved && !isNew(id.version) ? [`${id.distinctId} moved unnoticed`] : []
  })
  const ofPersons = after.persons.flatMap((person) => {
    const old = personBefore.get(person.number)
    if (old !== undefined && old.uuid !== person.uuid) return [`Person ${person.number} has another uuid`]
    const hasChanged = old === undefined || shown(old) !== shown(person)
    return hasChanged && !isNew(person.version) ? [`Person ${person.number} changed unnoticed`] : []
  })
  return [...ofIds, ...ofPersons]
}

const shown = ({ createdAt, isIdentified, properties }: StoredPerson): string =>
  JSON.stringify([createdAt, isIdentified, [...properties].sort()])
