import type { Metadata, MetadataTransaction } from '#metadata/database/schema.ts'

/**
 * A version higher than any before, for rows that the event store mirrors: the mirror reads the rows with a higher
 * version than its last. One for all rows of a transaction.
 */
export async function nextMirrorVersion(transaction: MetadataTransaction): Promise<number> {
  const { value } = await transaction
    .updateTable('mirror_version')
    .set((e) => ({ value: e('value', '+', 1) }))
    .where('id', '=', 1)
    .returning('value')
    .executeTakeFirstOrThrow()
  return Number(value)
}

/** The highest version so far. */
export async function findMirrorVersion(metadata: Metadata): Promise<number> {
  const { value } = await metadata.selectFrom('mirror_version').select('value').executeTakeFirstOrThrow()
  return Number(value)
}
