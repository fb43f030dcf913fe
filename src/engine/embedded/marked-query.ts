import { randomUUID } from 'node:crypto'
import type { Session } from 'chdb'
import { z } from 'zod'
import type { ReadSize } from '#engine/query-watch.ts'
import { sql, text } from '#fragments/fragment.ts'
import { renderLiterals } from '#fragments/literal.ts'
import { jsonResult } from './query-result.ts'

/**
 * Returns a comment to put in front of a query, by which the query is found again. The embedded engine
 * takes no query ids.
 */
export const newMarker = () => `/* ${randomUUID()} */ `
const isMarked = (marker: string) => sql`startsWith(query, ${text(marker)})`

/** Time between two attempts to kill a query. */
export const KILL_EVERY_MS = 5

export async function killQuery(session: Session, marker: string): Promise<void> {
  const command = sql`KILL QUERY WHERE ${isMarked(marker)} ASYNC`
  await session.queryAsync(renderLiterals(command), { format: 'JSONEachRow' })
}

const ReadRow = z.object({ rows: z.coerce.number(), bytes: z.coerce.number() })

/** Returns what a running query has read so far; null if the engine does not list the query. */
export async function readSoFar(session: Session, marker: string): Promise<ReadSize | null> {
  const query = sql`SELECT read_rows AS rows, read_bytes AS bytes FROM system.processes WHERE ${isMarked(marker)}`
  const { data } = await jsonResult(session, renderLiterals(query))
  return data[0] === undefined ? null : ReadRow.parse(data[0])
}
