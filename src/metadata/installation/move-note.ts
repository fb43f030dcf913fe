import { lookAtMetadata } from '#metadata/database/open-metadata.ts'
import { ownTables } from '#metadata/database/own-tables.ts'
import type { Metadata, MetadataSchema } from '#metadata/database/schema.ts'

/** Says that an installation is being moved into metadata, or was moved away from it. */
export type MoveNote = Omit<MetadataSchema['move'], 'id'>

const ONLY_ROW = 1

export async function findMove(metadata: Metadata): Promise<MoveNote | null> {
  const row = await metadata.selectFrom('move').selectAll().executeTakeFirst()
  if (row === undefined) return null
  const { id: _, ...note } = row
  return note
}

/** Reads the note of a folder that no process has open, which may be of an earlier release. */
export const readMove = (folder: string): Promise<MoveNote | null> =>
  lookAtMetadata(folder, async (metadata) =>
    (await ownTables(metadata)).has('move') ? findMove(metadata) : null,
  )

/** Replaces the note; null removes it. */
export async function noteMove(metadata: Metadata, note: MoveNote | null): Promise<void> {
  await metadata.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('move').execute()
    if (note !== null)
      await transaction
        .insertInto('move')
        .values({ id: ONLY_ROW, ...note })
        .execute()
  })
}
