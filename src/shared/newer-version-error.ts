/**
 * Thrown when a newer version of the program has changed the tables of a store. The message is a sentence
 * for the operator.
 */
export class NewerVersionError extends Error {
  constructor(store: 'metadata' | 'event store', migrations: readonly string[]) {
    super(
      `The ${store} of the data folder was changed by a newer version of Throughline: it has ${migrations.join(' and ')}, which this version does not know. Start the newer version, or restore a backup from before the change. Nothing was changed.`,
    )
  }
}
