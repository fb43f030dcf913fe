/**
 * Changes nothing. Earlier programs do not know the write-ahead log of the event store, and would leave its
 * events out. They refuse metadata with a migration that they do not have.
 */
export async function up(): Promise<void> {}
