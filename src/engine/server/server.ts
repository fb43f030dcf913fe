import type { EngineError } from '#engine/engine-error.ts'
import type { Timer } from '#shared/clock.ts'
import type { Log } from '#shared/log.ts'
import { type FirstContact, meetServer, readonlyOf, requireRights } from './first-contact.ts'
import { createServerClient, type ServerClient } from './server-client.ts'
import { ConnectionError } from './server-error.ts'
import type { ServerAddress } from './server-url.ts'

/** The connections to one server. */
export interface Server {
  readonly origin: string
  /** For inserts, upkeep, and queries that may call table functions. */
  readonly writer: ServerClient
  /** For statements that may take an hour. */
  readonly commander: ServerClient
  /** For the questions of clients. */
  readonly reader: ServerClient
  /**
   * The value of the setting `readonly` that questions must send; null if the reader's profile has set it.
   */
  readonly readonly: 1 | null
  /** Returns whether the last request found that the server cannot be reached or cannot work. */
  isLost(): boolean
  close(): Promise<void>
}

export interface ServerOptions {
  readonly address: ServerAddress
  /** Name in `system.clusters` of the cluster whose servers the address has; null for one server. */
  readonly cluster: string | null
  /** A user that only reads, for the questions of clients; null if the main user asks them. */
  readonly reader: { readonly user: string; readonly password: string } | null
  /** Longest run time of one query, in seconds. */
  readonly querySeconds: number
  readonly timer: Timer
  readonly log: Log
}

/**
 * Time in ms for which a connection may be silent beyond the longest run of a query. A busy server needs some
 * seconds.
 */
const GRACE_MS = 10_000
/**
 * Time in ms for which a connection may be silent while a statement changes tables. Such a statement may wait
 * until all files of a table are rewritten.
 */
const COMMAND_MS = 3_600_000

/**
 * Opens the connections to one server. Waits for the server for at most a minute.
 * @throws ServerRefusedError if the server cannot be used, with a sentence for the operator
 */
export async function openServer(origin: string, options: ServerOptions): Promise<Server> {
  const { address, timer, log, querySeconds } = options
  const idleMs = querySeconds * 1_000 + GRACE_MS
  const { user, password, database } = address
  const login = { origin, user, password, idleMs }
  const readerLogin = { ...login, ...options.reader }
  const client = createServerClient({ ...login, database: null })
  const readerClient = createServerClient({ ...readerLogin, database: null })
  try {
    const contact: FirstContact = { origin, user, database, client, timer, log }
    const readerContact = { ...contact, user: readerLogin.user, client: readerClient }
    await meetServer(contact)
    await requireRights(contact, options.cluster === null ? 'main' : 'main of a cluster')
    const readonly = await readonlyOf(readerContact)
    await requireRights(readerContact, 'reader')
    const outcomes = followOutcomes(log, origin)
    const own = { database, onOutcome: outcomes.add }
    const clients = {
      writer: createServerClient({ ...login, ...own }),
      commander: createServerClient({ ...login, ...own, idleMs: COMMAND_MS }),
      reader: createServerClient({ ...readerLogin, ...own }),
    }
    return {
      origin,
      ...clients,
      readonly,
      isLost: outcomes.isLost,
      async close() {
        await Promise.all(Object.values(clients).map((one) => one.close()))
      },
    }
  } finally {
    await Promise.all([client.close(), readerClient.close()])
  }
}

/**
 * Says what is wrong with the server. If it answers with an error, another server may be the missing one. The
 * error names that server.
 */
const faultOf = (failure: EngineError) =>
  failure instanceof ConnectionError
    ? 'cannot be reached'
    : `answers that it cannot work: ${firstLineOf(failure.message)}`
const firstLineOf = (text: string) => (text.split('\n', 1)[0] ?? '').slice(0, MAX_SHOWN)
const MAX_SHOWN = 300

/** Logs when a server cannot be reached any more, and when it answers again. */
function followOutcomes(log: Log, origin: string) {
  let isLost = false
  return {
    isLost: () => isLost,
    add(failure: EngineError | null): void {
      if (failure !== null && !isLost)
        log.warn({ err: failure }, `The ClickHouse server ${origin} ${faultOf(failure)}. Requests get a 503.`)
      if (failure === null && isLost) log.warn({}, `The ClickHouse server ${origin} answers again.`)
      isLost = failure !== null
    },
  }
}
