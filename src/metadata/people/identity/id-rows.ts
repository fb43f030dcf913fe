import { type Selectable, sql } from 'kysely'
import type { KnownId } from '#identity/persons.ts'
import { parseRegisters, toStoredRegisters } from '#identity/property-registers.ts'
import { ROWS_A_STATEMENT } from '#metadata/database/dialect.ts'
import type { Metadata, MetadataSchema, MetadataTransaction } from '#metadata/database/schema.ts'
import { chunksOf } from '#shared/chunks-of.ts'

/** A stored distinct id. */
export interface IdRow extends KnownId {
  readonly distinctId: string
  /** The number of the root of the id's person. */
  readonly root: number
}

export const idsByName = (database: Metadata, projectId: number, distinctIds: readonly string[]) =>
  idsWhere(database, projectId, 'distinct_id', distinctIds)

export const idsByNumber = (database: Metadata, projectId: number, numbers: readonly number[]) =>
  idsWhere(database, projectId, 'number', numbers)

async function idsWhere(
  database: Metadata,
  projectId: number,
  column: 'distinct_id' | 'number',
  values: readonly (string | number)[],
): Promise<IdRow[]> {
  const rows: IdRow[] = []
  for (const some of chunksOf<string | number>(values, ROWS_A_STATEMENT)) {
    const found = database
      .selectFrom('person_distinct_id')
      .selectAll()
      .where('project_id', '=', projectId)
      .where(column, 'in', some as never)
    for (const row of await found.execute()) rows.push(toIdRow(row))
  }
  return rows
}

/** Reserves consecutive numbers that no id has had. Returns the first one. */
export async function takeNumbers(
  transaction: MetadataTransaction,
  projectId: number,
  count: number,
): Promise<number> {
  const { next_person } = await transaction
    .updateTable('project')
    .set((e) => ({ next_person: e('next_person', '+', count) }))
    .where('id', '=', projectId)
    .returning('next_person')
    .executeTakeFirstOrThrow()
  return Number(next_person) - count
}

/**
 * Adds new ids, and updates the times and registers of stored ones. A stored id keeps its person. Returns
 * the ids for which properties were left out because there are too many.
 */
export async function putIds(
  transaction: MetadataTransaction,
  projectId: number,
  ids: readonly IdRow[],
  version: number,
): Promise<string[]> {
  const overfull: string[] = []
  for (const some of chunksOf(ids, ROWS_A_STATEMENT)) {
    const stored = some.map((id) => toStoredRegisters(id.registers))
    overfull.push(...some.filter((_, i) => stored[i]?.isCut).map((id) => id.distinctId))
    const values = some.map((id, i) => ({
      project_id: projectId,
      distinct_id: id.distinctId,
      number: id.number,
      person: id.root,
      profile_us: id.profileUs,
      identified_us: id.identifiedUs ?? null,
      registers: stored[i]?.text ?? null,
      version: id.root === id.number ? 0 : version,
    }))
    await transaction
      .insertInto('person_distinct_id')
      .values(values)
      .onConflict((conflict) =>
        conflict.columns(['project_id', 'distinct_id']).doUpdateSet((e) => ({
          profile_us: e.ref('excluded.profile_us'),
          identified_us: e.ref('excluded.identified_us'),
          registers: e.ref('excluded.registers'),
        })),
      )
      .execute()
  }
  return overfull
}

/**
 * Moves ids to other persons. If `of` is `person`, the keys of `moves` are persons, all of whose ids move.
 * If it is `number`, they are the numbers of single ids. The values are the roots of the new persons. No
 * root among them is moved itself.
 */
export async function moveIds(
  transaction: MetadataTransaction,
  projectId: number,
  of: 'person' | 'number',
  moves: ReadonlyMap<number, number>,
  version: number,
): Promise<void> {
  for (const some of chunksOf([...moves], MOVES_A_STATEMENT)) {
    const cases = some.map(([from, toRoot]) => sql`WHEN ${from} THEN ${toRoot}`)
    await transaction
      .updateTable('person_distinct_id')
      .set({ person: sql<number>`CASE ${sql.ref(of)} ${sql.join(cases, sql` `)} END`, version })
      .where('project_id', '=', projectId)
      .where(
        of,
        'in',
        some.map(([from]) => from),
      )
      .execute()
  }
}

/**
 * Highest number of moves in one statement. The database compares each moved row with half of the cases of
 * the statement.
 */
const MOVES_A_STATEMENT = 200

const toIdRow = (row: Selectable<MetadataSchema['person_distinct_id']>): IdRow => ({
  number: Number(row.number),
  distinctId: row.distinct_id,
  root: Number(row.person),
  profileUs: row.profile_us === null ? null : Number(row.profile_us),
  identifiedUs: row.identified_us === null ? null : Number(row.identified_us),
  registers: parseRegisters(row.registers),
})
