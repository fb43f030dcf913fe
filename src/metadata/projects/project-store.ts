import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { PathCleaningFilter } from '#contract/project.ts'
import type { ProjectSettings } from '#contract/project-settings.ts'
import type { Role } from '#contract/roles.ts'
import type { Metadata, MetadataSchema } from '#metadata/database/schema.ts'
import { isoInstant } from '#shared/clock.ts'

export interface Project {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly apiToken: string
  /** IANA name of the time zone. */
  readonly timezone: string
  /** 0 is Sunday, 1 is Monday. */
  readonly weekStartDay: 0 | 1
  /** Property filters that exclude internal users, as JSON values. */
  readonly testAccountFilters: readonly unknown[]
  /** Settings for clients and SDKs, as far as they have been set. */
  readonly settings: ProjectSettings
  /** Rules for the items of paths. They were checked when they were written. */
  readonly pathCleaningFilters: readonly PathCleaningFilter[]
  /** The time of the earliest event that was sent as historical, in epoch ms; null if there is none. */
  readonly earliestHistoricalMs: number | null
  readonly createdAt: string
}
/** A project with the role of one of its members. */
export interface MembersProject extends Project {
  readonly role: Role
}
export type NewProject = Pick<
  Project,
  'name' | 'apiToken' | 'timezone' | 'weekStartDay' | 'testAccountFilters'
> &
  Partial<Pick<Project, 'pathCleaningFilters' | 'settings'>>
export type ProjectChange = Partial<
  Pick<
    Project,
    'name' | 'timezone' | 'weekStartDay' | 'testAccountFilters' | 'pathCleaningFilters' | 'settings'
  >
>

export interface ProjectStore {
  /** Creates a project with this user as admin, in one transaction. */
  create(project: NewProject, adminUserId: number, nowMs: number): Promise<Project>
  /** Returns the projects of which the user is a member, oldest first. */
  ofUser(userId: number): Promise<MembersProject[]>
  byToken(apiToken: string): Promise<Project | null>
  /** Finds a project without checking that a user is a member, for shared links. */
  byId(projectId: number): Promise<Project | null>
  /** Returns all projects, for the command line. */
  all(): Promise<Project[]>
  /** Changes the given fields. Settings that are not given stay as they are. */
  update(projectId: number, change: ProjectChange): Promise<Project>
  /** Notes the time of an event that was sent as historical, in epoch ms. The earliest one is kept. */
  noteHistorical(projectId: number, timestampMs: number): Promise<void>
}

export function createProjectStore(metadata: Metadata): ProjectStore {
  return {
    create: (project, adminUserId, nowMs) =>
      metadata.transaction().execute(async (transaction) => {
        const row = await transaction
          .insertInto('project')
          .values({
            uuid: randomUUID(),
            name: project.name,
            api_token: project.apiToken,
            timezone: project.timezone,
            week_start_day: project.weekStartDay,
            test_account_filters: JSON.stringify(project.testAccountFilters),
            settings: JSON.stringify(project.settings ?? {}),
            path_cleaning_filters: JSON.stringify(project.pathCleaningFilters ?? []),
            next_person: 1,
            created_at: isoInstant(nowMs),
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        await transaction
          .insertInto('project_member')
          .values({ project_id: row.id, user_id: adminUserId, role: 'admin' })
          .execute()
        return toProject(row)
      }),
    async ofUser(userId) {
      const rows = await metadata
        .selectFrom('project')
        .innerJoin('project_member', 'project_member.project_id', 'project.id')
        .selectAll('project')
        .select('project_member.role')
        .where('project_member.user_id', '=', userId)
        .orderBy('project.id')
        .execute()
      return rows.map((row) => ({ ...toProject(row), role: row.role }))
    },
    async byToken(apiToken) {
      const row = await metadata
        .selectFrom('project')
        .selectAll()
        .where('api_token', '=', apiToken)
        .executeTakeFirst()
      return row === undefined ? null : toProject(row)
    },
    async byId(projectId) {
      const row = await metadata
        .selectFrom('project')
        .selectAll()
        .where('id', '=', projectId)
        .executeTakeFirst()
      return row === undefined ? null : toProject(row)
    },
    async all() {
      const rows = await metadata.selectFrom('project').selectAll().orderBy('id').execute()
      return rows.map(toProject)
    },
    update: (projectId, change) =>
      metadata.transaction().execute((transaction) => update(transaction, projectId, change)),
    async noteHistorical(projectId, timestampMs) {
      await metadata
        .updateTable('project')
        .set({ earliest_historical_ms: timestampMs })
        .where('id', '=', projectId)
        .where(({ or, eb }) =>
          or([eb('earliest_historical_ms', 'is', null), eb('earliest_historical_ms', '>', timestampMs)]),
        )
        .execute()
    },
  }
}

async function update(
  transaction: Metadata,
  projectId: number,
  { settings, ...change }: ProjectChange,
): Promise<Project> {
  const find = () =>
    transaction.selectFrom('project').selectAll().where('id', '=', projectId).executeTakeFirstOrThrow()
  const before = toProject(await find())
  const values = {
    ...(change.name !== undefined && { name: change.name }),
    ...(change.timezone !== undefined && { timezone: change.timezone }),
    ...(change.weekStartDay !== undefined && { week_start_day: change.weekStartDay }),
    ...(change.testAccountFilters !== undefined && {
      test_account_filters: JSON.stringify(change.testAccountFilters),
    }),
    ...(change.pathCleaningFilters !== undefined && {
      path_cleaning_filters: JSON.stringify(change.pathCleaningFilters),
    }),
    ...(settings !== undefined && { settings: JSON.stringify({ ...before.settings, ...settings }) }),
  }
  if (Object.keys(values).length === 0) return before
  await transaction.updateTable('project').set(values).where('id', '=', projectId).execute()
  return toProject(await find())
}

const toProject = (row: Selectable<MetadataSchema['project']>): Project => ({
  id: row.id,
  uuid: row.uuid,
  name: row.name,
  apiToken: row.api_token,
  timezone: row.timezone,
  weekStartDay: row.week_start_day === 1 ? 1 : 0,
  testAccountFilters: JSON.parse(row.test_account_filters),
  settings: JSON.parse(row.settings),
  pathCleaningFilters: JSON.parse(row.path_cleaning_filters),
  earliestHistoricalMs: row.earliest_historical_ms,
  createdAt: row.created_at,
})
