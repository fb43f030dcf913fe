import type { Metadata } from '#metadata/database/schema.ts'

/** The schema files that ran on the servers of the events. */
export interface EventMigrations {
  /** Returns the names of the files, in any order. */
  applied(): Promise<readonly string[]>
  add(file: string): Promise<void>
}

export const createEventMigrations = (metadata: Metadata): EventMigrations => ({
  async applied() {
    const rows = await metadata.selectFrom('event_migration').select('name').execute()
    return rows.map(({ name }) => name)
  },
  async add(name) {
    await metadata
      .insertInto('event_migration')
      .values({ name })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },
})
