import type { CancelledFor } from './cancellation.ts'

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
  /** The user who asks for it; null for a visitor of a link. */
  readonly userId: number | null
  readonly insightId: number | null
  readonly resultKey: string
  /** Equal for jobs that would do the same work. */
  readonly sameAs: string
  readonly run: (signal: AbortSignal) => Promise<unknown>
}

export interface BackgroundJobs {
  /**
   * Starts a job, or returns the running one of the same project, insight and work, which then has this
   * user as well.
   * @throws RequestError `unavailable` when too many jobs run.
   */
  start(request: JobRequest): Promise<BackgroundJob>
  /** Null where the project has no job of that id, or its record has expired. */
  find(projectId: number, id: string): Promise<BackgroundJob | null>
  /** Resolves when a job has ended, at once if the project has no such job. */
  ended(projectId: number, id: string): Promise<void>
  /**
   * Cancels a job for users who asked for it. It is stopped if nobody else has asked for it, and has then
   * ended when this resolves. Resolves with false if the project has no job of these users with that id; one
   * that has ended counts.
   */
  cancel(projectId: number, id: string, users: CancelledFor): Promise<boolean>
  /** Stops all jobs of this process and waits until they have ended. */
  close(): Promise<void>
}
