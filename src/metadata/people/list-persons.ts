import { sql } from 'kysely'
import type { Metadata } from '#metadata/database/schema.ts'
import { isoInstant } from '#shared/clock.ts'

/** The place of a person in lists, which have the newest first. It moves to later places when an earlier event arrives. */
export interface PersonPlace {
  readonly createdMs: number
  /** The number of the root of the person. */
  readonly number: number
}

/** The persons on one side of a place; without a place all of them, from the end that `side` goes away from. */
export interface PersonRange {
  readonly side: 'after' | 'before'
  readonly place: PersonPlace | null
}

/** A part of a list of persons: up to `limit` of a range that follow the first `offset`, the nearest to its place first. */
export interface PersonPart {
  readonly range: PersonRange
  readonly offset: number
  readonly limit: number
}

/** How many persons a list has in all, and those of one part. */
export interface FoundPersons {
  readonly count: number
  readonly places: readonly PersonPlace[]
}

/** A part of the list of all persons of a project. */
export async function listPersons(
  database: Metadata,
  projectId: number,
  { range: { side, place }, offset, limit }: PersonPart,
): Promise<FoundPersons> {
  const persons = database.selectFrom('person').where('project_id', '=', projectId)
  const { count } = await persons.select((e) => e.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const key = place === null ? null : sql`(${isoInstant(place.createdMs)}, ${place.number})`
  const beyond = side === 'after' ? sql`<` : sql`>`
  const inRange = key === null ? persons : persons.where(sql<boolean>`(created_at, number) ${beyond} ${key}`)
  const direction = side === 'after' ? 'desc' : 'asc'
  const rows = await inRange
    .select(['number', 'created_at'])
    .orderBy('created_at', direction)
    .orderBy('number', direction)
    .limit(limit)
    .offset(offset)
    .execute()
  const places = rows.map((row) => ({ createdMs: Date.parse(row.created_at), number: Number(row.number) }))
  return { count: Number(count), places }
}
