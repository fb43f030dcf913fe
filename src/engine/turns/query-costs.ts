import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** A query of which the time is estimated. */
export interface CostedQuery {
  readonly projectId: number | null
  /** `<kind>.<part>` */
  readonly name: string
  /** The text of the statement. */
  readonly statement: string
  /** How many stored events it may read, by counts of definitions; absent where that is unknown. */
  readonly events?: number | undefined
}

/** Estimates of the time that queries take in the engine, in ms, from queries that have run. */
export interface QueryCosts {
  /** The estimate of a query. It becomes better as other queries end: ask again. */
  of(query: CostedQuery): () => number
  /** Notes the time that a query took. */
  note(query: CostedQuery, ms: number): void
}

const REMEMBERED_STATEMENTS = 10_000
const REMEMBERED_NAMES = 10_000
/** Of a query about which nothing is known. */
const UNKNOWN_MS = 50
/** Before the first query of a name has run: between the few of a trend and the hundreds of a funnel. */
const MS_PER_MILLION_EVENTS = 200
/** The part of the last query in a mean. */
const NEWEST = 0.3
/** No query takes less. */
const LEAST_MS = 1
/** A hash of longer texts would block the process. */
const MAX_HASHED_CHARACTERS = 100_000

/**
 * The time of the last run of the same statement, where it has run. Else the events that it may read, with the time for an
 * event that queries of its name took lately; else the mean of the project's queries of that name.
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
      // The fixed cost of a query would make an event look dear.
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
