/** A question that is being answered, under the name that its client gave it. */
export interface NamedQuestion {
  readonly projectId: number
  /** Without one the question cannot be cancelled. */
  readonly clientQueryId: string | undefined
}

/** Cancels running questions by the names that clients gave them. */
export interface Cancellation {
  /** Runs `work`. Its signal aborts when the question is cancelled or `signal` aborts. */
  run<T>(
    question: NamedQuestion,
    work: (signal: AbortSignal | undefined) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T>
  /**
   * Cancels all questions of the project that run under this name. Resolves with their number when their work has ended;
   * a computation that other requests wait for as well goes on.
   */
  cancel(projectId: number, clientQueryId: string): Promise<number>
}
