import type { Duplex } from 'node:stream'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import type { Pool as PgPool, QueryResult as PgResult, PoolClient } from 'pg'
import { MetadataUnavailableError } from '#metadata/database/unavailable-error.ts'
import type { Timer } from '#shared/clock.ts'
import { createSlots, type Slots } from '#shared/slots.ts'
import { isBusy, isEnded } from './codes.ts'
import type { ConfirmedChanges } from './confirmed-changes.ts'
import { isOver } from './connect.ts'
import { isReading } from './query-compiler.ts'
import type { SessionLimits } from './session-settings.ts'

/** What the driver needs of a pool. */
type Pool = Pick<PgPool, 'connect' | 'end'>

/** The key of the advisory lock that every transaction takes. Locks belong to one database. */
export const WRITERS_LOCK = 7_402_001
/**
 * Each statement of a transaction sees what was committed before it. When a transaction has the lock, all
 * earlier transactions have ended. The server remembers by the number of a transaction whether the
 * transaction has committed.
 */
const BEGIN = `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SELECT pg_advisory_xact_lock(${WRITERS_LOCK}), pg_current_xact_id()::text AS id`
/** The row that changes with every transaction that wrote. `open` creates it. */
export const CREATE_VERSION = [
  'CREATE TABLE IF NOT EXISTS metadata_version (id bigint PRIMARY KEY, value bigint NOT NULL)',
  'INSERT INTO metadata_version VALUES (1, 1) ON CONFLICT DO NOTHING',
]
/**
 * The server ends a statement that reaches its limit. After that, the answer of the server takes at most this
 * long.
 */
const NETWORK_MS = 10_000
/** The socket of a connection; the types of `pg` leave it out. */
const streamOf = (client: PoolClient) =>
  (client as unknown as { readonly connection: { readonly stream: Duplex } }).connection.stream
const COUNT_VERSION = 'UPDATE metadata_version SET value = value + 1 RETURNING value'

/** What all connections of a driver share. */
interface Shared {
  readonly pool: Pool
  readonly limits: SessionLimits
  readonly timer: Timer
  readonly changes: ConfirmedChanges
  /** One slot, which a transaction has from its beginning to its end. */
  readonly turns: Slots
}

/**
 * Runs statements on the connections of a pool. Transactions exclude each other, in this process by a queue,
 * so that those that wait take no connection, and between processes by a lock. A statement that writes
 * outside of a transaction is a transaction of its own.
 */
export class PostgresDriver implements Driver {
  readonly #shared: Shared
  constructor(shared: Omit<Shared, 'turns'>) {
    const tooLate = () => new MetadataUnavailableError('The changes before this one take too long.', null)
    this.#shared = { ...shared, turns: createSlots(1, tooLate) }
  }
  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return new Connection(this.#shared)
  }
  beginTransaction(connection: DatabaseConnection): Promise<void> {
    return ours(connection).begin()
  }
  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return ours(connection).commit()
  }
  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return ours(connection).rollBack()
  }
  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    ours(connection).release()
  }
  destroy(): Promise<void> {
    return this.#shared.pool.end()
  }
}

function ours(connection: DatabaseConnection): Connection {
  if (connection instanceof Connection) return connection
  throw new Error('The connection belongs to another driver')
}

/** Takes a connection of the pool for the first statement, and keeps it until `release`. */
class Connection implements DatabaseConnection {
  readonly #shared: Shared
  #client: PoolClient | null = null
  /** The server's number of the transaction; null outside of one. */
  #transaction: string | null = null
  #hasWritten = false

