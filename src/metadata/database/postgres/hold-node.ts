import type { NodeHold } from '#metadata/database/dialect.ts'
import { NodeTakenError } from '#metadata/database/unavailable-error.ts'
import type { Timer } from '#shared/clock.ts'
import { createClient, serverNameOf } from './connect.ts'

/**
 * The key of the advisory lock that the one node of an installation holds. Each database has its own locks.
 */
const NODE_LOCK = 7_402_002
/**
 * Time between two tries of the connection, and the longest wait for an answer to a try. So it takes at most
 * twice this time until a host that is gone is noticed.
 */
const TRY_MS = 5_000

/** Takes an advisory lock on a connection of its own; see {@link ServerDialect.holdNode}. */
export async function holdNode(url: string, timer: Timer): Promise<NodeHold> {
  const client = createClient(url)
  let isReleased = false
  let cancelTry = () => {}
  let session = 0
  const lost = new Promise<Error>((resolve) => {
    client.on('error', (error) => resolve(error))
    client.on('end', () => {
      if (!isReleased) resolve(new Error('The connection ended'))
    })
  })
  await client.connect()
  try {
    // With these settings, the server notices within 25 seconds that the host of a node is gone.
    await client.query(
      'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3',
    )
    const { rows } = await client.query<{ held: boolean; pid: number }>(
      `SELECT pg_try_advisory_lock(${NODE_LOCK}) AS held, pg_backend_pid() AS pid`,
    )
    if (rows[0]?.held !== true) throw await takenError()
    session = rows[0].pid
  } catch (error) {
    await client.end()
    throw error
  }

  async function takenError(): Promise<NodeTakenError> {
    const { rows } = await client.query<{ pid: number; address: string | null; began: Date }>(
      `SELECT pid, host(client_addr) AS address, backend_start AS began
FROM pg_locks JOIN pg_stat_activity USING (pid)
WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND objid = ${NODE_LOCK} AND pg_locks.granted`,
    )
    const [holder] = rows
    const which =
      holder === undefined
        ? ''
        : `, from ${holder.address ?? 'this machine'} since ${holder.began.toISOString()}`
    return new NodeTakenError(
      `DATABASE_URL: the database of ${serverNameOf(url)} is in use by another running Throughline${which}. Stop it first, or use another database.`,
      holder?.pid ?? null,
    )
  }

  function tryLater(): void {
    cancelTry = timer(TRY_MS, async () => {
      if (isReleased) return
      // On a lost connection, the statement fails or is never answered. If it is not answered in this time,
      // the connection is destroyed, and the statement fails.
      const stop = timer(TRY_MS, async () => void client.connection.stream.destroy())
      try {
        await client.query('SELECT 1')
        tryLater()
      } catch {
        // The event `error` or `end` of the connection tells why.
      } finally {
        stop()
      }
    })
  }
  tryLater()
  return {
    session,
    lost,
    async release() {
      isReleased = true
      cancelTry()
      await client.end()
    },
  }
}
