import type { Metadata } from '#metadata/database/schema.ts'
import { isoInstant, MOST_AHEAD_MS } from '#shared/clock.ts'
import { hashOfSecret } from '#shared/secrets.ts'
import type { Account } from './user-store.ts'

export interface Session {
  /**
   * The beginning of the hash of the token. It distinguishes the sessions of a user, and cannot be used to
   * open one.
   */
  readonly id: string
  readonly createdAt: string
  readonly expiresAt: string
}

export interface SessionStore {
  /**
   * Opens a session, unless the password of the user has changed since the caller checked it: a change of
   * the password ends all sessions, also a session that is just being opened. Returns whether the session is
   * open.
   */
  open(
    account: Pick<Account, 'id' | 'passwordHash'>,
    token: string,
    nowMs: number,
    expiresMs: number,
  ): Promise<boolean>
  /**
   * Returns the user of a session that has not expired, or null. The session is found by the hash of its
   * token, like an API key by the hash of its secret. A session that began more than an hour in the future
   * is not valid: it was opened before the clock was set back, and would last too long.
   */
  userOf(token: string, nowMs: number): Promise<number | null>
  /** Returns the sessions of a user that have not expired, newest first. */
  ofUser(userId: number, nowMs: number): Promise<Session[]>
  /** Ends one session of a user. Returns whether there was one. */
  endOfUser(userId: number, id: string): Promise<boolean>
  /** Deletes the expired sessions of all users. */
  removeExpired(nowMs: number): Promise<void>
  /** Ends the session of a token. An unknown token changes nothing. */
  end(token: string): Promise<void>
}

const ID_CHARACTERS = 16
const idOfHash = (tokenHash: string): string => tokenHash.slice(0, ID_CHARACTERS)

/** Returns the id of the session that a token opens. */
export const sessionIdOf = (token: string): string => idOfHash(hashOfSecret(token))

export function createSessionStore(metadata: Metadata): SessionStore {
  return {
    open: (account, token, nowMs, expiresMs) =>
      metadata.transaction().execute(async (transaction) => {
        const user = await transaction
          .selectFrom('app_user')
          .select('password_hash')
          .where('id', '=', account.id)
          .executeTakeFirst()
        if (user === undefined || user.password_hash !== account.passwordHash) return false
        await transaction
          .insertInto('login_session')
          .values({
            token_hash: hashOfSecret(token),
            user_id: account.id,
            created_at: isoInstant(nowMs),
            expires_at: isoInstant(expiresMs),
          })
          .execute()
        return true
      }),
    async userOf(token, nowMs) {
      const session = await metadata
        .selectFrom('login_session')
        .select('user_id')
        .where('token_hash', '=', hashOfSecret(token))
        .where('expires_at', '>', isoInstant(nowMs))
        .where('created_at', '<=', isoInstant(nowMs + MOST_AHEAD_MS))
        .executeTakeFirst()
      return session?.user_id ?? null
    },
    async ofUser(userId, nowMs) {
      const rows = await metadata
        .selectFrom('login_session')
        .select(['token_hash', 'created_at', 'expires_at'])
        .where('user_id', '=', userId)
        .where('expires_at', '>', isoInstant(nowMs))
        .orderBy('created_at', 'desc')
        .execute()
      return rows.map((row) => ({
        id: idOfHash(row.token_hash),
        createdAt: row.created_at,
        expiresAt: row.expires_at,
      }))
    },
    async endOfUser(userId, id) {
      const sessions = await metadata
        .selectFrom('login_session')
        .select('token_hash')
        .where('user_id', '=', userId)
        .execute()
      const hash = sessions.map((row) => row.token_hash).find((one) => idOfHash(one) === id)
      if (hash === undefined) return false
      await metadata.deleteFrom('login_session').where('token_hash', '=', hash).execute()
      return true
    },
    async removeExpired(nowMs) {
      await metadata.deleteFrom('login_session').where('expires_at', '<=', isoInstant(nowMs)).execute()
    },
    async end(token) {
      await metadata.deleteFrom('login_session').where('token_hash', '=', hashOfSecret(token)).execute()
    },
  }
}