  constructor(shared: Shared) {
    this.#shared = shared
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (isReading(query.query, query.sql)) {
      const values = query.parameters.map(searched)
      if (this.#transaction !== null) return resultOf(await this.#send(query.sql, values))
      return resultOf(await this.#sendFirst(query.sql, values))
    }
    const values = [...query.parameters]
    if (this.#transaction !== null) {
      this.#hasWritten = true
      return resultOf(await this.#send(query.sql, values))
    }
    return this.#alone(query.sql, values)
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for this method, and no store streams
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('The metadata is not read as a stream')
  }

  async begin(): Promise<void> {
    const { limits, turns } = this.#shared
    await turns.take(limits.lockMs === 0 ? undefined : AbortSignal.timeout(limits.lockMs))
    try {
      const begun = await this.#sendFirst(BEGIN)
      this.#transaction = String(begun.rows[0]?.id)
    } catch (error) {
      await this.#rollBackOrDiscard()
      turns.free()
      throw error
    }
    this.#hasWritten = false
  }

  async commit(): Promise<void> {
    const result = await this.#commitOrThrow()
    this.#end()
    if (result?.command === 'ROLLBACK')
      throw new Error('The transaction was rolled back, because one of its statements had failed.')
  }

  /** Does nothing if the transaction has ended, which a lost connection does as well. */
  async rollBack(): Promise<void> {
    if (this.#transaction === null) return
    await this.#rollBackOrDiscard()
    this.#end()
  }

  release(): void {
    if (this.#transaction !== null) {
      this.#discard()
      this.#end()
    }
    this.#client?.release()
    this.#client = null
  }

  async #alone<R>(text: string, values: unknown[]): Promise<QueryResult<R>> {
    await this.begin()
    this.#hasWritten = true
    try {
      const result = resultOf<R>(await this.#send(text, values))
      await this.commit()
      return result
    } catch (error) {
      await this.rollBack()
      throw error
    }
  }

  async #commitOrThrow(): Promise<PgResult | undefined> {
    const { changes } = this.#shared
    const transaction = this.#transaction
    try {
      const results = await this.#sendAll(this.#hasWritten ? `${COUNT_VERSION}; COMMIT` : 'COMMIT')
      if (this.#hasWritten) changes.note(results[0]?.rows[0]?.value)
      return results.at(-1)
    } catch (error) {
      if (this.#client !== null || !(error instanceof MetadataUnavailableError)) throw error
      this.#end()
      const text = 'The connection to PostgreSQL was lost while a change was committed.'
      if (!this.#hasWritten) throw new MetadataUnavailableError(text, error.cause)
      throw new MetadataUnavailableError(text, error.cause, true, () => this.#hasCommitted(transaction))
    }
  }

  /**
   * Asks the server whether a transaction of an earlier connection has committed; null if it does not say.
   * The question waits for the lock of the transaction, which has ended then.
   */
  async #hasCommitted(transaction: string | null): Promise<boolean | null> {
    const connection = new Connection(this.#shared)
    try {
      await connection.begin()
      const text = `SELECT pg_xact_status($1::xid8) = 'committed' AS committed`
      const { rows } = await connection.#send(text, [transaction])
      await connection.commit()
      return rows[0]?.committed ?? null
    } catch {
      return null
    } finally {
      connection.release()
    }
  }

  #end(): void {
    this.#transaction = null
    this.#shared.turns.free()
  }

  /**
   * Sends the first statement of a connection. An idle connection may have ended unnoticed; another one is
   * taken then, because nothing was written.
   */
  async #sendFirst(text: string, values?: unknown[]): Promise<PgResult> {
    const isNew = this.#client === null
    await this.#connect()
    try {
      return await this.#send(text, values)
    } catch (error) {
      if (!isNew || this.#client !== null) throw error
      await this.#connect()
      return this.#send(text, values)
    }
  }

  async #connect(): Promise<void> {
    if (this.#client !== null) return
    try {
      this.#client = await this.#shared.pool.connect()
    } catch (error) {
      throw new MetadataUnavailableError('PostgreSQL, which holds the metadata, cannot be reached.', error)
    }
  }

  async #send(text: string, values?: unknown[]): Promise<PgResult> {
    return (await this.#sendAll(text, values)).at(-1) as PgResult
  }

  /**
   * Sends a text and returns the result of each of its statements. If the connection is lost, `#client` is
   * null afterwards.
   */
  async #sendAll(text: string, values?: unknown[]): Promise<readonly PgResult[]> {
    const client = this.#client
    if (client === null) throw new MetadataUnavailableError('The connection to PostgreSQL was lost.', null)
    const stopWaiting = this.#endLater(client)
    try {
      const result: PgResult | PgResult[] = await client.query(text, values)
      return Array.isArray(result) ? result : [result]
    } catch (error) {
      if (isEnded(error) || isOver(client)) {
        this.#discard()
        throw new MetadataUnavailableError('The connection to PostgreSQL was lost.', error)
      }
      if (isBusy(error)) throw new MetadataUnavailableError('PostgreSQL has ended a statement.', error)
      throw error
    } finally {
      stopWaiting()
    }
  }

  /**
   * Ends the connection of a statement that the server should have ended by itself: the server is frozen, or
   * its host is gone. Otherwise the statement would wait for hours, and all other changes for it.
   */
  #endLater(client: PoolClient): () => void {
    const { limits, timer } = this.#shared
    if (limits.statementMs === 0) return () => undefined
    return timer(limits.statementMs + NETWORK_MS, async () => void streamOf(client).destroy())
  }

  // The server rolls back when the connection ends. A connection whose transaction cannot be rolled back is
  // not used again.
  async #rollBackOrDiscard(): Promise<void> {
    try {
      await this.#send('ROLLBACK')
    } catch {
      this.#discard()
    }
  }

  #discard(): void {
    this.#client?.release(true)
    this.#client = null
  }
}

/**
 * PostgreSQL refuses a text with the character U+0000. No stored text has one, so a search for it finds
 * nothing, like a search for the last code point, which no text has for another reason.
 */
const searched = (value: unknown) =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\u{10FFFF}') : value

function resultOf<R>({ command, rowCount, rows }: PgResult): QueryResult<R> {
  if (!COUNTED.includes(command)) return { rows }
  return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
}
const COUNTED: readonly string[] = ['INSERT', 'UPDATE', 'DELETE', 'MERGE']
