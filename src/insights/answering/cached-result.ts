import { kindOf } from '#insights/questions/find-kind.ts'
import type { InsightQuery } from '#query/insight-query.ts'
import { isoInstant } from '#shared/clock.ts'
import type { JsonObject } from '#shared/json-value.ts'
import { jsonLines, readJsonLines } from '#shared/large-json/json-lines.ts'
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
/** A cached result as a store returns it. */
export interface CachedResultRow extends ResultRow {
  /** Reads the lines of its text. Lines are missing if the result was replaced in the meantime. */
  lines(): AsyncIterable<string>
}
/** A result as a store takes it. */
export interface NewResultRow extends ResultRow {
  readonly lines: Iterable<string>
}

/** A cached answer with its question. */
export interface CachedResult {
  readonly key: string
  readonly query: InsightQuery
  /**
   * The question as a query node. Other nodes can ask an equal question; this is the node of the request
   * that computed the result.
   */
  readonly node: JsonObject
  /** The answer, in the form of the question's kind. */
  readonly answer: unknown
  /** IANA name of the time zone in which the range was cut into days. */
  readonly timezone: string
  /** Instant at which its computation began. */
  readonly refreshedAt: string
  /** The cost of its computation; null if this is not known. */
  readonly spent: Spent | null
  /** Time before which clients are told not to ask for a new result. */
  readonly nextRefreshAt: string
}

/** The first line of a stored result. The lines of its answer follow. */
interface Heading extends Pick<CachedResult, 'query' | 'node' | 'spent'> {
  readonly computation: number
}

/** Yields the lines of a result as they are stored: a heading, then the answer. */
export function* storedLines({
  query,
  node,
  answer,
  spent,
}: Pick<CachedResult, 'query' | 'node' | 'answer' | 'spent'>): Generator<string> {
  const heading: Heading = { computation: COMPUTATION, query, node, spent }
  yield JSON.stringify(heading)
  yield* jsonLines(answer)
}

/**
 * Returns the result of a row whose lines {@link storedLines} wrote; null if the result has the form of
 * another release, or was replaced before it was read.
 */
export async function toCachedResult(row: CachedResultRow): Promise<CachedResult | null> {
  const { key, timezone, refreshedAt } = row
  const read = await readStored(row.lines())
  if (read === null) return null
  const refreshedMs = Date.parse(refreshedAt)
  const { range } = parseBasis(row.freshness, refreshedMs)
  const { interval } = kindOf(read.query).time(read.query)
  const nextRefreshAt = isoInstant(refreshedMs + minimumIntervalMs(interval, range))
  return { key, ...read, timezone, refreshedAt, nextRefreshAt }
}

type ReadResult = Pick<CachedResult, 'query' | 'node' | 'spent' | 'answer'>

async function readStored(lines: AsyncIterable<string>): Promise<ReadResult | null> {
  const iterator = lines[Symbol.asyncIterator]()
  try {
    const first = await iterator.next()
    const { computation, ...heading } = JSON.parse(first.value ?? '') as Heading
    if (computation !== COMPUTATION) return null
    const rest = { [Symbol.asyncIterator]: () => iterator }
    return { ...heading, answer: await readJsonLines(rest, createPauses()) }
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  } finally {
    await iterator.return?.()
  }
}
