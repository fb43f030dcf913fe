import type { ControlledTransaction } from 'kysely'
import type { Metadata, MetadataSchema, MetadataTransaction } from './schema.ts'

/** A transaction in which several stores write. */
export interface SharedTransaction {
  /**
   * Returns the transaction. The first call begins it, so work that finds nothing to write takes no
   * statement.
   */
  begun(): Promise<MetadataTransaction>
  hasBegun(): boolean
  /** Runs `learn` when the writes are on disk; never if they are rolled back. */
  whenCommitted(learn: () => void): void
}

/**
 * Runs work whose writes are all stored, or none of them. Until the work ends, other statements wait for the
 * connection, so the work must use the transaction for everything that it reads.
 */
export async function inSharedTransaction<T>(
  metadata: Metadata,
  work: (shared: SharedTransaction) => Promise<T>,
): Promise<T> {
  let transaction: ControlledTransaction<MetadataSchema> | undefined
  const learnt: (() => void)[] = []
  try {
    const result = await work({
      async begun() {
        transaction ??= await metadata.startTransaction().execute()
        return transaction
      },
      hasBegun: () => transaction !== undefined,
      whenCommitted: (learn) => void learnt.push(learn),
    })
    await transaction?.commit().execute()
    for (const learn of learnt) learn()
    return result
  } catch (error) {
    if (transaction?.isCommitted === false) await transaction.rollback().execute()
    throw error
  }
}
