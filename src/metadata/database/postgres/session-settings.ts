import type { ClientBase } from 'pg'

/** Time limits of a session, in ms, which the server enforces. 0 means no limit. */
export interface SessionLimits {
  readonly statementMs: number
  /** Longest wait for a lock. This includes the one lock for which all transactions that write wait. */
  readonly lockMs: number
  /** How long a transaction may wait for its next statement. */
  readonly idleInTransactionMs: number
}

/**
 * The usual limits. All changes wait for a statement that writes. The longest such statement deletes the
 * rows of a project.
 */
export const LIMITS: SessionLimits = { statementMs: 120_000, lockMs: 30_000, idleInTransactionMs: 60_000 }
/**
 * No limits, for migrations. A migration of large tables takes as long as it takes, and other nodes wait for
 * it.
 */
export const NO_LIMITS: SessionLimits = { statementMs: 0, lockMs: 0, idleInTransactionMs: 0 }

/**
 * Prepares a new connection. The settings are sent as a statement, because PgBouncer refuses most of them
 * as parameters of the connection.
 */
export async function beginSession(client: ClientBase, limits: SessionLimits): Promise<void> {
  await client.query(
    [
      `SET statement_timeout = ${limits.statementMs}`,
      `SET lock_timeout = ${limits.lockMs}`,
      `SET idle_in_transaction_session_timeout = ${limits.idleInTransactionMs}`,
      // The server sends text in this encoding, and numbers with all their digits.
      "SET client_encoding = 'UTF8'",
      'SET extra_float_digits = 1',
      // A commit is on disk before it is answered. A stricter setting of the server stays.
      `SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'`,
    ].join(';'),
  )
}
