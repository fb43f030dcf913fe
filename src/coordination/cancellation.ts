/** The user who asked a question, and the name that their client gave it. */
export interface AskedBy {
  readonly userId: number
  /** Without one the question cannot be cancelled by name. */
  readonly clientQueryId: string | undefined
}

/** A question that is being answered. */
export interface NamedQuestion {
  readonly projectId: number
  /** Undefined for a visitor of a link, who cannot cancel. */
  readonly askedBy: AskedBy | undefined
}

/** The users whose questions are cancelled: one, by number, or all. */
export type CancelledFor = number | 'everybody'

/** Cancels running questions by the names that clients gave them. */
export interface Cancellation {
  /** Runs `work`. Its signal aborts when the question is cancelled or `signal` aborts. */
  run<T>(
    question: NamedQuestion,
    work: (signal: AbortSignal | undefined) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T>
  /**
   * Cancels all questions of these users in the project that run under this name. Resolves with their number
   * when their work has ended; a computation that other requests wait for as well goes on.
   */
  cancel(projectId: number, clientQueryId: string, users: CancelledFor): Promise<number>
}
