import { join } from 'node:path'
import type { Session } from 'chdb'
import { type Closer, closeInReverse } from '../src/app/closers.ts'
import { openWalkers } from '../src/app/open-walkers.ts'
import { type EmbeddedEngine, openEmbeddedEngine } from '../src/engine/embedded/embedded-engine.ts'
import type { Fragment } from '../src/fragments/fragment.ts'
import { renderLiterals } from '../src/fragments/literal.ts'
import type { Executors } from '../src/insights/kind/engine-query.ts'
import { processTimer } from '../src/shared/clock.ts'
import { bundleWalkWorker } from '../test/fixtures/bundled-program.ts'

const MiB = 1024 * 1024
/** The limit that the server has by default. */
const QUERY_MEMORY_MIB = 1024
const QUERY_SECONDS = 120

/**
 * The stored events of a folder, opened in this process, so that the CPU of the process is the CPU of the
 * questions.
 */
export interface MeasuredStore extends EmbeddedEngine {
  /** Returns the number of rows that all questions so far have read. */
  rowsRead(): number
  /** Executors over this store and over workers in this process. */
  readonly executors: Executors
}

interface Answer {
  readonly data: unknown[]
  readonly statistics: { readonly rows_read: number }
}

const SETTINGS = [
  // With the query condition cache, a repeated question would seem to cost nothing.
  'use_query_condition_cache = 0',
  'max_query_size = 67108864',
  `max_memory_usage = ${QUERY_MEMORY_MIB * MiB}`,
  `max_bytes_before_external_group_by = ${(QUERY_MEMORY_MIB * MiB) / 2}`,
  `max_bytes_before_external_sort = ${(QUERY_MEMORY_MIB * MiB) / 2}`,
  'output_format_json_quote_64bit_integers = 1',
  'json_type_escape_dots_in_keys = 1',
]

export async function openStore(folder: string): Promise<MeasuredStore> {
  const path = join(folder, 'events')
  const engine = await openEmbeddedEngine({
    folder: path,
    memoryBytes: 4096 * MiB,
    queryMemoryBytes: QUERY_MEMORY_MIB * MiB,
    querySeconds: QUERY_SECONDS,
    waitingQueries: 400,
    reservedDiskBytes: 0,
    wasClosed: true,
    timer: processTimer,
    log: { warn: (fields, sentence) => console.error(sentence, fields) },
  })
  const session: Session = new (await import('chdb')).Session(path)
  for (const setting of SETTINGS) session.query(`SET ${setting}`)
  const closers: Closer[] = []
  const walkWorker = await bundleWalkWorker()
  let read = 0
  const measured = {
    ...engine,
    async rows(query: Fragment) {
      const result = await session.queryAsync(renderLiterals(query), { format: 'JSON' })
      const { data, statistics } = JSON.parse(result.text()) as Answer
      read += statistics.rows_read
      return data
    },
    rowsRead: () => read,
    async close() {
      await closeInReverse(closers)
      session.close()
      await engine.close()
    },
  }
  // The store has no metadata, and no question in the bench shows a person.
  const personIds = { uuidsOf: async () => new Map(), numbersOf: async () => new Map() }
  return {
    ...measured,
    executors: {
      engine: measured,
      walkers: openWalkers(
        measured,
        { timer: processTimer, walkWorker, querySeconds: QUERY_SECONDS },
        closers,
      ),
      personIds,
    },
  }
}
