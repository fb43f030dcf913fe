import { kindOf } from '#insights/registry.ts'
import type { InsightQuery } from '#query/insight-query.ts'
import { isoInstant } from '#shared/clock.ts'
import type { JsonObject } from '#shared/json-value.ts'
import { minimumIntervalMs, parseBasis } from './freshness.ts'
import { COMPUTATION } from './question-key.ts'
import type { Spent } from './spent.ts'

/** A cached result as a store keeps it. */
export interface CachedResultRow {
  readonly key: string
  readonly projectId: number
  readonly freshness: string
  readonly answer: string
  readonly timezone: string
  readonly refreshedAt: string
}

/** A cached answer with its question. */
export interface CachedResult {
  readonly key: string
  readonly query: InsightQuery
  /** The question as a query node. Equal questions may have been sent as different ones. */
  readonly node: JsonObject
  /** In the form of the question's kind. */
  readonly answer: unknown
  /** IANA name of the time zone in which its days were cut. */
  readonly timezone: string
  /** When its computation began. */
  readonly refreshedAt: string
  /** What its computation took; null for a result of an older release. */
  readonly spent: Spent | null
  /** Clients are told not to ask for a new result before. */
  readonly nextRefreshAt: string
}

interface StoredText extends Pick<CachedResult, 'query' | 'node' | 'answer'> {
  readonly computation: number
  /** Absent in results of older releases. */
  readonly spent?: Spent | null
}

export const storedText = ({
  query,
  node,
  answer,
  spent,
}: Pick<CachedResult, 'query' | 'node' | 'answer' | 'spent'>): string => {
  const stored: StoredText = { computation: COMPUTATION, query, node, answer, spent }
  return JSON.stringify(stored)
}

/** The result of a row whose `answer` {@link storedText} wrote; null for one in the form of another release. */
export function toCachedResult({
  key,
  freshness,
  answer: text,
  ...row
}: CachedResultRow): CachedResult | null {
  const { computation, query, node, answer, spent = null }: Partial<StoredText> = JSON.parse(text)
  if (computation !== COMPUTATION || query === undefined || node === undefined) return null
  const refreshedMs = Date.parse(row.refreshedAt)
  const { range } = parseBasis(freshness, refreshedMs)
  const { interval } = kindOf(query).time(query)
  return {
    key,
    query,
    node,
    answer,
    spent,
    timezone: row.timezone,
    refreshedAt: row.refreshedAt,
    nextRefreshAt: isoInstant(refreshedMs + minimumIntervalMs(interval, range)),
  }
}
