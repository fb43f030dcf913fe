import { sql } from 'kysely'
import type { Metadata } from '#metadata/database/schema.ts'
import { toUser, type User } from './user-store.ts'

/** A user who is a member of at least one of several projects. */
export interface OrganizationMember {
  readonly user: User
  /** Whether the user is an admin of at least one of them. */
  readonly isAdmin: boolean
  /** The time at which the account was created. */
  readonly createdAt: string
}

export interface OrganizationMembers {
  /** Returns the members of these projects, each once, in the order in which the users were created. */
  ofProjects(
    projectIds: readonly number[],
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ count: number; members: OrganizationMember[] }>
}

export const createOrganizationMembers = (metadata: Metadata): OrganizationMembers => ({
  async ofProjects(projectIds, { limit, offset }) {
    if (projectIds.length === 0) return { count: 0, members: [] }
    const found = metadata
      .selectFrom('project_member')
      .innerJoin('app_user', 'app_user.id', 'project_member.user_id')
      .where('project_member.project_id', 'in', [...projectIds])
    const { count } = await found
      .select(sql<number>`count(DISTINCT project_member.user_id)`.as('count'))
      .executeTakeFirstOrThrow()
    const rows = await found
      .selectAll('app_user')
      .select(sql<number>`max(CASE WHEN project_member.role = 'admin' THEN 1 ELSE 0 END)`.as('is_admin'))
      .groupBy('app_user.id')
      .orderBy('app_user.id')
      .limit(limit)
      .offset(offset)
      .execute()
    const members = rows.map((row) => ({
      user: toUser(row),
      isAdmin: Number(row.is_admin) === 1,
      createdAt: row.created_at,
    }))
    return { count: Number(count), members }
  },
})
