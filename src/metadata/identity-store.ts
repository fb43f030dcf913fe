import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { isoInstant } from '../shared/clock.ts'
import type { Metadata } from './open-metadata.ts'
import type { MetadataSchema } from './schema.ts'

export interface IdentityStore {
  /**
   * The person behind each distinct id of a project, as the project's dense person number. An id seen for the first
   * time gets a new person. Durable before it resolves, and harmless to repeat.
   */
  personsOf(
    projectId: number,
    distinctIds: ReadonlySet<string>,
    nowMs: number,
  ): Promise<ReadonlyMap<string, number>>
}

/** SQLite takes 32,766 values in a statement; a new id needs up to four. */
const CHUNK = 5_000
/** About 100 bytes an entry. */
const CACHED_IDS = 500_000

export function createIdentityStore(metadata: Metadata): IdentityStore {
  const cache = new Map<string, number>()
  return {
    async personsOf(projectId, distinctIds, nowMs) {
      const persons = new Map<string, number>()
      const unknown: string[] = []
      for (const id of distinctIds) {
        const person = cache.get(`${projectId}:${id}`)
        if (person === undefined) unknown.push(id)
        else persons.set(id, person)
      }
      for (let i = 0; i < unknown.length; i += CHUNK) {
        const found = await findOrCreate(metadata, projectId, unknown.slice(i, i + CHUNK), nowMs)
        if (cache.size + found.size > CACHED_IDS) cache.clear()
        for (const [id, person] of found) {
          persons.set(id, person)
          cache.set(`${projectId}:${id}`, person)
        }
      }
      return persons
    },
  }
}

async function findOrCreate(metadata: Metadata, projectId: number, ids: readonly string[], nowMs: number) {
  const found = await find(metadata, projectId, ids)
  const missing = ids.filter((id) => !found.has(id))
  if (missing.length === 0) return found
  await metadata.transaction().execute((transaction) => create(transaction, projectId, missing, nowMs))
  return new Map([...found, ...(await find(metadata, projectId, missing))])
}

async function find(database: Kysely<MetadataSchema>, projectId: number, ids: readonly string[]) {
  const rows = await database
    .selectFrom('person_distinct_id')
    .select(['distinct_id', 'person'])
    .where('project_id', '=', projectId)
    .where('distinct_id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.distinct_id, Number(row.person)]))
}

async function create(
  transaction: Transaction<MetadataSchema>,
  projectId: number,
  ids: readonly string[],
  nowMs: number,
): Promise<void> {
  const { next_person } = await transaction
    .updateTable('project')
    .set((e) => ({ next_person: e('next_person', '+', ids.length) }))
    .where('id', '=', projectId)
    .returning('next_person')
    .executeTakeFirstOrThrow()
  const first = Number(next_person) - ids.length
  const created_at = isoInstant(nowMs)
  const persons = ids.map((_, i) => ({
    project_id: projectId,
    number: first + i,
    uuid: randomUUID(),
    created_at,
  }))
  await transaction.insertInto('person').values(persons).execute()
  // Another process may have met the same id meanwhile: the first one wins, and its number is read back.
  await transaction
    .insertInto('person_distinct_id')
    .values(ids.map((id, i) => ({ project_id: projectId, distinct_id: id, person: first + i })))
    .onConflict((conflict) => conflict.columns(['project_id', 'distinct_id']).doNothing())
    .execute()
}
