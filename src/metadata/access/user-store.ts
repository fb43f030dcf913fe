import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { dialectOf } from '#metadata/database/dialect.ts'
import type { Metadata, MetadataSchema } from '#metadata/database/schema.ts'
import { isoInstant } from '#shared/clock.ts'
import { randomText } from '#shared/random-text.ts'

export interface User {
  readonly id: number
  readonly uuid: string
  readonly distinctId: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
}
/** A user with the data for signing in. */
export interface Account extends User {
  /** Null for a user who signs in with keys only. */
  readonly passwordHash: string | null
  readonly createdAt: string
  /**
   * Says who set the account up. With `operator`, the operator of the server vouches that the account
   * belongs to the person with its address. With `invitation`, the account belongs to the holder of the
   * invitation's link, for whom only the admins of that project vouch. Null if it is not known.
   */
  readonly setUpBy: 'operator' | 'invitation' | null
}
export interface NewUser extends Pick<Account, 'email' | 'firstName' | 'passwordHash'> {
  readonly lastName?: string
  readonly setUpBy?: Account['setUpBy']
}
export interface UserChange extends Partial<Pick<User, 'firstName' | 'lastName'>> {
  readonly passwordHash?: string
}

export interface UserStore {
  /** Returns the user that the first start of the server created; null if the store is empty. */
  first(): Promise<User | null>
  create(user: NewUser, nowMs: number): Promise<User>
  /** Returns the users with these ids, by id. Unknown ids are left out. */
  byIds(ids: readonly number[]): Promise<ReadonlyMap<number, User>>
  byId(id: number): Promise<Account | null>
  /** Returns the user with this address, whatever the case of its letters. */
  byEmail(email: string): Promise<Account | null>
  /** Returns all users, for the command line. */
  all(): Promise<Account[]>
  /** Changes a user. A new password also ends the sessions of the user, in the same transaction. */
  update(id: number, change: UserChange): Promise<void>
  /**
   * Sets a password that the operator hands to the person with the address. The account then counts as set
   * up by the operator, and its sessions end. If the operator had not set the account up, its keys are
   * deleted as well, because another person may have created them; `isKeepingKeys` keeps them. Returns the
   * number of deleted keys.
   */
  reset(id: number, passwordHash: string, isKeepingKeys: boolean): Promise<number>
  /** Returns whether anybody can sign in. */
  hasPassword(): Promise<boolean>
  /**
   * Gives the user of the first start, with its keys and projects, to the person who sets the server up.
   * Returns null if any user has a password. This is checked in the same transaction, so two requests cannot
   * both succeed. Returns `taken` if another user has the address.
   */
  claimFirst(
    user: Pick<Account, 'email' | 'firstName'> & { readonly passwordHash: string },
  ): Promise<Account | 'taken' | null>
}

export function createUserStore(metadata: Metadata): UserStore {
  return {
    async first() {
      const row = await metadata.selectFrom('app_user').selectAll().orderBy('id').limit(1).executeTakeFirst()
      return row === undefined ? null : toUser(row)
    },
    create: (user, nowMs) => insertUser(metadata, user, nowMs),
    async byIds(ids) {
      if (ids.length === 0) return new Map()
      const rows = await metadata
        .selectFrom('app_user')
        .selectAll()
        .where('id', 'in', [...ids])
        .execute()
      return new Map(rows.map((row) => [row.id, toUser(row)]))
    },
    async byId(id) {
      const row = await metadata.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirst()
      return row === undefined ? null : toAccount(row)
    },
    byEmail: (email) => accountOfEmail(metadata, email),
    async all() {
      return (await metadata.selectFrom('app_user').selectAll().orderBy('id').execute()).map(toAccount)
    },
    update: (id, { firstName, lastName, passwordHash }) =>
      metadata.transaction().execute(async (transaction) => {
        const values = {
          ...(firstName !== undefined && { first_name: firstName }),
          ...(lastName !== undefined && { last_name: lastName }),
          ...(passwordHash !== undefined && { password_hash: passwordHash }),
        }
        if (Object.keys(values).length > 0)
          await transaction.updateTable('app_user').set(values).where('id', '=', id).execute()
        if (passwordHash !== undefined)
          await transaction.deleteFrom('login_session').where('user_id', '=', id).execute()
      }),
    reset: (id, passwordHash, isKeepingKeys) =>
      metadata.transaction().execute(async (transaction) => {
        const before = await transaction
          .selectFrom('app_user')
          .select('set_up_by')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        await transaction
          .updateTable('app_user')
          .set({ password_hash: passwordHash, set_up_by: 'operator' })
          .where('id', '=', id)
          .execute()
        await transaction.deleteFrom('login_session').where('user_id', '=', id).execute()
        if (isKeepingKeys || before.set_up_by === 'operator') return 0
        const { numDeletedRows } = await transaction
          .deleteFrom('personal_api_key')
          .where('user_id', '=', id)
          .executeTakeFirst()
        return Number(numDeletedRows)
      }),
    hasPassword: () => hasPassword(metadata),
    claimFirst: (user) =>
      metadata.transaction().execute(async (transaction) => {
        if (await hasPassword(transaction)) return null
        const first = await transaction
          .selectFrom('app_user')
          .select('id')
          .orderBy('id')
          .limit(1)
          .executeTakeFirst()
        if (first === undefined) return null
        const holder = await accountOfEmail(transaction, user.email)
        if (holder !== null && holder.id !== first.id) return 'taken'
        const row = await transaction
          .updateTable('app_user')
          .set({
            email: user.email,
            first_name: user.firstName,
            password_hash: user.passwordHash,
            set_up_by: 'operator',
          })
          .where('id', '=', first.id)
          .returningAll()
          .executeTakeFirstOrThrow()
        return toAccount(row)
      }),
  }
}

async function hasPassword(database: Metadata): Promise<boolean> {
  const row = await database
    .selectFrom('app_user')
    .select('id')
    .where('password_hash', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Does the work of {@link UserStore.create}; can be used within a transaction. */
export async function insertUser(
  database: Metadata,
  { email, firstName, lastName = '', passwordHash, setUpBy = null }: NewUser,
  nowMs: number,
): Promise<User> {
  const row = await database
    .insertInto('app_user')
    .values({
      uuid: randomUUID(),
      distinct_id: randomText(32),
      email,
      first_name: firstName,
      last_name: lastName,
      password_hash: passwordHash,
      created_at: isoInstant(nowMs),
      set_up_by: setUpBy,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toUser(row)
}

/** Does the work of {@link UserStore.byEmail}; can be used within a transaction. */
export async function accountOfEmail(database: Metadata, email: string): Promise<Account | null> {
  const row = await database
    .selectFrom('app_user')
    .selectAll()
    .where((e) => e(dialectOf(database).lower(e.ref('email')), '=', email.toLowerCase()))
    .executeTakeFirst()
  return row === undefined ? null : toAccount(row)
}

type UserRow = Selectable<MetadataSchema['app_user']>

export const toUser = (row: Omit<UserRow, 'password_hash' | 'created_at' | 'set_up_by'>): User => ({
  id: row.id,
  uuid: row.uuid,
  distinctId: row.distinct_id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
})

const toAccount = (row: UserRow): Account => ({
  ...toUser(row),
  passwordHash: row.password_hash,
  createdAt: row.created_at,
  setUpBy: row.set_up_by,
})
