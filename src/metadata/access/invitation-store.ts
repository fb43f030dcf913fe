import type { Selectable } from 'kysely'
import type { Role } from '#contract/roles.ts'
import type { Metadata, MetadataSchema } from '#metadata/database/schema.ts'
import { isoInstant, MOST_AHEAD_MS } from '#shared/clock.ts'
import { invalid } from '#shared/request-error.ts'
import { hashOfSecret } from '#shared/secrets.ts'
import { insertMember, type Member, requireNoMember } from './member-store.ts'
import { type Account, accountOfEmail, insertUser, type NewUser, type User } from './user-store.ts'

/** An open invitation to a project: it was neither used nor revoked, and has not expired. */
export interface Invitation {
  readonly id: number
  readonly projectId: number
  /** The address in lower case. */
  readonly email: string
  readonly role: Role
  /** The id of the user who created the invitation. */
  readonly createdBy: number
  readonly createdAt: string
  readonly expiresAt: string
}
export interface NewInvitation extends Pick<Invitation, 'projectId' | 'email' | 'role' | 'createdBy'> {
  readonly token: string
  readonly expiresMs: number
}
/** The account that joins: a new one, or an existing one whose password was checked. */
export type Joining =
  | { readonly kind: 'new'; readonly user: Omit<NewUser, 'email' | 'setUpBy'> }
  | { readonly kind: 'known'; readonly account: Pick<Account, 'id' | 'passwordHash'> }

export interface InvitationStore {
  /** Returns the open invitations of a project, oldest first. */
  list(projectId: number, nowMs: number, page: { limit: number; offset: number }): Promise<Invitation[]>
  count(projectId: number, nowMs: number): Promise<number>
  /**
   * Creates an invitation. It replaces an earlier invitation of the same address to the same project.
   * @throws RequestError `unique` if the account with this address is a member already.
   */
  create(invitation: NewInvitation, nowMs: number): Promise<Invitation>
  /** Revokes an invitation. Returns whether the project had it. */
  revoke(projectId: number, id: number): Promise<boolean>
  /** Returns the open invitation of a token, with the name of its project; null for any other token. */
  byToken(token: string, nowMs: number): Promise<(Invitation & { readonly projectName: string }) | null>
  /**
   * Uses an invitation: deletes it and makes the account that joins a member. If there is no account with
   * the address, one is created. Returns null if the invitation is no longer open.
   * @throws RequestError `conflict` if the account with this address is not the account that joins. The
   * invitation is then not used.
   */
  accept(token: string, joining: Joining, nowMs: number): Promise<Member | null>
  removeExpired(nowMs: number): Promise<void>
}

export function createInvitationStore(metadata: Metadata): InvitationStore {
  return {
    async list(projectId, nowMs, { limit, offset }) {
      const rows = await openOnes(metadata, nowMs)
        .selectAll()
        .where('project_id', '=', projectId)
        .orderBy('id')
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map(toInvitation)
    },
    async count(projectId, nowMs) {
      const { count } = await openOnes(metadata, nowMs)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('project_id', '=', projectId)
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    create: (invitation, nowMs) =>
      metadata.transaction().execute(async (transaction) => {
        const { projectId, email, role, createdBy, token, expiresMs } = invitation
        await requireNoMember(transaction, projectId, email)
        await transaction
          .deleteFrom('invitation')
          .where('project_id', '=', projectId)
          .where('email', '=', email)
          .execute()
        const row = await transaction
          .insertInto('invitation')
          .values({
            project_id: projectId,
            email,
            role,
            token_hash: hashOfSecret(token),
            created_by: createdBy,
            created_at: isoInstant(nowMs),
            expires_at: isoInstant(expiresMs),
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        return toInvitation(row)
      }),
    async revoke(projectId, id) {
      const { numDeletedRows } = await metadata
        .deleteFrom('invitation')
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
    async byToken(token, nowMs) {
      const row = await openOnes(metadata, nowMs)
        .innerJoin('project', 'project.id', 'invitation.project_id')
        .selectAll('invitation')
        .select('project.name as project_name')
        .where('token_hash', '=', hashOfSecret(token))
        .executeTakeFirst()
      return row === undefined ? null : { ...toInvitation(row), projectName: row.project_name }
    },
    accept: (token, joining, nowMs) =>
      metadata.transaction().execute(async (transaction) => {
        const row = await openOnes(transaction, nowMs)
          .selectAll()
          .where('token_hash', '=', hashOfSecret(token))
          .executeTakeFirst()
        if (row === undefined) return null
        await transaction.deleteFrom('invitation').where('id', '=', row.id).execute()
        const user = await joiningUser(transaction, row.email, joining, nowMs)
        return insertMember(transaction, row.project_id, user, row.role)
      }),
    async removeExpired(nowMs) {
      await metadata.deleteFrom('invitation').where('expires_at', '<=', isoInstant(nowMs)).execute()
    },
  }
}

const openOnes = (database: Metadata, nowMs: number) =>
  database
    .selectFrom('invitation')
    .where('invitation.expires_at', '>', isoInstant(nowMs))
    .where('invitation.created_at', '<=', isoInstant(nowMs + MOST_AHEAD_MS))

// Looks up the account of the address again. Since the caller looked it up, an account may have been
// created, or its password may have changed.
async function joiningUser(
  transaction: Metadata,
  email: string,
  joining: Joining,
  nowMs: number,
): Promise<User> {
  const known = await accountOfEmail(transaction, email)
  if (joining.kind === 'new' && known === null)
    return insertUser(transaction, { ...joining.user, email, setUpBy: 'invitation' }, nowMs)
  if (
    joining.kind === 'known' &&
    known?.id === joining.account.id &&
    known.passwordHash === joining.account.passwordHash
  )
    return known
  throw invalid(
    'conflict',
    'The account with this address has changed in the meantime: send the request again.',
    null,
  )
}

const toInvitation = (row: Selectable<MetadataSchema['invitation']>): Invitation => ({
  id: row.id,
  projectId: row.project_id,
  email: row.email,
  role: row.role,
  createdBy: row.created_by,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
})
