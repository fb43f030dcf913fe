import { sql } from 'kysely'
import type { Metadata } from '#metadata/database/schema.ts'

/** An enabled link to an insight or a dashboard that is not deleted. */
export interface OpenLink {
  readonly type: 'insight' | 'dashboard'
  readonly id: number
  /** Null for a dashboard. */
  readonly shortId: string | null
  readonly name: string | null
  readonly accessToken: string
  readonly createdAt: string
  readonly mayChangeDates: boolean
}

export interface OpenLinks {
  /** Returns the links of a project, newest first. */
  list(projectId: number, page: { readonly limit: number; readonly offset: number }): Promise<OpenLink[]>
  count(projectId: number): Promise<number>
}

export function createOpenLinks(metadata: Metadata): OpenLinks {
  return {
    async list(projectId, { limit, offset }) {
      const rows = await linksOf(metadata, projectId)
        .orderBy('created_at', 'desc')
        .orderBy('type')
        .orderBy('id')
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map((row) => ({
        type: row.type,
        id: row.id,
        shortId: row.short_id,
        name: row.name,
        accessToken: row.access_token,
        createdAt: row.created_at,
        mayChangeDates: row.may_change_dates === 1,
      }))
    },
    async count(projectId) {
      const { count } = await linksOf(metadata, projectId)
        .clearSelect()
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    },
  }
}

const COLUMNS = ['access_token', 'may_change_dates'] as const

function linksOf(metadata: Metadata, projectId: number) {
  const ofInsights = metadata
    .selectFrom('insight_sharing')
    .innerJoin('insight', 'insight.id', 'insight_sharing.insight_id')
    .select([...COLUMNS, 'insight.id', 'insight_sharing.created_at'])
    .select(sql<string | null>`insight.short_id`.as('short_id'))
    .select(sql<'insight' | 'dashboard'>`'insight'`.as('type'))
    // An insight that was never named has an empty name or null. The server's description of the question
    // replaces it.
    .select(sql<string | null>`coalesce(nullif(insight.name, ''), insight.derived_name)`.as('name'))
    .where('insight.project_id', '=', projectId)
    .where('insight.deleted', '=', 0)
    .where('insight_sharing.enabled', '=', 1)
  const ofDashboards = metadata
    .selectFrom('dashboard_sharing')
    .innerJoin('dashboard', 'dashboard.id', 'dashboard_sharing.dashboard_id')
    .select([...COLUMNS, 'dashboard.id', 'dashboard_sharing.created_at'])
    .select(sql<string | null>`null`.as('short_id'))
    .select(sql<'insight' | 'dashboard'>`'dashboard'`.as('type'))
    .select(sql<string | null>`dashboard.name`.as('name'))
    .where('dashboard.project_id', '=', projectId)
    .where('dashboard.deleted', '=', 0)
    .where('dashboard_sharing.enabled', '=', 1)
  return metadata.selectFrom(ofInsights.unionAll(ofDashboards).as('link')).selectAll()
}
