import type { CancelledFor } from './cancellation.ts'

/** The failure of a job, in the words of the interface, so that any node can read it. */
export interface JobError {
  readonly code: string
  readonly detail: string
}

/** A computation that no request waits for. */
export interface BackgroundJob {
  readonly id: string
  readonly projectId: number
  /** The saved insight whose question the job computes; null for an unsaved question. */
  readonly insightId: number | null
  /** The key of the cached result that the job writes. */
  readonly resultKey: string
  readonly startedMs: number
  /** Null while the job runs. */
  readonly endedMs: number | null
  /** The time at which the record of the job is deleted; null while it runs. */
  readonly expiresMs: number | null
  /** Null while the job runs, and if it succeeded. */
  readonly error: JobError | null
}

export interface JobRequest {
  readonly projectId: number
  /** The user who asks for the job; null for a visitor of a link. */
  readonly userId: number | null
  readonly insightId: number | null
  readonly resultKey: string
  /** A key of the job's work: jobs that would do the same work have equal values. */
  readonly sameAs: string
  readonly run: (signal: AbortSignal) => Promise<unknown>
}

export interface BackgroundJobs {
  /**
   * Starts a job, or returns the running job of the same project, insight and work. The user of the request
   * becomes one of the users who asked for the job.
   * @throws RequestError `unavailable` when too many jobs run.
   */
  start(request: JobRequest): Promise<BackgroundJob>
  /** Returns the job; null if the project has no job with this id, or if the job's record has expired. */
  find(projectId: number, id: string): Promise<BackgroundJob | null>
  /** Resolves when a job has ended, or at once if the project has no such job. */
  ended(projectId: number, id: string): Promise<void>
  /**
   * Cancels a job for users who asked for it. If no other user still wants its result, the job is stopped,
   * and it has ended when the promise resolves. Resolves with false if the project has no job with this id
   * that these users asked for, and with true if it has one, even if that job has already ended.
   */
  cancel(projectId: number, id: string, users: CancelledFor): Promise<boolean>
  /** Stops all jobs of this process and waits until they have ended. */
  close(): Promise<void>
}
