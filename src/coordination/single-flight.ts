/** Work whose result several callers can share. */
export interface SharedWork<About, T> {
  readonly key: string
  /** Describes this work to later callers. */
  readonly about: About
  /** Whether the running work of the same key, described by its `about`, gives this caller a valid result. */
  readonly isServedBy: (running: About) => boolean
  readonly run: (signal: AbortSignal) => Promise<T>
}

/** The same work runs once at a time, however many callers need its result. */
export interface SingleFlight<About, T> {
  /**
   * The result of this work, or of the same work that is running. A caller whose `signal` aborts is rejected and leaves the
   * work to the others. When the last caller leaves, the work is stopped; its promise is rejected once the work has ended.
   */
  join(work: SharedWork<About, T>, signal?: AbortSignal): Promise<T>
}
