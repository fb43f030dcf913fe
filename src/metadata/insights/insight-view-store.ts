import type { Metadata } from '#metadata/database/schema.ts'
import { isoInstant } from '#shared/clock.ts'

export interface InsightViewStore {
  /**
   * Records that the user viewed these insights. Insights that are unknown, deleted or of another project
   * are left out.
   */
  record(projectId: number, userId: number, insightIds: readonly number[], nowMs: number): Promise<void>
  /** Returns the project's insights that the user viewed last, newest view first, without deleted ones. */
  lastViewed(projectId: number, userId: number, limit: number): Promise<number[]>
  /**
   * Returns the project's insights with the most viewers since an instant, without deleted insights. The
   * insight with the most viewers comes first.
   */
  mostViewed(
    projectId: number,
    sinceMs: number,
    limit: number,
  ): Promise<{ readonly insightId: number; readonly viewers: number }[]>
}

export function createInsightViewStore(metadata: Metadata): InsightViewStore {
  return {
    async record(projectId, userId, insightIds, nowMs) {
      if (insightIds.length === 0) return
      const viewed_at = isoInstant(nowMs)
      await metadata.transaction().execute(async (transaction) => {
        const live = await transaction
          .selectFrom('insight')
          .select('id')
          .where('project_id', '=', projectId)
          .where('deleted', '=', 0)
          .where('id', 'in', [...insightIds])
          .execute()
        if (live.length === 0) return
        // A view in the future was recorded before the clock was set back. Its time is corrected, because it
        // would otherwise stay the last view of the user.
        await transaction
          .updateTable('insight_view')
          .set({ viewed_at })
          .where('project_id', '=', projectId)
          .where('user_id', '=', userId)
          .where('viewed_at', '>', viewed_at)
          .execute()
        await transaction
          .insertInto('insight_view')
          .values(
            live.map(({ id }) => ({ project_id: projectId, user_id: userId, insight_id: id, viewed_at })),
          )
          .onConflict((conflict) =>
            conflict.columns(['project_id', 'user_id', 'insight_id']).doUpdateSet({ viewed_at }),
          )
          .execute()
      })
    },
    async lastViewed(projectId, userId, limit) {
      const rows = await metadata
        .selectFrom('insight_view')
        .innerJoin('insight', 'insight.id', 'insight_view.insight_id')
        .select('insight.id')
        .where('insight_view.project_id', '=', projectId)
        .where('insight_view.user_id', '=', userId)
        .where('insight.project_id', '=', projectId)
        .where('insight.deleted', '=', 0)
        .orderBy('insight_view.viewed_at', 'desc')
        .orderBy('insight.id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(({ id }) => id)
    },
    async mostViewed(projectId, sinceMs, limit) {
      const rows = await metadata
        .selectFrom('insight_view')
        .innerJoin('insight', 'insight.id', 'insight_view.insight_id')
        .select((e) => ['insight.id', e.fn.countAll<number>().as('viewers')])
        .where('insight_view.project_id', '=', projectId)
        .where('insight_view.viewed_at', '>=', isoInstant(sinceMs))
        .where('insight.project_id', '=', projectId)
        .where('insight.deleted', '=', 0)
        .groupBy('insight.id')
        .orderBy('viewers', 'desc')
        .orderBy((e) => e.fn.max('insight_view.viewed_at'), 'desc')
        .orderBy('insight.id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(({ id, viewers }) => ({ insightId: id, viewers: Number(viewers) }))
    },
  }
}
