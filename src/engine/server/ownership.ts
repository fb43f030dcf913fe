import { z } from 'zod'
import type { Places } from '#engine/places.ts'
import { tabField } from '#engine/tab-separated.ts'
import type { StatementRunner } from '#engine/verbs.ts'
import { sql } from '#fragments/fragment.ts'

/** Tells which installation the tables of a server belong to. */
export interface Ownership {
  /** Returns the id of the installation that has claimed the tables; null if none has. */
  owner(): Promise<string | null>
  /**
   * Claims the tables for the installation with this id.
   * @throws Error if they belong to another installation
   */
  claim(id: string): Promise<void>
}

const Owners = z.array(z.object({ id: z.string() }))
const OPTIONS = { name: 'installation.owner', projectId: null, isUpkeep: true } as const

export function createOwnership(
  runner: Pick<StatementRunner, 'rows' | 'insert'>,
  { define }: Pick<Places, 'define'>,
): Ownership {
  const owners = async () => {
    await define(`CREATE TABLE IF NOT EXISTS installation (
  id String,
  claimed_at DateTime('UTC') DEFAULT now()
)
ENGINE = MergeTree
ORDER BY (claimed_at, id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`)
    const query = sql`SELECT id FROM installation GROUP BY id ORDER BY min(claimed_at), id`
    return Owners.parse(await runner.rows(query, OPTIONS)).map(({ id }) => id)
  }
  return {
    owner: async () => (await owners())[0] ?? null,
    async claim(id) {
      const before = await owners()
      if (before.length === 0) await runner.insert('installation', ['id'], [tabField(id)])
      // If two installations claim at the same time, each sees the ids of both. The tables then belong to the
      // first of the ids, in the order of the query.
      const [owner] = before.length === 0 ? await owners() : before
      if (owner !== id)
        throw new Error('The tables of the ClickHouse server belong to another installation of Throughline.')
    },
  }
}
