import { z } from 'zod'
import type { Places, StoredName } from '#engine/places.ts'
import { sql, text } from '#fragments/fragment.ts'
import { randomText } from '#shared/random-text.ts'

/** Copies of the tables of events as they are at one moment, which take no space of their own at first. */
export interface FrozenTables {
  /**
   * Makes the copies on each server, and returns the names under which a server has those of its own rows.
   * Files are shared, so it takes milliseconds. No two calls make copies of the same names, so that nobody
   * reads one moment and then another. A deletion that is not applied to the files yet is not part of a copy:
   * `areDeletionsRewritten` must be true before.
   */
  freeze(): Promise<StoredName>
  /** Drops all copies, also those that a process that was killed has left. */
  thaw(): Promise<void>
}

/** Events come first: each of them must find its row of the other table. */
const FROZEN = ['events', 'unanchored_event'] as const
const PREFIX = 'frozen_'
/** The names of copies. A table of another name is not ours, even if it begins alike. */
const NAMES = `^${PREFIX}(${FROZEN.join('|')})_[A-Za-z0-9]{12}$`
const Table = z.object({ name: z.string() })

export function createFrozenTables({
  everywhere,
  changeRows,
  askServers,
}: Pick<Places, 'everywhere' | 'changeRows' | 'askServers'>): FrozenTables {
  return {
    async freeze() {
      const moment = randomText(12)
      const nameOf: StoredName = (table) => `${PREFIX}${table}_${moment}`
      for (const table of FROZEN)
        await changeRows(table, (stored) => `CREATE TABLE ${nameOf(table)} CLONE AS ${stored}`)
      return nameOf
    },
    async thaw() {
      const query = () => sql`SELECT name
FROM system.tables
WHERE database = currentDatabase() AND match(name, ${text(NAMES)})`
      const options = { name: 'frozen.tables', projectId: null, isUpkeep: true }
      const names = (await askServers(query, options)).map((row) => Table.parse(row).name)
      // A server refuses to drop a table of more than 50 GB unless it is told so.
      for (const name of new Set(names))
        await everywhere(`DROP TABLE IF EXISTS ${name} SYNC SETTINGS max_table_size_to_drop = 0`)
    },
  }
}
