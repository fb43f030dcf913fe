import type { Selectable } from 'kysely'
import type { Scope } from '#contract/scopes.ts'
import type { Metadata, MetadataSchema } from '#metadata/database/schema.ts'
import { isoInstant } from '#shared/clock.ts'
import { hashOfSecret } from '#shared/secrets.ts'

export interface ApiKey {
  readonly id: number
  readonly userId: number
  readonly label: string
  /** The first and last characters of the key. The key itself is not stored. */
  readonly mask: string
  readonly scopes: readonly Scope[]
  /** The only projects that the key opens; null for all projects of its user. */
  readonly projectIds: readonly number[] | null
  readonly createdAt: string
  /** The time of the last use, exact to the hour; null if the key was never used. */
  readonly lastUsedAt: string | null
  /** The time when the secret was last replaced; null if it never was. */
  readonly lastRolledAt: string | null
}
export type NewApiKey = Pick<ApiKey, 'userId' | 'label' | 'scopes' | 'projectIds'>
export interface ApiKeyChange extends Partial<Pick<ApiKey, 'label' | 'scopes' | 'projectIds'>> {
  /** Replaces the secret. The old secret is then invalid. */
  readonly newSecret?: string
}

export interface ApiKeyStore {
  create(key: NewApiKey, secret: string, nowMs: number): Promise<ApiKey>
  /**
   * Returns the key with this secret, or null. The key is found by the hash of the secret, so that the time
   * of the look-up reveals nothing about other keys.
   */
  bySecret(secret: string): Promise<ApiKey | null>
  ofUser(userId: number): Promise<ApiKey[]>
  find(userId: number, keyId: number): Promise<ApiKey | null>
  /** Returns all keys of all users, for the command line. */
  all(): Promise<ApiKey[]>
  /**
   * Changes a key. `decide` gets the present key and returns the change; if it throws, nothing changes.
   * Returns the changed key, or null if the user has no such key.
   */
  update(
    userId: number,
    keyId: number,
    decide: (key: ApiKey) => ApiKeyChange,
    nowMs: number,
  ): Promise<ApiKey | null>
  noteUse(keyId: number, nowMs: number): Promise<void>
  /** Deletes a key. Returns whether the user had a key with this id. */
  delete(userId: number, keyId: number): Promise<boolean>
}

const ofSecret = (secret: string) => ({
  key_hash: hashOfSecret(secret),
  mask: `${secret.slice(0, 4)}...${secret.slice(-4)}`,
})

export function createApiKeyStore(metadata: Metadata): ApiKeyStore {
  const rows = () => metadata.selectFrom('personal_api_key').selectAll().orderBy('id')
  return {
    async create(key, secret, nowMs) {
      const row = await metadata
        .insertInto('personal_api_key')
        .values({
          user_id: key.userId,
          label: key.label,
          ...ofSecret(secret),
          scopes: JSON.stringify(key.scopes),
          scoped_teams: projectsText(key.projectIds),
          created_at: isoInstant(nowMs),
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      return toApiKey(row)
    },
    async bySecret(secret) {
      return orNull(await rows().where('key_hash', '=', hashOfSecret(secret)).executeTakeFirst())
    },
    async ofUser(userId) {
      return (await rows().where('user_id', '=', userId).execute()).map(toApiKey)
    },
    find: (userId, keyId) => find(metadata, userId, keyId),
    async all() {
      return (await rows().execute()).map(toApiKey)
    },
    update: (userId, keyId, decide, nowMs) =>
      metadata.transaction().execute(async (transaction) => {
        const key = await find(transaction, userId, keyId)
        const values = key === null ? {} : valuesOf(decide(key), nowMs)
        if (Object.keys(values).length === 0) return key
        await transaction.updateTable('personal_api_key').set(values).where('id', '=', keyId).execute()
        return find(transaction, userId, keyId)
      }),
    async noteUse(keyId, nowMs) {
      const values = { last_used_at: isoInstant(nowMs) }
      await metadata.updateTable('personal_api_key').set(values).where('id', '=', keyId).execute()
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

async function find(database: Metadata, userId: number, keyId: number): Promise<ApiKey | null> {
  const row = await database
    .selectFrom('personal_api_key')
    .selectAll()
    .where('id', '=', keyId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return orNull(row)
}

const valuesOf = ({ label, scopes, projectIds, newSecret }: ApiKeyChange, nowMs: number): Partial<Row> => ({
  ...(label !== undefined && { label }),
  ...(scopes !== undefined && { scopes: JSON.stringify(scopes) }),
  ...(projectIds !== undefined && { scoped_teams: projectsText(projectIds) }),
  ...(newSecret !== undefined && { ...ofSecret(newSecret), last_rolled_at: isoInstant(nowMs) }),
})

type Row = Selectable<MetadataSchema['personal_api_key']>

const projectsText = (projectIds: readonly number[] | null) =>
  projectIds === null ? null : JSON.stringify(projectIds)

const orNull = (row: Row | undefined): ApiKey | null => (row === undefined ? null : toApiKey(row))

const toApiKey = (row: Row): ApiKey => ({
  id: row.id,
  userId: row.user_id,
  label: row.label,
  mask: row.mask,
  scopes: JSON.parse(row.scopes),
  projectIds: row.scoped_teams === null ? null : JSON.parse(row.scoped_teams),
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  lastRolledAt: row.last_rolled_at,
})
