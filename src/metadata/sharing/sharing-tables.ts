import type { SharedPlace, SharingTable } from './sharing-store.ts'

type PlaceRow = Record<'id' | 'project_id' | 'may_change_dates', number>
const placeOf = (row: PlaceRow | undefined): SharedPlace | null =>
  row === undefined
    ? null
    : { projectId: row.project_id, itemId: row.id, mayChangeDates: row.may_change_dates === 1 }

export const INSIGHT_LINKS: SharingTable = {
  scope: 'Insight',
  find: (database, insightId) =>
    database.selectFrom('insight_sharing').selectAll().where('insight_id', '=', insightId).executeTakeFirst(),
  async put(database, insightId, sharing) {
    await database
      .insertInto('insight_sharing')
      .values({ insight_id: insightId, ...sharing })
      .onConflict((conflict) => conflict.column('insight_id').doUpdateSet(sharing))
      .execute()
  },
  async byToken(database, accessToken) {
    const row = await database
      .selectFrom('insight_sharing')
      .innerJoin('insight', 'insight.id', 'insight_sharing.insight_id')
      .select(['insight.id', 'insight.project_id', 'may_change_dates'])
      .where('access_token', '=', accessToken)
      .where('insight_sharing.enabled', '=', 1)
      .where('insight.deleted', '=', 0)
      .executeTakeFirst()
    return placeOf(row)
  },
}

export const DASHBOARD_LINKS: SharingTable = {
  scope: 'Dashboard',
  find: (database, dashboardId) =>
    database
      .selectFrom('dashboard_sharing')
      .selectAll()
      .where('dashboard_id', '=', dashboardId)
      .executeTakeFirst(),
  async put(database, dashboardId, sharing) {
    await database
      .insertInto('dashboard_sharing')
      .values({ dashboard_id: dashboardId, ...sharing })
      .onConflict((conflict) => conflict.column('dashboard_id').doUpdateSet(sharing))
      .execute()
  },
  async byToken(database, accessToken) {
    const row = await database
      .selectFrom('dashboard_sharing')
      .innerJoin('dashboard', 'dashboard.id', 'dashboard_sharing.dashboard_id')
      .select(['dashboard.id', 'dashboard.project_id', 'may_change_dates'])
      .where('access_token', '=', accessToken)
      .where('dashboard_sharing.enabled', '=', 1)
      .where('dashboard.deleted', '=', 0)
      .executeTakeFirst()
    return placeOf(row)
  },
}
