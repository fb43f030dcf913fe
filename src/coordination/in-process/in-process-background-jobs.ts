import { randomUUID } from 'node:crypto'
import type { BackgroundJob, BackgroundJobs, JobError, JobRequest } from '#coordination/background-jobs.ts'
import type { Clock } from '#shared/clock.ts'
import { RequestError } from '#shared/request-error.ts'

interface Entry {
  job: BackgroundJob
  /** All users who have asked for the job. */
  readonly users: Set<number | null>
  /** The users who still want the result of the job. */
  readonly waiting: Set<number | null>
  readonly sameAs: string
  readonly stop: AbortController
  ended: Promise<void>
}

const MAX_RUNNING = 100
/** Most running jobs of one project, so that other projects can run some too. */
const MAX_RUNNING_OF_ONE = 25
const MAX_KEPT = 1_000
const KEPT_MS = 10 * 60_000

// The age may be negative: a client still gets the result of its job if the clock was set back a little
// since the job ended.
const isLongAgo = (endedMs: number, nowMs: number) => Math.abs(nowMs - endedMs) >= KEPT_MS

/**
 * Creates jobs that are in memory only, with their records: a restart ends the jobs and loses the records.
 * `describeError` puts the failure of a job into the words of the interface.
 */
export function createInProcessBackgroundJobs(
  clock: Clock,
  describeError: (error: unknown) => JobError,
): BackgroundJobs {
  // Entries are in the order of their start.
  const entries = new Map<string, Entry>()
  const running = () => [...entries.values()].filter(({ job }) => job.endedMs === null)

  function forgetExpired(): void {
    const nowMs = clock()
    for (const [id, { job }] of entries) {
      const isOver = job.endedMs !== null && (isLongAgo(job.endedMs, nowMs) || entries.size > MAX_KEPT)
      if (isOver) entries.delete(id)
    }
  }
  async function run(entry: Entry, work: JobRequest['run']): Promise<void> {
    let error: JobError | null = null
    try {
      await work(entry.stop.signal)
    } catch (failure) {
      error = describeError(failure)
    }
    const endedMs = clock()
    entry.job = { ...entry.job, endedMs, expiresMs: endedMs + KEPT_MS, error }
  }
  return {
    async start({ projectId, userId, insightId, resultKey, sameAs, run: work }) {
      forgetExpired()
      const busy = running()
      const same = busy.find(
        (one) => one.sameAs === sameAs && one.job.insightId === insightId && one.job.projectId === projectId,
      )
      if (same !== undefined) {
        same.users.add(userId)
        same.waiting.add(userId)
        return same.job
      }
      const own = busy.filter(({ job }) => job.projectId === projectId)
      if (busy.length >= MAX_RUNNING || own.length >= MAX_RUNNING_OF_ONE)
        throw new RequestError('unavailable', 'overloaded', 'Too many questions are being computed.')
      const job: BackgroundJob = {
        id: randomUUID(),
        projectId,
        insightId,
        resultKey,
        startedMs: clock(),
        endedMs: null,
        expiresMs: null,
        error: null,
      }
      const entry: Entry = {
        ...{ job, sameAs, stop: new AbortController(), ended: Promise.resolve() },
        users: new Set([userId]),
        waiting: new Set([userId]),
      }
      entries.set(job.id, entry)
      entry.ended = run(entry, work)
      return job
    },
    async find(projectId, id) {
      forgetExpired()
      const job = entries.get(id)?.job
      return job?.projectId === projectId ? job : null
    },
    async ended(projectId, id) {
      const entry = entries.get(id)
      if (entry?.job.projectId === projectId) await entry.ended
    },
    async cancel(projectId, id, users) {
      const entry = entries.get(id)
      if (entry?.job.projectId !== projectId) return false
      if (users === 'everybody') entry.waiting.clear()
      else if (!entry.users.has(users)) return false
      else entry.waiting.delete(users)
      if (entry.waiting.size > 0) return true
      entry.stop.abort()
      await entry.ended
      return true
    },
    async close() {
      const busy = running()
      for (const { stop } of busy) stop.abort()
      await Promise.all(busy.map(({ ended }) => ended))
    },
  }
}
