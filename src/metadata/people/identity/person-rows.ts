import type { Selectable } from 'kysely'
import type { Person } from '#identity/persons.ts'
import { parseRegisters, propertiesOf, toStoredRegisters } from '#identity/property-registers.ts'
import { ROWS_A_STATEMENT } from '#metadata/database/dialect.ts'
import type { Metadata, MetadataSchema, MetadataTransaction } from '#metadata/database/schema.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import { isoInstant } from '#shared/clock.ts'
import { jsonText } from '#shared/json-text.ts'

/** A stored person. */
export interface PersonRow extends Person {
  readonly uuid: string
  readonly version: number
}

export async function personsByRoot(
  database: Metadata,
  projectId: number,
  roots: readonly number[],
): Promise<Map<number, PersonRow>> {
  const persons = new Map<number, PersonRow>()
  for (const some of chunksOf(roots, ROWS_A_STATEMENT)) {
    const found = database
      .selectFrom('person')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('number', 'in', some)
    for (const row of await found.execute()) persons.set(Number(row.number), toPersonRow(row))
  }
  return persons
}

/**
 * Writes persons. Returns the roots of the persons for whom properties were left out because there are too
 * many.
 */
export async function putPersons(
  transaction: MetadataTransaction,
  projectId: number,
  persons: readonly PersonRow[],
): Promise<number[]> {
  const overfull: number[] = []
  for (const some of chunksOf(persons, ROWS_A_STATEMENT)) {
    const stored = some.map((person) => toStoredRegisters(person.registers))
    overfull.push(...some.filter((_, i) => stored[i]?.isCut).map((person) => person.root))
    await transaction
      .insertInto('person')
      .values(some.map((person, i) => personValues(projectId, person, stored[i]?.text ?? null)))
      .onConflict((conflict) =>
        conflict.columns(['project_id', 'number']).doUpdateSet((e) => ({
          created_at: e.ref('excluded.created_at'),
          is_identified: e.ref('excluded.is_identified'),
          registers: e.ref('excluded.registers'),
          merged_us: e.ref('excluded.merged_us'),
          linked_us: e.ref('excluded.linked_us'),
          said_us: e.ref('excluded.said_us'),
          version: e.ref('excluded.version'),
        })),
      )
      .execute()
  }
  return overfull
}

export async function removePersons(
  transaction: MetadataTransaction,
  projectId: number,
  roots: readonly number[],
): Promise<void> {
  for (const some of chunksOf(roots, ROWS_A_STATEMENT))
    await transaction
      .deleteFrom('person')
      .where('project_id', '=', projectId)
      .where('number', 'in', some)
      .execute()
}

/**
 * Returns whether two states of a person are equal for clients. Only a change that clients can see is
 * mirrored to the event store.
 */
export function looksTheSame(a: Person, b: Person): boolean {
  if (a === b) return true
  return (
    a.isIdentified === b.isIdentified &&
    createdAt(a) === createdAt(b) &&
    (a.registers === b.registers ||
      jsonText(propertiesOf(a.registers)) === jsonText(propertiesOf(b.registers)))
  )
}

const createdAt = (person: Person) => isoInstant(Math.floor((person.createdUs ?? 0) / 1000))

const personValues = (projectId: number, person: PersonRow, registers: string | null) => ({
  project_id: projectId,
  number: person.root,
  uuid: person.uuid,
  created_at: createdAt(person),
  is_identified: Number(person.isIdentified),
  registers,
  merged_us: person.mergedUs,
  linked_us: person.linkedUs,
  said_us: person.assignedUs,
  version: person.version,
})

const toPersonRow = (row: Selectable<MetadataSchema['person']>): PersonRow => ({
  root: Number(row.number),
  uuid: row.uuid,
  isIdentified: row.is_identified === 1,
  createdUs: Date.parse(row.created_at) * 1000,
  registers: parseRegisters(row.registers),
  mergedUs: Number(row.merged_us),
  linkedUs: Number(row.linked_us),
  assignedUs: Number(row.said_us),
  version: Number(row.version),
})
