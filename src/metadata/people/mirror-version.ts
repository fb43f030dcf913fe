import type { Metadata, MetadataTransaction } from '#metadata/database/schema.ts'

/**
 * Returns a version that is higher than every earlier version, for rows that the event store mirrors. The
 * mirror reads the rows with a version higher than the last version that it read. One version is enough for
 * all rows of a transaction.
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

/** Returns the highest version so far. */
export async function findMirrorVersion(metadata: Metadata): Promise<number> {
  const { value } = await metadata.selectFrom('mirror_version').select('value').executeTakeFirstOrThrow()
  return Number(value)
}
