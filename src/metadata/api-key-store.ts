import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { isoInstant } from '../shared/clock.ts'
import type { Metadata } from './open-metadata.ts'
import type { MetadataSchema } from './schema.ts'

export interface ApiKey {
  readonly id: number
  readonly userId: number
  readonly label: string
  /** The key's first and last characters. The key itself is not kept. */
  readonly mask: string
  /** `object:read`, `object:write` or `*`. */
  readonly scopes: readonly string[]
  /** The only projects the key opens, or null for all of its user's. */
  readonly projectIds: readonly number[] | null
  readonly createdAt: string
}
export type NewApiKey = Pick<ApiKey, 'userId' | 'label' | 'scopes' | 'projectIds'>

export interface ApiKeyStore {
  create(key: NewApiKey, secret: string, nowMs: number): Promise<ApiKey>
  /** The key of this secret, or null. Found by its hash, so the time taken tells nothing about other keys. */
  bySecret(secret: string): Promise<ApiKey | null>
  ofUser(userId: number): Promise<ApiKey[]>
  /** Whether the user had such a key. */
  delete(userId: number, keyId: number): Promise<boolean>
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

export function createApiKeyStore(metadata: Metadata): ApiKeyStore {
  return {
    async create(key, secret, nowMs) {
      const row = await metadata
        .insertInto('personal_api_key')
        .values({
          user_id: key.userId,
          label: key.label,
          key_hash: hashOf(secret),
          mask: `${secret.slice(0, 4)}...${secret.slice(-4)}`,
          scopes: JSON.stringify(key.scopes),
          scoped_teams: key.projectIds === null ? null : JSON.stringify(key.projectIds),
          created_at: isoInstant(nowMs),
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      return toApiKey(row)
    },
    async bySecret(secret) {
      const row = await metadata
        .selectFrom('personal_api_key')
        .selectAll()
        .where('key_hash', '=', hashOf(secret))
        .executeTakeFirst()
      return row === undefined ? null : toApiKey(row)
    },
    async ofUser(userId) {
      const rows = await metadata
        .selectFrom('personal_api_key')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('id')
        .execute()
      return rows.map(toApiKey)
    },
    async delete(userId, keyId) {
      const { numDeletedRows } = await metadata
        .deleteFrom('personal_api_key')
        .where('id', '=', keyId)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

const toApiKey = (row: Selectable<MetadataSchema['personal_api_key']>): ApiKey => ({
  id: row.id,
  userId: row.user_id,
  label: row.label,
  mask: row.mask,
  scopes: JSON.parse(row.scopes),
  projectIds: row.scoped_teams === null ? null : JSON.parse(row.scoped_teams),
  createdAt: row.created_at,
})
