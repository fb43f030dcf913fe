import { z } from 'zod'
import { sql } from '#fragments/fragment.ts'
import type { EventStore } from './event-store.ts'

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

const Totals = z.tuple([
  z.object({ memory: z.coerce.number(), merges: z.coerce.number(), mutations: z.coerce.number() }),
])
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
export async function readEngineUse(engine: Pick<EventStore, 'rows'>): Promise<EngineUse> {
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
  const [{ memory, merges, mutations }] = Totals.parse(
    await engine.rows(totals, { name: 'metrics.totals', ...OF_ENGINE }),
  )
  return {
    memoryBytes: Math.max(0, memory),
    merges,
    mutations,
    tables: Tables.parse(await engine.rows(tables, { name: 'metrics.tables', ...OF_ENGINE })),
  }
}
