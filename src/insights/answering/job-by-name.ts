import type { BackgroundJob, BackgroundJobs } from '#coordination/background-jobs.ts'
import type { AskedBy, Cancellation } from '#coordination/cancellation.ts'

interface JobByNameDeps {
  readonly jobs: Pick<BackgroundJobs, 'ended' | 'cancel'>
  readonly cancellation: Pick<Cancellation, 'run'>
}

/**
 * Lets a user cancel a background job by the name of the request that asked for it, while the job runs. The
 * job goes on for other users.
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
