import type { Metadata } from '#metadata/database/schema.ts'
import type { Insight } from '#metadata/insights/insight.ts'

/** The keys of the cached results that were last shown, for an insight and for its tiles on dashboards. */
export interface ShownResults {
  /** Sets the key of an insight, unless its filters or query have changed since it was read. */
  ofInsight(insight: Pick<Insight, 'id' | 'filters' | 'query'>, key: string): Promise<void>
  /**
   * Sets the key of the insight's tile on a dashboard, unless the insight's filters or query, or the
   * dashboard's filters, have changed since they were read.
   */
  ofTile(
    insight: Pick<Insight, 'id' | 'filters' | 'query'>,
    dashboard: { readonly id: number; readonly filters: unknown },
    key: string,
  ): Promise<void>
}

export function createShownResults(metadata: Metadata): ShownResults {
  return {
    ofInsight: (insight, key) =>
      metadata.transaction().execute(async (transaction) => {
        if (!(await isUnchanged(transaction, insight))) return
        await transaction
          .updateTable('insight')
          .set({ answer_key: key })
          .where('id', '=', insight.id)
          .where('answer_key', 'is distinct from', key)
          .execute()
      }),
    ofTile: (insight, dashboard, key) =>
      metadata.transaction().execute(async (transaction) => {
        if (!(await isUnchanged(transaction, insight))) return
        const row = await transaction
          .selectFrom('dashboard')
          .select('filters')
          .where('id', '=', dashboard.id)
          .executeTakeFirst()
        if (row === undefined || !isSame(JSON.parse(row.filters), dashboard.filters)) return
        await transaction
          .updateTable('dashboard_tile')
          .set({ answer_key: key })
          .where('dashboard_id', '=', dashboard.id)
          .where('insight_id', '=', insight.id)
          .where('answer_key', 'is distinct from', key)
          .execute()
      }),
  }
}

async function isUnchanged(
  transaction: Metadata,
  insight: Pick<Insight, 'id' | 'filters' | 'query'>,
): Promise<boolean> {
  const row = await transaction
    .selectFrom('insight')
    .select(['filters', 'query'])
    .where('id', '=', insight.id)
    .executeTakeFirst()
  if (row === undefined) return false
  const query = row.query === null ? null : JSON.parse(row.query)
  return isSame([JSON.parse(row.filters), query], [insight.filters, insight.query])
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
