import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { EngineError, toEngineError } from '#engine/engine-error.ts'
import type { BinaryOptions, QueryOptions } from '#engine/event-store.ts'
import { collectRows, type QueryResult, resultOfJson } from '#engine/query-result.ts'
import type { QueryEnd, ReadSize, WatchQuery } from '#engine/query-watch.ts'
import type { EngineSettings, ReaderLimits } from '#engine/reader-settings.ts'
import { rowsOfLines } from '#engine/stream/rows-of-lines.ts'
import { type Asked, type RowSource, type StreamRowsDeps, streamRows } from '#engine/stream/stream-rows.ts'
import { runWatched } from '#engine/watched-query.ts'
import { sql, text } from '#fragments/fragment.ts'
import { renderLiterals } from '#fragments/literal.ts'
import { wholeBody, wholeLines, wholeRows } from './response-body.ts'
import type { ServerClient } from './server-client.ts'

/** Time between two attempts to stop a query. */
export const KILL_EVERY_MS = 100

/** Reads the bytes of a result in one format. */
export interface ReadBody<Data> {
  readonly format: string
  read(body: AsyncGenerator<Buffer>): Promise<QueryResult<Data>>
}

/** Rows from the format `JSON`, whose statistics have the number of rows read. */
export const JSON_BODY: ReadBody<unknown[]> = {
  format: 'JSON',
  read: async (body) => resultOfJson(await wholeBody(body)),
}

/** Rows of a large result, which are parsed while they come. */
export const linesBody = (limits: Pick<ReaderLimits, 'rows' | 'bytes'>): ReadBody<unknown[]> => ({
  format: 'JSONEachRow',
  read: (body) => collectRows(wholeLines(body), limits),
})

/** Bytes that are given to the caller as they are. */
export const bytesBody = (format: 'Native' | 'Parquet', maxBytes: number): ReadBody<Uint8Array> => ({
  format,
  // The caller may transfer the bytes to another thread, so they are not part of a shared buffer.
  read: async (body) => ({ data: new Uint8Array(await wholeBody(body, maxBytes)), read: null }),
})

const SETTINGS_OF_READING: EngineSettings = {
  // Ends a query whose caller is gone, even if this process was killed. The server does so only for queries
  // with `readonly`.
  cancel_http_readonly_queries_on_client_close: 1,
}

/** Runs statements on one server, watches them and stops them. */
export interface ServerReading {
  ask<Data>(way: Way<Data>, statement: string, options: QueryOptions, waitedMs: number): Promise<Data>
  stream(
    way: Pick<Way<never>, 'client' | 'settings'>,
    statement: string,
    options: Asked,
    receive: Parameters<typeof streamRows>[4],
  ): Promise<void>
  binary(
    way: Pick<Way<never>, 'client' | 'settings'>,
    statement: string,
    options: BinaryOptions,
  ): AsyncIterable<Uint8Array>
}

/** How a statement is run. */
export interface Way<Data> {
  readonly client: ServerClient
  readonly settings: EngineSettings
  readonly body: ReadBody<Data>
}

