/** A query of the event engine that has ended. */
export interface EndedQuery {
  /** `<kind>.<part>`. */
  readonly name: string
  /** Null for the server's own work, or for queries of no project. */
  readonly projectId: number | null
  /** The share that it was asked for: `key 5`, `user 2`, `links`, `background`; undefined for the server's own work. */
  readonly share: string | undefined
  readonly seconds: number
  readonly waitedSeconds: number
  /** The kind of its failure; null where it succeeded. */
  readonly failure: string | null
}

/** A group of capture requests that was written, or not. */
export interface EndedFlush {
  readonly requests: number
  readonly events: number
  readonly seconds: number
  readonly isStored: boolean
}

export interface EndedRequest {
  readonly method: string
  /** The path as its route declares it; null without a route. */
  readonly route: string | null
  readonly status: number
  readonly seconds: number
}

/** Is told of the work that has been done, for metrics and traces. Its methods are quick and do not throw. */
export interface Observer {
  requestEnded(request: EndedRequest): void
  queryEnded(query: EndedQuery): void
  flushEnded(flush: EndedFlush): void
  /** Events of capture requests, with the issue for which they were not stored, or not as a whole; null without one. */
  eventsCaptured(issue: string | null, count: number): void
  /** A question of a kind of insight that was answered. */
  questionAnswered(kind: string, isCached: boolean): void
}

export const NO_OBSERVER: Observer = {
  requestEnded: () => undefined,
  queryEnded: () => undefined,
  flushEnded: () => undefined,
  eventsCaptured: () => undefined,
  questionAnswered: () => undefined,
}
