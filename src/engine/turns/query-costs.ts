import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** A query whose time is estimated. */
export interface CostedQuery {
  readonly projectId: number | null
  /** `<kind>.<part>` */
  readonly name: string
  /** The text of the statement. */
  readonly statement: string
  /**
   * Number of stored events that the query may read, from the counts of event definitions; absent if
   * unknown.
   */
  readonly events?: number | undefined
}

/** Estimates how long queries take in the engine, in ms, from queries that have run before. */
export interface QueryCosts {
  /**
   * Returns a function that gives the present estimate for a query. The estimate improves as other queries
   * end, so call it again.
   */
  of(query: CostedQuery): () => number
  /** Records how long a query took. */
  note(query: CostedQuery, ms: number): void
}

const REMEMBERED_STATEMENTS = 10_000
const REMEMBERED_NAMES = 10_000
/** Estimate for a query about which nothing is known. */
const UNKNOWN_MS = 50
/**
 * Estimate before the first query of a name has run. It is between the few ms of a trend and the hundreds
 * of a funnel.
 */
const MS_PER_MILLION_EVENTS = 200
/** Weight of the newest query in a running mean. */
const NEWEST = 0.3
/** No estimate is less than this. */
const LEAST_MS = 1
/** Only this many characters of a text are hashed, because hashing a longer text would block the process. */
const MAX_HASHED_CHARACTERS = 100_000

/**
 * Estimates the time of a query by the first of these figures that is known:
 * - the time of the last run of the same statement;
 * - if the number of events that the query may read is known: this number, times the recent time per event of
 * queries of the same name;
 * - if it is not known: the mean time of the project's queries of the same name.
 */
export function createQueryCosts(): QueryCosts {
  const ofStatement = new LRUCache<string, number>({ max: REMEMBERED_STATEMENTS })
  const ofName = new LRUCache<string, number>({ max: REMEMBERED_NAMES })
  const perMillion = new LRUCache<string, number>({ max: REMEMBERED_NAMES })
  const estimate = (query: CostedQuery, key: string): number => {
    const last = ofStatement.get(key)
    if (last !== undefined) return last
    if (query.events === undefined) return ofName.get(nameKey(query)) ?? UNKNOWN_MS
    return (query.events / 1e6) * (perMillion.get(query.name) ?? MS_PER_MILLION_EVENTS)
  }
  return {
    of(query) {
      const key = statementKey(query)
      return () => Math.max(LEAST_MS, estimate(query, key))
    },
    note(query, ms) {
      ofStatement.set(statementKey(query), ms)
      blend(ofName, nameKey(query), ms)
      // Small queries are left out: their fixed cost would make each event look expensive.
      if (query.events !== undefined && query.events >= LEAST_MEASURED_EVENTS)
        blend(perMillion, query.name, (ms * 1e6) / query.events)
    },
  }
}

const LEAST_MEASURED_EVENTS = 100_000

const nameKey = ({ projectId, name }: CostedQuery) => `${projectId} ${name}`

const statementKey = ({ projectId, name, statement }: CostedQuery) =>
  createHash('sha1')
    .update(`${projectId} ${name} ${statement.length} ${statement.slice(0, MAX_HASHED_CHARACTERS)}`)
    .digest('base64')

function blend(means: LRUCache<string, number>, key: string, value: number): void {
  const mean = means.get(key)
  means.set(key, mean === undefined ? value : mean + NEWEST * (value - mean))
}
