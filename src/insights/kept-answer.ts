import type { InsightQuery } from '#query/insight-query.ts'
import { isoInstant } from '#shared/clock.ts'
import { minimumIntervalMs, readBasis } from './freshness.ts'
import type { InsightAnswer } from './run-insight.ts'

/** As an answer is kept by a store. */
export interface AnswerRow {
  readonly key: string
  readonly projectId: number
  readonly freshness: string
  readonly answer: string
  readonly timezone: string
  readonly refreshedAt: string
}

/** An answer with its question, for whoever shows it. */
export interface KeptAnswer {
  readonly key: string
  readonly query: InsightQuery
  readonly answer: InsightAnswer
  /** IANA name of the time zone in which its days were cut. */
  readonly timezone: string
  /** When its computation began. */
  readonly refreshedAt: string
  /** Before that a client need not ask again. */
  readonly nextRefreshAt: string
}

/** What a row says, whose `answer` {@link answerText} wrote. */
export function readAnswer({ key, freshness, answer: text, timezone, refreshedAt }: AnswerRow): KeptAnswer {
  const { query, answer } = JSON.parse(text) as Pick<KeptAnswer, 'query' | 'answer'>
  const refreshedMs = Date.parse(refreshedAt)
  const { range } = readBasis(freshness, refreshedMs)
  const nextRefreshAt = isoInstant(refreshedMs + minimumIntervalMs(query, range))
  return { key, query, answer, timezone, refreshedAt, nextRefreshAt }
}

export const answerText = ({ query, answer }: Pick<KeptAnswer, 'query' | 'answer'>): string =>
  JSON.stringify({ query, answer })