export function createServerReading(
  watch: WatchQuery,
  streaming: Omit<StreamRowsDeps, 'killEveryMs'>,
): ServerReading {
  const request = (settings: EngineSettings, format: string, statement: string, queryId: string) => ({
    statement,
    queryId,
    settings: { ...SETTINGS_OF_READING, ...settings, default_format: format },
  })
  const watchQuery = (client: ServerClient, options: QueryOptions, queryId: string) => (waitedMs: number) =>
    watch(options, waitedMs, () => readSoFar(client, queryId))
  return {
    async ask({ client, settings, body }, statement, options, waitedMs) {
      const queryId = randomUUID()
      const { signal } = options
      const end = watchQuery(client, options, queryId)(waitedMs)
      const run = async () => {
        try {
          return await body.read(client.body(request(settings, body.format, statement, queryId)))
        } catch (error) {
          throw asTold(error, signal)
        } finally {
          if (signal?.aborted) await untilUnlisted(client, queryId)
        }
      }
      const kill = () => killQuery(client, queryId)
      return runWatched({ signal, run, kill, killEveryMs: KILL_EVERY_MS }, end, options)
    },
    stream({ client, settings }, statement, options, receive) {
      const queryId = randomUUID()
      const body = client.body(request(settings, 'JSONCompactEachRow', statement, queryId))
      const source: RowSource = {
        parts: partsOf(body, () => untilUnlisted(client, queryId)),
        kill: () => killQuery(client, queryId),
        watch: watchQuery(client, options, queryId),
      }
      return streamRows({ ...streaming, killEveryMs: KILL_EVERY_MS }, source, statement, options, receive)
    },
    async *binary({ client, settings }, statement, options) {
      const queryId = randomUUID()
      const end = watchQuery(client, options, queryId)(0)
      let outcome: QueryEnd = { read: null }
      try {
        const body = client.body(request(settings, 'RowBinary', statement, queryId))
        yield* wholeRows(body, options.rowBytes)
      } catch (error) {
        outcome = { error }
        throw toEngineError(error)
      } finally {
        end(outcome)
      }
    },
  }
}

// Returns the error as the caller is told it. If a query was stopped, but not by this process, it was stopped
// by the operator of the server, or by the server because it is about to stop. The error is then
// `unreachable`.
function asTold(error: unknown, signal: AbortSignal | undefined): EngineError {
  const known = toEngineError(error)
  if (known.kind !== 'cancelled' || signal?.aborted) return known
  return new EngineError('unreachable', known.message, known.code)
}

async function* partsOf(
  body: AsyncGenerator<Buffer>,
  onStopped: () => Promise<void>,
): AsyncGenerator<readonly (readonly unknown[])[], undefined, undefined> {
  let isWhole = false
  try {
    for await (const chunk of wholeLines(body)) yield* rowsOfLines<readonly unknown[]>(chunk)
    isWhole = true
  } finally {
    if (!isWhole) await onStopped()
  }
}

/** Maximum number of looks at a stopped query. With the pauses between them they take two seconds. */
const MAX_LOOKS = 100
const LOOK_EVERY_MS = 20

// Waits until the server no longer lists the query. A server answers for a stopped query a moment before it
// gives back the memory of the query.
async function untilUnlisted(client: ServerClient, queryId: string): Promise<void> {
  try {
    for (let looks = 0; looks < MAX_LOOKS && (await readSoFar(client, queryId)) !== null; looks++)
      await pause(LOOK_EVERY_MS)
  } catch {
    // If the server cannot be asked, it no longer runs the query, or its limit of time ends the query.
  }
}

/** Settings of the short statements that look at queries and stop them. */
const MONITOR_SETTINGS: EngineSettings = { default_format: 'JSON', max_execution_time: 5 }

async function killQuery(client: ServerClient, queryId: string): Promise<void> {
  const statement = renderLiterals(sql`KILL QUERY WHERE query_id = ${text(queryId)} ASYNC`)
  await client.run({ statement, queryId: randomUUID(), settings: MONITOR_SETTINGS })
}

const ReadRow = z.object({ rows: z.coerce.number(), bytes: z.coerce.number() })

/** Returns what a running query has read so far; null if the server does not list the query. */
async function readSoFar(client: ServerClient, queryId: string): Promise<ReadSize | null> {
  const query = sql`SELECT read_rows AS rows, read_bytes AS bytes
FROM system.processes
WHERE query_id = ${text(queryId)}`
  const bytes = await client.run({
    statement: renderLiterals(query),
    queryId: randomUUID(),
    settings: MONITOR_SETTINGS,
  })
  const { data } = await resultOfJson(bytes)
  return data[0] === undefined ? null : ReadRow.parse(data[0])
}
