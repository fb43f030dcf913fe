/** A computation that no request waits for. */
export interface BackgroundJob {
  readonly id: string
  readonly projectId: number
  /** The saved insight that it computes; null for an unsaved question. */
  readonly insightId: number | null
  /** The key of the cached result that it writes. */
  readonly resultKey: string
  readonly startedMs: number
  /** Null while it runs. */
  readonly endedMs: number | null
  /** When the record of the job is deleted; null while it runs. */
  readonly expiresMs: number | null
  /** The error that it failed with, or null. */
  readonly error: unknown
}

export interface JobRequest {
  readonly projectId: number
  readonly insightId: number | null
  readonly resultKey: string
  /** Equal for jobs that would do the same work. */
  readonly sameAs: string
  readonly run: (signal: AbortSignal) => Promise<unknown>
}

export interface BackgroundJobs {
  /**
   * Starts a job, or returns the running one of the same project, insight and work.
   * @throws RequestError `unavailable` when too many jobs run.
   */
  start(request: JobRequest): Promise<BackgroundJob>
  /** Null where the project has no job of that id, or its record has expired. */
  find(projectId: number, id: string): Promise<BackgroundJob | null>
  /** Stops a running job; resolves when it has ended, with false where no such job runs. */
  cancel(projectId: number, id: string): Promise<boolean>
  /** Stops all jobs of this process and waits until they have ended. */
  close(): Promise<void>
}
