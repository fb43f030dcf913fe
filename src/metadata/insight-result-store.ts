import type { Metadata } from './open-metadata.ts'

/** The last computed answer of a saved insight: what it was, when, and in which time zone its days were cut. */
export interface InsightResult {
  readonly result: unknown
  readonly timezone: string
  readonly refreshedAt: string
}

export interface InsightResultStore {
  put(insightId: number, result: InsightResult): Promise<void>
  /** Forgets the answer, because the question changed. */
  forget(insightId: number): Promise<void>
  byInsightIds(insightIds: readonly number[]): Promise<ReadonlyMap<number, InsightResult>>
}

export function createInsightResultStore(metadata: Metadata): InsightResultStore {
  return {
    async put(insightId, { result, timezone, refreshedAt }) {
      const values = { result: JSON.stringify(result), timezone, refreshed_at: refreshedAt }
      await metadata
        .insertInto('insight_result')
        .values({ insight_id: insightId, ...values })
        .onConflict((conflict) => conflict.column('insight_id').doUpdateSet(values))
        .execute()
    },
    async forget(insightId) {
      await metadata.deleteFrom('insight_result').where('insight_id', '=', insightId).execute()
    },
    async byInsightIds(insightIds) {
      if (insightIds.length === 0) return new Map()
      const rows = await metadata
        .selectFrom('insight_result')
        .selectAll()
        .where('insight_id', 'in', [...insightIds])
        .execute()
      return new Map(
        rows.map((row) => [
          row.insight_id,
          { result: JSON.parse(row.result), timezone: row.timezone, refreshedAt: row.refreshed_at },
        ]),
      )
    },
  }
}
