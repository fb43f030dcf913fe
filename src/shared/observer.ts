/** A query of the event engine that has ended. */
export interface EndedQuery {
  /** The name of the query, in the form `<kind>.<part>`. */
  readonly name: string
  /** Null for the server's own work, and for queries that read no project. */
  readonly projectId: number | null
  /**
   * The client for which the query ran: `key 5`, `user 2`, `links`, `background`; undefined for the server's
   * own work.
   */
  readonly share: string | undefined
  readonly seconds: number
  readonly waitedSeconds: number
  /** Kind of the failure; null if the query succeeded. */
  readonly failure: string | null
}

/** A group of capture requests that was written, or whose writing has failed. */
export interface EndedFlush {
  readonly requests: number
  readonly events: number
  readonly seconds: number
  readonly isStored: boolean
}

export interface EndedRequest {
  readonly method: string
  /** Path as the route declares it; null without a route. */
  readonly route: string | null
  readonly status: number
  readonly seconds: number
}

/**
 * Receives reports of completed work, for metrics and traces. Its methods return quickly and do not throw.
 */
export interface Observer {
  requestEnded(request: EndedRequest): void
  queryEnded(query: EndedQuery): void
  flushEnded(flush: EndedFlush): void
  /**
   * Reports a number of events of capture requests. `issue` is the reason why these events were not stored,
   * or not completely; null if they have no issue.
   */
  eventsCaptured(issue: string | null, count: number): void
  /** Reports a question of a kind of insight that was answered. */
  questionAnswered(kind: string, isCached: boolean): void
}

export const NO_OBSERVER: Observer = {
  requestEnded: () => undefined,
  queryEnded: () => undefined,
  flushEnded: () => undefined,
  eventsCaptured: () => undefined,
  questionAnswered: () => undefined,
}
