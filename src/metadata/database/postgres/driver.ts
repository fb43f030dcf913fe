import type { Duplex } from 'node:stream'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import type { Pool as PgPool, QueryResult as PgResult, PoolClient } from 'pg'
import { MetadataUnavailableError } from '#metadata/database/unavailable-error.ts'
import type { Timer } from '#shared/clock.ts'
import { createSlots, type Slots } from '#shared/slots.ts'
import { isBusy, isEnded } from './codes.ts'
import { isOver } from './connect.ts'
import { isReading } from './query-compiler.ts'
import type { SessionLimits } from './session-settings.ts'

/** What the driver needs of a pool. */
type Pool = Pick<PgPool, 'connect' | 'end'>

/** The key of the advisory lock that every transaction takes. Locks belong to one database. */
export const WRITERS_LOCK = 7_402_001
/**
 * Each statement of a transaction sees what was committed before it. The transactions before this one have
 * ended when it has the lock.
 */
const BEGIN = `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SELECT pg_advisory_xact_lock(${WRITERS_LOCK})`
/** The row that changes with every transaction that wrote. `open` creates it. */
export const CREATE_VERSION = [
  'CREATE TABLE IF NOT EXISTS metadata_version (id bigint PRIMARY KEY, value bigint NOT NULL)',
  'INSERT INTO metadata_version VALUES (1, 1) ON CONFLICT DO NOTHING',
]
/** The server ends a statement at its limit. Its answer then needs this long at most. */
const NETWORK_MS = 10_000
/** The socket of a connection; the types of `pg` leave it out. */
const streamOf = (client: PoolClient) =>
  (client as unknown as { readonly connection: { readonly stream: Duplex } }).connection.stream
const COUNT_VERSION = 'UPDATE metadata_version SET value = value + 1'

/**
 * Runs statements on the connections of a pool. Transactions exclude each other, in this process by a queue,
 * so that those that wait take no connection, and between processes by a lock. A statement that writes
 * outside of a transaction is a transaction of its own.
 */
export class PostgresDriver implements Driver {
  readonly #pool: Pool
  readonly #limits: SessionLimits
  readonly #timer: Timer
  readonly #turns = createSlots(
    1,
    () => new MetadataUnavailableError('The changes before this one take too long.', null),
  )
  constructor(pool: Pool, limits: SessionLimits, timer: Timer) {
    this.#pool = pool
    this.#limits = limits
    this.#timer = timer
  }
  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return new Connection(this.#pool, this.#turns, this.#limits, this.#timer)
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
    return this.#pool.end()
  }
}

function ours(connection: DatabaseConnection): Connection {
  if (connection instanceof Connection) return connection
  throw new Error('The connection belongs to another driver')
}

/** Takes a connection of the pool for the first statement, and keeps it until `release`. */
class Connection implements DatabaseConnection {
  readonly #pool: Pool
  readonly #turns: Slots
  readonly #limits: SessionLimits
  readonly #timer: Timer
  #client: PoolClient | null = null
  #isInTransaction = false
  #hasWritten = false

  constructor(pool: Pool, turns: Slots, limits: SessionLimits, timer: Timer) {
    this.#pool = pool
    this.#turns = turns
    this.#limits = limits
    this.#timer = timer
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (isReading(query.query, query.sql)) {
      const values = query.parameters.map(searched)
      if (this.#isInTransaction) return resultOf(await this.#send(query.sql, values))
      return resultOf(await this.#sendFirst(query.sql, values))
    }
    const values = [...query.parameters]
    if (this.#isInTransaction) {
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
    const { lockMs } = this.#limits
    await this.#turns.take(lockMs === 0 ? undefined : AbortSignal.timeout(lockMs))
    try {
      await this.#sendFirst(BEGIN)
    } catch (error) {
      await this.#rollBackOrDiscard()
      this.#turns.free()
      throw error
    }
    this.#isInTransaction = true
    this.#hasWritten = false
  }

  async commit(): Promise<void> {
    const result = await this.#commitOrThrow()
    this.#end()
    if (result.command === 'ROLLBACK')
      throw new Error('The transaction was rolled back, because one of its statements had failed.')
  }

  /** Does nothing if the transaction has ended, which a lost connection does as well. */
  async rollBack(): Promise<void> {
    if (!this.#isInTransaction) return
    await this.#rollBackOrDiscard()
    this.#end()
  }

  release(): void {
    if (this.#isInTransaction) {
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

  async #commitOrThrow(): Promise<PgResult> {
    try {
      return await this.#send(this.#hasWritten ? `${COUNT_VERSION}; COMMIT` : 'COMMIT')
    } catch (error) {
      if (this.#client !== null || !(error instanceof MetadataUnavailableError)) throw error
      this.#end()
      const text = 'The connection to PostgreSQL was lost while a change was committed.'
      throw new MetadataUnavailableError(text, error.cause, this.#hasWritten)
    }
  }

  #end(): void {
    this.#isInTransaction = false
    this.#turns.free()
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
      this.#client = await this.#pool.connect()
    } catch (error) {
      throw new MetadataUnavailableError('PostgreSQL, which holds the metadata, cannot be reached.', error)
    }
  }

  /** Sends a statement. If the connection is lost, `#client` is null afterwards. */
  async #send(text: string, values?: unknown[]): Promise<PgResult> {
    const client = this.#client
    if (client === null) throw new MetadataUnavailableError('The connection to PostgreSQL was lost.', null)
    const stopWaiting = this.#endLater(client)
    try {
      const result: PgResult | PgResult[] = await client.query(text, values)
      // A text of several statements has a result for each of them.
      return Array.isArray(result) ? (result.at(-1) as PgResult) : result
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
    const { statementMs } = this.#limits
    if (statementMs === 0) return () => undefined
    return this.#timer(statementMs + NETWORK_MS, async () => void streamOf(client).destroy())
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
