import { z } from 'zod'
import { sql } from '#fragments/fragment.ts'
import type { Places } from './places.ts'

export interface EngineUse {
  readonly memoryBytes: number
  readonly merges: number
  readonly mutations: number
  readonly tables: readonly {
    readonly table: string
    readonly parts: number
    readonly rows: number
    readonly bytes: number
  }[]
}

const Totals = z.array(
  z.object({ memory: z.coerce.number(), merges: z.coerce.number(), mutations: z.coerce.number() }),
)
const Tables = z.array(
  z.object({
    table: z.string(),
    parts: z.coerce.number(),
    rows: z.coerce.number(),
    bytes: z.coerce.number(),
  }),
)
const OF_ENGINE = { projectId: null, isUpkeep: true } as const

/** Reads the memory of the engine, its background work and the size of its tables. */
export async function readEngineUse(places: Places): Promise<EngineUse> {
  // Memory in use, running merges, and mutations that are not finished.
  const totals = sql`SELECT
  (SELECT value FROM system.metrics WHERE metric = 'MemoryTracking') AS memory,
  (SELECT count() FROM system.merges WHERE database = currentDatabase()) AS merges,
  (SELECT count() FROM system.mutations WHERE database = currentDatabase() AND NOT is_done) AS mutations`
  // Parts, rows and bytes of each table.
  const tables = sql`SELECT table, count() AS parts, sum(rows) AS rows, sum(bytes_on_disk) AS bytes
FROM system.parts
WHERE active AND database = currentDatabase()
GROUP BY table
ORDER BY table`
  const totalsOf = Totals.parse(
    await places.askServers(() => totals, { name: 'metrics.totals', ...OF_ENGINE }),
  )
  const found = Tables.parse(await places.askServers(() => tables, { name: 'metrics.tables', ...OF_ENGINE }))
  const sum = (of: (total: (typeof totalsOf)[number]) => number) =>
    totalsOf.reduce((all, total) => all + of(total), 0)
  return {
    memoryBytes: Math.max(
      0,
      sum(({ memory }) => memory),
    ),
    merges: sum(({ merges }) => merges),
    mutations: sum(({ mutations }) => mutations),
    tables: summedByTable(found),
  }
}

type TableUse = EngineUse['tables'][number]

function summedByTable(found: readonly TableUse[]): TableUse[] {
  const byTable = new Map<string, TableUse>()
  for (const { table, parts, rows, bytes } of found) {
    const before = byTable.get(table) ?? { parts: 0, rows: 0, bytes: 0 }
    byTable.set(table, {
      table,
      parts: before.parts + parts,
      rows: before.rows + rows,
      bytes: before.bytes + bytes,
    })
  }
  return [...byTable.values()].sort((a, b) => (a.table < b.table ? -1 : 1))
}
