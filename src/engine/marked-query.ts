import { randomUUID } from 'node:crypto'
import type { Session } from 'chdb'
import { z } from 'zod'
import { sql, text } from '#sql/fragment.ts'
import { renderLiterals } from '#sql/literal.ts'
import { jsonResult } from './query-result.ts'
import type { ReadSize } from './query-watch.ts'

/** The embedded engine takes no query ids; a comment in front of the text finds the query again. */
export const newMarker = () => `/* ${randomUUID()} */ `
const isMarked = (marker: string) => sql`startsWith(query, ${text(marker)})`

export async function killQuery(session: Session, marker: string): Promise<void> {
  const command = sql`KILL QUERY WHERE ${isMarked(marker)} ASYNC`
  await session.queryAsync(renderLiterals(command), { format: 'JSONEachRow' })
}

const ReadRow = z.object({ rows: z.coerce.number(), bytes: z.coerce.number() })

/** What a running query has read; null where the engine does not list it. */
export async function readSoFar(session: Session, marker: string): Promise<ReadSize | null> {
  const query = sql`SELECT read_rows AS rows, read_bytes AS bytes FROM system.processes WHERE ${isMarked(marker)}`
  const { data } = await jsonResult(session, renderLiterals(query))
  return data[0] === undefined ? null : ReadRow.parse(data[0])
}
