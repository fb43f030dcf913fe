import type { Metadata } from '#metadata/database/schema.ts'
import { isoInstant, MOST_AHEAD_MS } from '#shared/clock.ts'
import { hashOfSecret } from '#shared/secrets.ts'
import type { Account } from './user-store.ts'

export interface SessionStore {
  /**
   * Opens a session, unless the password of the user has changed since it was checked: a change of the password ends all
   * sessions, also one that is being opened. Returns whether the session is open.
   */
  open(
    account: Pick<Account, 'id' | 'passwordHash'>,
    token: string,
    nowMs: number,
    expiresMs: number,
  ): Promise<boolean>
  /**
   * The user of a session that has not expired, or null. Found by the hash of the token, as keys are. A session that began
   * more than an hour from now is not valid: it was opened before the clock was set back, and would last too long.
   */
  userOf(token: string, nowMs: number): Promise<number | null>
  /** Deletes the expired sessions of all users. */
  removeExpired(nowMs: number): Promise<void>
  /** An unknown token changes nothing. */
  end(token: string): Promise<void>
}

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
    async removeExpired(nowMs) {
      await metadata.deleteFrom('login_session').where('expires_at', '<=', isoInstant(nowMs)).execute()
    },
    async end(token) {
      await metadata.deleteFrom('login_session').where('token_hash', '=', hashOfSecret(token)).execute()
    },
  }
}
