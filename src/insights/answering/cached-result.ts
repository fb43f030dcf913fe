import { kindOf } from '#insights/registry.ts'
import type { InsightQuery } from '#query/insight-query.ts'
import { isoInstant } from '#shared/clock.ts'
import type { JsonObject } from '#shared/json-value.ts'
import { jsonPieces } from '#shared/large-json/json-pieces.ts'
import { parseInParts } from '#shared/large-json/parse-in-parts.ts'
import { createPauses } from '#shared/large-json/pauses.ts'
import { minimumIntervalMs, parseBasis } from './freshness.ts'
import { COMPUTATION } from './question-key.ts'
import type { Spent } from './spent.ts'

interface ResultRow {
  readonly key: string
  readonly projectId: number
  readonly freshness: string
  readonly timezone: string
  readonly refreshedAt: string
}
/** A cached result as a store has it. */
export interface CachedResultRow extends ResultRow {
  readonly answer: string
}
/** A result as a store takes it: the text of its answer comes in pieces. */
export interface NewResultRow extends ResultRow {
  readonly pieces: Iterable<string>
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

/** The pieces of the text that is stored. */
export const storedPieces = ({
  query,
  node,
  answer,
  spent,
}: Pick<CachedResult, 'query' | 'node' | 'answer' | 'spent'>): Iterable<string> => {
  const stored: StoredText = { computation: COMPUTATION, query, node, answer, spent }
  return jsonPieces(stored)
}

/**
 * The result of a row whose `answer` {@link storedPieces} wrote; null for one in the form of another
 * release.
 */
export async function toCachedResult({
  key,
  freshness,
  answer: text,
  ...row
}: CachedResultRow): Promise<CachedResult | null> {
  const stored = (await parseInParts(text, { pause: createPauses() })) as Partial<StoredText>
  const { computation, query, node, answer, spent = null } = stored
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
