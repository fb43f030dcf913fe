import type { Role } from '#contract/roles.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { invalid, notFound } from '#shared/request-error.ts'
import { accountOfEmail, insertUser, type NewUser, toUser, type User } from './user-store.ts'

export interface Member {
  readonly user: User
  readonly role: Role
}

export interface MemberStore {
  /** Returns members in the order in which the users were created. */
  list(projectId: number, page: { limit: number; offset: number }): Promise<Member[]>
  count(projectId: number): Promise<number>
  /**
   * Adds the account with this address, if the operator has set it up. Any other address needs an
   * invitation, because its account may be in the hands of the admin of another project.
   * @throws RequestError `unique` if the user is a member already; `invitation_required` for any other
   * address.
   */
  add(projectId: number, email: string, role: Role): Promise<Member>
  /** Creates a user together with the membership. */
  create(projectId: number, user: NewUser, role: Role, nowMs: number): Promise<Member>
  /**
   * Changes the role of a member.
   * @throws RequestError `not_found` for a user who is no member; `last_admin` if no admin would be left.
   */
  changeRole(projectId: number, userId: number, role: Role): Promise<Member>
  /**
   * Removes a member.
   * @throws RequestError like {@link MemberStore.changeRole}.
   */
  remove(projectId: number, userId: number): Promise<void>
}

export function createMemberStore(metadata: Metadata): MemberStore {
  return {
    async list(projectId, { limit, offset }) {
      const rows = await membersOf(metadata, projectId).limit(limit).offset(offset).execute()
      return rows.map((row) => ({ user: toUser(row), role: row.role }))
    },
    async count(projectId) {
      const { count } = await metadata
        .selectFrom('project_member')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('project_id', '=', projectId)
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    add: (projectId, email, role) =>
      metadata.transaction().execute(async (transaction) => {
        await requireNoMember(transaction, projectId, email)
        const user = await accountOfEmail(transaction, email)
        if (user?.setUpBy !== 'operator') throw invitationRequired()
        return insertMember(transaction, projectId, user, role)
      }),
    create: (projectId, newUser, role, nowMs) =>
      metadata.transaction().execute(async (transaction) => {
        const user = await insertUser(transaction, newUser, nowMs)
        return insertMember(transaction, projectId, user, role)
      }),
    changeRole: (projectId, userId, role) =>
      metadata.transaction().execute(async (transaction) => {
        await transaction
          .updateTable('project_member')
          .set({ role })
          .where('project_id', '=', projectId)
          .where('user_id', '=', userId)
          .execute()
        const row = await membersOf(transaction, projectId)
          .where('project_member.user_id', '=', userId)
          .executeTakeFirst()
        if (row === undefined) throw notFound()
        await requireAdmin(transaction, projectId, 'role')
        if (role !== 'admin') await revokeInvitationsOf(transaction, projectId, userId)
        return { user: toUser(row), role: row.role }
      }),
    remove: (projectId, userId) =>
      metadata.transaction().execute(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('project_member')
          .where('project_id', '=', projectId)
          .where('user_id', '=', userId)
          .executeTakeFirst()
        if (numDeletedRows === 0n) throw notFound()
        await requireAdmin(transaction, projectId, null)
        await revokeInvitationsOf(transaction, projectId, userId)
      }),
  }
}

// An unknown address and an account that the operator has not set up get the same error, so that the error
// reveals to nobody which accounts exist.
const invitationRequired = () =>
  invalid(
    'invitation_required',
    'This address needs an invitation: POST the same email and role to invitations/ of the project, and give the person the link in the response.',
    'email',
  )

/**
 * Adds a user to the members; can be used within a transaction. A user who is already a member keeps the
 * present role.
 */
export async function insertMember(
  database: Metadata,
  projectId: number,
  user: User,
  role: Role,
): Promise<Member> {
  await database
    .insertInto('project_member')
    .values({ project_id: projectId, user_id: user.id, role })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await membersOf(database, projectId)
    .where('project_member.user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  return { user, role: row.role }
}

/**
 * Requires that the account with this address, if there is one, is not a member of the project.
 * @throws RequestError `unique` if it is a member.
 */
export async function requireNoMember(database: Metadata, projectId: number, email: string): Promise<void> {
  const account = await accountOfEmail(database, email)
  const row =
    account === null
      ? undefined
      : await membersOf(database, projectId)
          .where('project_member.user_id', '=', account.id)
          .executeTakeFirst()
  if (row !== undefined) throw invalid('unique', 'This user is already a member of the project.', 'email')
}

// Revokes the invitations that a user created: an admin who leaves must not come back by an invitation that
// nobody else knows.
const revokeInvitationsOf = (transaction: Metadata, projectId: number, userId: number) =>
  transaction
    .deleteFrom('invitation')
    .where('project_id', '=', projectId)
    .where('created_by', '=', userId)
    .execute()

const membersOf = (database: Metadata, projectId: number) =>
  database
    .selectFrom('project_member')
    .innerJoin('app_user', 'app_user.id', 'project_member.user_id')
    .selectAll('app_user')
    .select('project_member.role')
    .where('project_member.project_id', '=', projectId)
    .orderBy('app_user.id')

// Requires that the project still has an admin. It is called after a change, in its transaction, so that the
// error rolls the change back. If two admins demote each other at once, only one succeeds.
async function requireAdmin(transaction: Metadata, projectId: number, attr: string | null): Promise<void> {
  const admin = await transaction
    .selectFrom('project_member')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where('role', '=', 'admin')
    .executeTakeFirst()
  if (admin === undefined)
    throw invalid('last_admin', 'A project needs an admin. Make another member an admin first.', attr)
}
