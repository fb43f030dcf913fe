/** Work whose result several callers can share. */
export interface SharedWork<About, T> {
  readonly key: string
  /** Describes this work to later callers. */
  readonly about: About
  /**
   * Whether the running work of the same key gives this caller a valid result. `running` is the `about` of
   * the running work.
   */
  readonly isServedBy: (running: About) => boolean
  readonly run: (signal: AbortSignal) => Promise<T>
}

/**
 * Runs work once at a time, however many callers need its result. Callers share running work if its key is
 * the same and `isServedBy` says that its result is valid for them.
 */
export interface SingleFlight<About, T> {
  /**
   * Resolves with the result of this work, or of equal work that is already running. A caller whose
   * `signal` aborts is rejected, and the work continues for the other callers. When the last caller leaves,
   * the work is stopped, and the caller's promise is rejected once the work has ended.
   */
  join(work: SharedWork<About, T>, signal?: AbortSignal): Promise<T>
}
