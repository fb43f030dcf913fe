import { type Selectable, sql } from 'kysely'
import { parseRegisters, propertiesOf } from '#identity/property-registers.ts'
import { IDS_A_STATEMENT } from '#metadata/database/dialect.ts'
import type { Metadata, MetadataSchema } from '#metadata/database/schema.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import { type FoundPersons, listPersons, type PersonPart } from './list-persons.ts'

/** A stored person. */
export interface Person {
  /** The number of the person's root: the distinct id to which the person's other ids were joined. */
  readonly number: number
  readonly uuid: string
  readonly createdAt: string
  readonly isIdentified: boolean
  /** The person's properties. Integers beyond 2^53 carry the marks of `parseExactJson`. */
  readonly properties: Readonly<Record<string, unknown>>
}

export interface PersonStore {
  list(projectId: number, part: PersonPart): Promise<FoundPersons>
  byUuid(projectId: number, uuid: string): Promise<Person | null>
  byDistinctId(projectId: number, distinctId: string): Promise<Person | null>
  /**
   * Returns the number of the root of a distinct id, even if its person is not listed; null for an unknown
   * id.
   */
  rootOf(projectId: number, distinctId: string): Promise<number | null>
  /**
   * Returns persons by the numbers of any of their distinct ids. A number without a person, or of another
   * project, is left out. If the properties of a person take more than `mostBytes`, they are not read, and
   * `properties` is empty.
   */
  byNumbers(
    projectId: number,
    numbers: readonly number[],
    mostBytes?: number,
  ): Promise<ReadonlyMap<number, Person>>
  /**
   * Returns the number of bytes that the stored properties of persons take, by the numbers of any of their
   * distinct ids. It is more than the bytes of their JSON text. The properties are not read.
   */
  keptBytes(projectId: number, numbers: readonly number[]): Promise<ReadonlyMap<number, number>>
  /**
   * Returns the first `most` distinct ids of each person, by the person's number: the id of the root first,
   * then the others in order of arrival.
   */
  distinctIds(
    projectId: number,
    persons: readonly number[],
    most: number,
  ): Promise<ReadonlyMap<number, string[]>>
  /** Returns the numbers of all distinct ids of a person, which the person's events carry. */
  numbersOf(projectId: number, person: number): Promise<number[]>
}

export function createPersonStore(metadata: Metadata): PersonStore {
  const personsOf = (projectId: number) =>
    metadata.selectFrom('person').selectAll().where('project_id', '=', projectId)
  const idsOf = (projectId: number) =>
    metadata.selectFrom('person_distinct_id').where('project_id', '=', projectId)

  return {
    list: (projectId, part) => listPersons(metadata, projectId, part),
    async byUuid(projectId, uuid) {
      const row = await personsOf(projectId).where('uuid', '=', uuid).executeTakeFirst()
      return row === undefined ? null : toPerson(row)
    },
    async byDistinctId(projectId, distinctId) {
      const id = idsOf(projectId).select('person').where('distinct_id', '=', distinctId)
      const row = await personsOf(projectId).where('number', '=', id).executeTakeFirst()
      return row === undefined ? null : toPerson(row)
    },
    async rootOf(projectId, distinctId) {
      const id = idsOf(projectId).select('person').where('distinct_id', '=', distinctId)
      const row = await id.executeTakeFirst()
      return row === undefined ? null : Number(row.person)
    },
    async byNumbers(projectId, numbers, mostBytes = Number.MAX_SAFE_INTEGER) {
      const roots = new Map<number, number>()
      for (const some of chunksOf(numbers, IDS_A_STATEMENT)) {
        const rows = await idsOf(projectId).select(['number', 'person']).where('number', 'in', some).execute()
        for (const row of rows) roots.set(Number(row.number), Number(row.person))
      }
      const persons = new Map<number, Person>()
      for (const some of chunksOf([...new Set(roots.values())], IDS_A_STATEMENT)) {
        const rows = await metadata
          .selectFrom('person')
          .select([
            'number',
            'uuid',
            'created_at',
            'is_identified',
            registersWithin(mostBytes).as('registers'),
          ])
          .where('project_id', '=', projectId)
          .where('number', 'in', some)
          .execute()
        for (const row of rows) persons.set(Number(row.number), toPerson(row))
      }
      return new Map(
        [...roots].flatMap(([number, root]) => {
          const person = persons.get(root)
          return person === undefined ? [] : [[number, person] as const]
        }),
      )
    },
    keptBytes: (projectId, numbers) => findKeptBytes(metadata, projectId, numbers),
    async distinctIds(projectId, persons, most) {
      const ids = new Map<number, string[]>(persons.map((person) => [person, []]))
      for (const some of chunksOf(persons, IDS_A_STATEMENT)) {
        const placed = idsOf(projectId)
          .select(['person', 'distinct_id', PLACE.as('place')])
          .where('person', 'in', some)
          .as('placed')
        const rows = await metadata
          .selectFrom(placed)
          .select(['person', 'distinct_id'])
          .where('place', '<=', most)
          .orderBy('place')
          .execute()
        for (const row of rows) ids.get(Number(row.person))?.push(row.distinct_id)
      }
      return ids
    },
    async numbersOf(projectId, person) {
      const rows = await idsOf(projectId).select('number').where('person', '=', person).execute()
      return rows.map((row) => Number(row.number))
    },
  }
}

// `length` is not used, because it reads the whole text.
const KEPT_BYTES = sql<number>`coalesce(octet_length(person.registers), 0)`
const registersWithin = (mostBytes: number) =>
  sql<string | null>`CASE WHEN ${KEPT_BYTES} <= ${mostBytes} THEN person.registers END`

async function findKeptBytes(
  metadata: Metadata,
  projectId: number,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const bytes = new Map<number, number>()
  for (const some of chunksOf(numbers, IDS_A_STATEMENT)) {
    const rows = await metadata
      .selectFrom('person_distinct_id')
      .innerJoin('person', (join) =>
        join
          .onRef('person.project_id', '=', 'person_distinct_id.project_id')
          .onRef('person.number', '=', 'person_distinct_id.person'),
      )
      .select(['person_distinct_id.number', KEPT_BYTES.as('bytes')])
      .where('person_distinct_id.project_id', '=', projectId)
      .where('person_distinct_id.number', 'in', some)
      .execute()
    for (const row of rows) bytes.set(Number(row.number), Number(row.bytes))
  }
  return bytes
}

const PLACE = sql<number>`row_number() OVER (
  PARTITION BY person
  ORDER BY CASE WHEN number = person THEN 0 ELSE 1 END, number
)`

type PersonRow = Pick<
  Selectable<MetadataSchema['person']>,
  'number' | 'uuid' | 'created_at' | 'is_identified' | 'registers'
>
const toPerson = (row: PersonRow): Person => ({
  number: Number(row.number),
  uuid: row.uuid,
  createdAt: row.created_at,
  isIdentified: row.is_identified === 1,
  properties: propertiesOf(parseRegisters(row.registers)),
})
