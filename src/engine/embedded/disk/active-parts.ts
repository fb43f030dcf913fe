import { z } from 'zod'
import { sql } from '#fragments/fragment.ts'
import { renderLiterals } from '#fragments/literal.ts'
import { syncPath } from '#shared/sync-path.ts'
import { tableFolders } from './table-folder.ts'

/** A data part whose rows queries read. */
export interface ActivePart {
  readonly table: string
  readonly name: string
  readonly rows: number
}

export const ACTIVE_PARTS = renderLiterals(sql`SELECT table, name, rows
FROM system.parts
WHERE database = 'default' AND active AND rows > 0`)

const Parts = z.array(z.object({ table: z.string(), name: z.string(), rows: z.coerce.number() }))

/**
 * Returns the parts listed in `rows`, the result of {@link ACTIVE_PARTS}, after making their names durable.
 * The engine writes the files of a part before it names the part, and may show the part to queries a moment
 * before the name is on disk.
 */
export async function syncedParts(engineFolder: string, rows: unknown): Promise<ActivePart[]> {
  const parts = Parts.parse(rows)
  for (const { path } of tableFolders(engineFolder)) await syncPath(path)
  return parts
}
