import type { Places } from '#engine/places.ts'

/** Copies of the tables of events as they are at one moment, which take no space of their own at first. */
export interface FrozenTables {
  /**
   * Makes the copies on each server, under the names of {@link frozenName}. Files are shared, so it takes
   * milliseconds. Earlier copies must have been dropped. A deletion that is not applied to the files yet is
   * not part of a copy: `areDeletionsRewritten` must be true before.
   */
  freeze(): Promise<void>
  /** Drops the copies. */
  thaw(): Promise<void>
}

/** Events come first: each of them must find its row of the other table. */
const FROZEN = ['events', 'unanchored_event'] as const

/** Returns the name of the copy that a server has of its own rows of a table. */
export const frozenName = (table: string): string => `frozen_${table}`

export function createFrozenTables({
  everywhere,
  changeRows,
}: Pick<Places, 'everywhere' | 'changeRows'>): FrozenTables {
  const thaw = async () => {
    for (const table of FROZEN) await everywhere(`DROP TABLE IF EXISTS ${frozenName(table)} SYNC`)
  }
  return {
    async freeze() {
      for (const table of FROZEN)
        await changeRows(table, (stored) => `CREATE TABLE ${frozenName(table)} CLONE AS ${stored}`)
    },
    thaw,
  }
}
