import type { Kysely } from 'kysely'

/** Adds whether the visitors of a link may choose another range of dates: 1 or 0. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  for (const table of ['insight_sharing', 'dashboard_sharing'])
    await schema
      .alterTable(table)
      .addColumn('may_change_dates', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
}
