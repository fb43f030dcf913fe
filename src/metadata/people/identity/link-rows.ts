import type { Selectable } from 'kysely'
import { type Link, linkKey } from '#identity/persons.ts'
import { ROWS_A_STATEMENT } from '#metadata/database/dialect.ts'
import { isAmong } from '#metadata/database/is-among.ts'
import type { Metadata, MetadataSchema, MetadataTransaction } from '#metadata/database/schema.ts'
import { chunksOf } from '#shared/chunks-of.ts'

/**
 * Returns the stored links of these pairs of ids. A pair has the target of a link first, then its other id.
 */
export async function linksBetween(
  database: Metadata,
  projectId: number,
  pairs: readonly (readonly [number, number])[],
): Promise<Link[]> {
  const links: Link[] = []
  for (const some of chunksOf(pairs, ROWS_A_STATEMENT)) {
    const found = database
      .selectFrom('identity_link')
      .selectAll()
      .where('project_id', '=', projectId)
      .where(isAmong(['target', 'other'], some))
    for (const row of await found.execute()) links.push(toLink(row))
  }
  return links
}

/** Returns the links that have any of these ids on either side. About `limit` links are returned at most. */
export async function linksOf(
  database: Metadata,
  projectId: number,
  numbers: readonly number[],
  limit: number,
): Promise<Link[]> {
  // A link with both sides among the ids is found twice, and counts once.
  const links = new Map<string, Link>()
  // Each side has its own query: with `or` in one query, SQLite reads all links of the project.
  for (const some of chunksOf(numbers, ROWS_A_STATEMENT))
    for (const side of ['target', 'other'] as const) {
      const found = database
        .selectFrom('identity_link')
        .selectAll()
        .where('project_id', '=', projectId)
        .where(side, 'in', some)
        .limit(limit)
      for (const row of await found.execute()) {
        const link = toLink(row)
        links.set(linkKey(link), link)
      }
      if (links.size >= limit) return [...links.values()]
    }
  return [...links.values()]
}

export async function putLinks(
  transaction: MetadataTransaction,
  projectId: number,
  links: readonly Link[],
): Promise<void> {
  for (const some of chunksOf(links, ROWS_A_STATEMENT))
    await transaction
      .insertInto('identity_link')
      .values(
        some.map((link) => ({
          project_id: projectId,
          target: link.target,
          other: link.other,
          is_forced: Number(link.isForced),
          at_us: link.atUs,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['project_id', 'target', 'other', 'is_forced'])
          .doUpdateSet((e) => ({ at_us: e.ref('excluded.at_us') })),
      )
      .execute()
}

const toLink = (row: Selectable<MetadataSchema['identity_link']>): Link => ({
  target: Number(row.target),
  other: Number(row.other),
  isForced: row.is_forced === 1,
  atUs: Number(row.at_us),
})
