import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { EngineError } from '#engine/engine-error.ts'
import type { EventStore } from '#engine/event-store.ts'
import { INSERT_SETTINGS } from '#engine/insert-settings.ts'
import { resultOfJson } from '#engine/query-result.ts'
import type { EngineSettings } from '#engine/reader-settings.ts'
import { type Fragment, identifier, join, sql, text } from '#fragments/fragment.ts'
import { renderLiterals } from '#fragments/literal.ts'
import type { Timer } from '#shared/clock.ts'
import { APPLICATION, type ServerClient } from './server-client.ts'
import { ConnectionError } from './server-error.ts'

const SETTINGS: EngineSettings = {
  ...INSERT_SETTINGS,
  // The answer comes after the insert has ended, with its true status.
  wait_end_of_query: 1,
  // The server must not leave out an insert that it takes for a repetition. Throughline finds repeated events
  // by their uuids; the server would remember only its last inserts. In a mirror, equal rows are meant.
  deduplicate_insert: 'disable',
  // All rows become one block, however long they are. So they become one part for each month, and a part is
  // stored as a whole.
  max_insert_block_size: 1_048_576,
  min_insert_block_size_rows: 1_048_576,
  min_insert_block_size_bytes: 0,
  max_insert_threads: 1,
  input_format_parallel_parsing: 0,
  // A row that cannot be read is an error, whatever the profile of the user says.
  input_format_allow_errors_num: 0,
  input_format_allow_errors_ratio: 0,
}

/** Pause between two looks at an insert whose answer was lost. All looks together take half a minute. */
const LOOK_EVERY_MS = 500
const MAX_LOOKS = 60

/**
 * Makes the method that inserts rows.
 * If the answer of an insert is lost, the insert is stopped. Once it has ended, the call is rejected with
 * `unsure`: the rows are stored or not, and the caller can look them up.
 * If the end of the insert cannot be found out, the call is rejected with `unreachable`. A later call then
 * first waits for the end of that insert. It is rejected with `unsure` too, because the earlier insert may
 * have stored rows that the later one repeats.
 */
export function createServerInserts(client: ServerClient, timer: Timer): EventStore['insert'] {
  const inDoubt = new Set<string>()
  const settle = async () => {
    for (const queryId of inDoubt) {
      await untilEnded(client, timer, sql`query_id = ${text(queryId)}`)
      inDoubt.delete(queryId)
    }
  }
  return async (table, columns, lines) => {
    if (inDoubt.size > 0) {
      await settle()
      throw new EngineError('unsure', 'The outcome of an earlier insert was not known.')
    }
    const statement = insertStatement(table, columns)
    const queryId = randomUUID()
    try {
      await client.run({ statement, queryId, settings: SETTINGS, lines })
    } catch (error) {
      if (!isInDoubt(error)) throw error
      inDoubt.add(queryId)
      await settle()
      throw new EngineError('unsure', `The answer of an insert was lost: ${error.message}`, error.code)
    }
  }
}

function insertStatement(table: string, columns: readonly string[]): string {
  const names = join(
    columns.map((name) => sql`${identifier(name)}`),
    sql`, `,
  )
  return renderLiterals(sql`INSERT INTO ${identifier(table)} (${names}) FORMAT TabSeparated`)
}

/**
 * Code of the error of a server that itself does not know whether the rows are stored. Errors of the kinds in
 * `DOUBTFUL` leave this open as well: an insert that was stopped may have stored its rows just before.
 */
const UNKNOWN_STATUS = 319
const DOUBTFUL: readonly string[] = ['unreachable', 'cancelled', 'timeout']

const isInDoubt = (error: unknown): error is EngineError =>
  error instanceof EngineError &&
  (error instanceof ConnectionError
    ? error.isPerhapsSent
    : error.code === UNKNOWN_STATUS || DOUBTFUL.includes(error.kind))

const Count = z.tuple([z.object({ count: z.coerce.number() })])

/**
 * Ends the inserts of an earlier process, which may have been killed while a server worked on them, and waits
 * for their end. Until then, a look at the stored events may miss the events of these inserts.
 */
export const endEarlierInserts = (client: ServerClient, timer: Timer): Promise<void> =>
  untilEnded(
    client,
    timer,
    sql`query_kind = 'Insert'
  AND is_initial_query
  AND current_database = currentDatabase()
  AND user = currentUser()
  AND startsWith(http_user_agent, ${text(APPLICATION)})`,
  )

/**
 * Stops the queries that meet the condition `which`. Resolves when the server no longer works on any of them.
 */
async function untilEnded(client: ServerClient, timer: Timer, which: Fragment): Promise<void> {
  const run = (statement: string) =>
    client.run({
      statement,
      queryId: randomUUID(),
      settings: { default_format: 'JSON', max_execution_time: 10 },
    })
  const isListed = async () => {
    await run(renderLiterals(sql`KILL QUERY WHERE ${which} ASYNC`))
    const listed = await run(
      renderLiterals(sql`SELECT count() AS count FROM system.processes WHERE ${which}`),
    )
    const { data } = await resultOfJson(listed)
    return Count.parse(data)[0].count > 0
  }
  // Two looks in a row must find no such query. A server that was frozen may begin with the insert only after
  // it has answered other requests.
  let seenEnded = 0
  let failure: unknown
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    try {
      seenEnded = (await isListed()) ? 0 : seenEnded + 1
      if (seenEnded === 2) return
    } catch (error) {
      failure = error
      seenEnded = 0
    }
    await pause(timer, LOOK_EVERY_MS)
  }
  throw failure instanceof EngineError ? failure : new EngineError('unreachable', 'An insert does not end.')
}

export const pause = (timer: Timer, ms: number): Promise<void> =>
  new Promise((resolve) => {
    timer(ms, async () => resolve())
  })
