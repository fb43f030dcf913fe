import type { BackgroundJob, BackgroundJobs } from '#coordination/background-jobs.ts'
import type { AskedBy, Cancellation } from '#coordination/cancellation.ts'

interface JobByNameDeps {
  readonly jobs: Pick<BackgroundJobs, 'ended' | 'cancel'>
  readonly cancellation: Pick<Cancellation, 'run'>
}

/**
 * Lets a user cancel a background job while it runs, by the name of the request that asked for the job. If
 * other users wait for the job too, it goes on for them.
 */
export function cancelJobByName(
  { jobs, cancellation }: JobByNameDeps,
  { projectId, id }: BackgroundJob,
  askedBy: AskedBy | undefined,
): void {
  if (askedBy?.clientQueryId === undefined) return
  void cancellation.run({ projectId, askedBy }, async (signal) => {
    const cancelled = new Promise<unknown>((resolve) =>
      signal?.addEventListener('abort', () => resolve(jobs.cancel(projectId, id, askedBy.userId))),
    )
    await Promise.race([jobs.ended(projectId, id), cancelled])
  })
}
