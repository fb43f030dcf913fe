/** The user who asked a question, and the name that their client gave it. */
export interface AskedBy {
  readonly userId: number
  /** The client's name for the question. Without a name it cannot be cancelled by name. */
  readonly clientQueryId: string | undefined
}

/** A question that is being answered. */
export interface NamedQuestion {
  readonly projectId: number
  /** Undefined for a visitor of a link, who cannot cancel a question. */
  readonly askedBy: AskedBy | undefined
}

/** The users whose questions are cancelled: one user, by id, or all. */
export type CancelledFor = number | 'everybody'

/** Cancels running questions by the names that clients gave them. */
export interface Cancellation {
  /** Runs `work` with a signal that aborts when the question is cancelled or when `signal` aborts. */
  run<T>(
    question: NamedQuestion,
    work: (signal: AbortSignal | undefined) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T>
  /**
   * Cancels all questions of these users in the project that run under this name. Resolves with the number
   * of questions when their work has ended. A computation that other requests also wait for goes on.
   */
  cancel(projectId: number, clientQueryId: string, users: CancelledFor): Promise<number>
}
