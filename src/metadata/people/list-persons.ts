import { sql } from 'kysely'
import type { Metadata } from '#metadata/database/schema.ts'
import { isoInstant } from '#shared/clock.ts'

/**
 * The position of a person in lists, which begin with the newest. When an earlier event arrives, the person
 * moves further down.
 */
export interface PersonPosition {
  readonly createdMs: number
  /** The number of the person's root. */
  readonly number: number
}

/**
 * The persons on one side of a position. If the position is null, the range has all persons: the newest
 * first for `after`, the oldest first for `before`.
 */
export interface PersonRange {
  readonly side: 'after' | 'before'
  readonly position: PersonPosition | null
}

/**
 * A part of a list of persons. It skips the first `offset` persons of the range and has up to `limit` of
 * the following ones, with the persons nearest to the position first.
 */
export interface PersonPart {
  readonly range: PersonRange
  readonly offset: number
  readonly limit: number
}

/** The number of all persons in a list, and the positions of the persons in one part. */
export interface FoundPersons {
  readonly count: number
  readonly positions: readonly PersonPosition[]
}

/** Returns a part of the list of all persons of a project. */
export async function listPersons(
  database: Metadata,
  projectId: number,
  { range: { side, position }, offset, limit }: PersonPart,
): Promise<FoundPersons> {
  const persons = database.selectFrom('person').where('project_id', '=', projectId)
  const { count } = await persons.select((e) => e.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const key = position === null ? null : sql`(${isoInstant(position.createdMs)}, ${position.number})`
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
  const positions = rows.map((row) => ({ createdMs: Date.parse(row.created_at), number: Number(row.number) }))
  return { count: Number(count), positions }
}
