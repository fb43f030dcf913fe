import type { Role } from '#contract/roles.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { invalid, notFound } from '#shared/request-error.ts'
import { accountOfEmail, insertUser, type NewUser, toUser, type User } from './user-store.ts'

export interface Member {
  readonly user: User
  readonly role: Role
}

export interface MemberStore {
  /** In the order in which the users were created. */
  list(projectId: number, page: { limit: number; offset: number }): Promise<Member[]>
  count(projectId: number): Promise<number>
  /**
   * Adds the user with this address to the members; an unknown user is created in the same transaction. Of a known user
   * only the address is used.
   * @throws RequestError `unique` where the user is a member already.
   */
  add(projectId: number, user: NewUser, role: Role, nowMs: number): Promise<Member>
  /** @throws RequestError `not_found` for a user who is no member, `last_admin` where no admin would be left. */
  changeRole(projectId: number, userId: number, role: Role): Promise<Member>
  /** @throws RequestError as {@link MemberStore.changeRole}. */
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
    add: (projectId, newUser, role, nowMs) =>
      metadata.transaction().execute(async (transaction) => {
        const known = await accountOfEmail(transaction, newUser.email)
        const user = known ?? (await insertUser(transaction, newUser, nowMs))
        const added = await transaction
          .insertInto('project_member')
          .values({ project_id: projectId, user_id: user.id, role })
          .onConflict((conflict) => conflict.doNothing())
          .returning('user_id')
          .executeTakeFirst()
        if (added === undefined) throw invalid('unique', 'This user is a member of the project.', 'email')
        return { user, role }
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
      }),
  }
}

const membersOf = (database: Metadata, projectId: number) =>
  database
    .selectFrom('project_member')
    .innerJoin('app_user', 'app_user.id', 'project_member.user_id')
    .selectAll('app_user')
    .select('project_member.role')
    .where('project_member.project_id', '=', projectId)
    .orderBy('app_user.id')

// Checked after the change, which the error rolls back: of two admins who demote each other at once only one succeeds.
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
