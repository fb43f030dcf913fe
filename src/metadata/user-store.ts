import { randomUUID } from 'node:crypto'
import { isoInstant } from '../shared/clock.ts'
import { randomText } from '../shared/random-text.ts'
import type { Metadata } from './open-metadata.ts'

export interface User {
  readonly id: number
  readonly uuid: string
  readonly distinctId: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
}

export interface UserStore {
  /** The user of the first start; null in an empty store. */
  first(): Promise<User | null>
  create(
    user: { email: string; firstName: string; passwordHash: string | null },
    nowMs: number,
  ): Promise<User>
  /** The users of these ids, by id. Unknown ids are left out. */
  byIds(ids: readonly number[]): Promise<ReadonlyMap<number, User>>
}

export function createUserStore(metadata: Metadata): UserStore {
  return {
    async first() {
      const row = await metadata.selectFrom('app_user').selectAll().orderBy('id').limit(1).executeTakeFirst()
      return row === undefined ? null : toUser(row)
    },
    async create({ email, firstName, passwordHash }, nowMs) {
      const row = await metadata
        .insertInto('app_user')
        .values({
          uuid: randomUUID(),
          distinct_id: randomText(32),
          email,
          first_name: firstName,
          last_name: '',
          password_hash: passwordHash,
          created_at: isoInstant(nowMs),
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      return toUser(row)
    },
    async byIds(ids) {
      if (ids.length === 0) return new Map()
      const rows = await metadata
        .selectFrom('app_user')
        .selectAll()
        .where('id', 'in', [...ids])
        .execute()
      return new Map(rows.map((row) => [row.id, toUser(row)]))
    },
  }
}

interface UserRow {
  id: number
  uuid: string
  distinct_id: string
  email: string
  first_name: string
  last_name: string
}
const toUser = (row: UserRow): User => ({
  id: row.id,
  uuid: row.uuid,
  distinctId: row.distinct_id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
})
