import { randomUUID } from 'node:crypto'
import type { Clock } from '#shared/clock.ts'
import { RequestError } from '#shared/request-error.ts'

/** A computation that nobody waits for. */
export interface RefreshJob {
  readonly id: string
  readonly projectId: number
  /** The saved insight it is for, or null. */
  readonly insightId: number | null
  /** Under which its answer is kept. */
  readonly answerKey: string
  readonly startedMs: number
  /** Null while it runs. */
  readonly endedMs: number | null
  /** When it is forgotten; null while it runs. */
  readonly expiresMs: number | null
  /** What it failed with, or null. */
  readonly error: unknown
}
interface JobRequest {
  readonly projectId: number
  readonly insightId: number | null
  readonly answerKey: string
  /** Equal for jobs that would do the same. */
  readonly sameAs: string
  readonly run: (signal: AbortSignal) => Promise<unknown>
}

export interface RefreshJobs {
  /** Starts a job, or gives the one that does the same already. @throws RequestError `unavailable` when too many run. */
  start(request: JobRequest): RefreshJob
  /** Null where the project has none of that id, or no longer. */
  find(projectId: number, id: string): RefreshJob | null
  /** Stops a running job, and tells whether there was one; resolves when it has ended. */
  cancel(projectId: number, id: string): Promise<boolean>
  /** Stops all of them. */
  close(): Promise<void>
}

interface Entry {
  job: RefreshJob
  readonly sameAs: string
  readonly stop: AbortController
  ended: Promise<void>
}

const MAX_RUNNING = 100
/** One project leaves room for others. */
const MAX_RUNNING_OF_ONE = 25
const MAX_KEPT = 1_000
const KEPT_MS = 10 * 60_000

/** Jobs are kept in memory: with a restart they and what they would have told are gone. */
export function createRefreshJobs(clock: Clock): RefreshJobs {
  // In the order in which they began.
  const entries = new Map<string, Entry>()
  const running = () => [...entries.values()].filter(({ job }) => job.endedMs === null)

  function forgetOld(): void {
    const nowMs = clock()
    for (const [id, { job }] of entries) {
      const isOver = job.expiresMs !== null && (job.expiresMs <= nowMs || entries.size > MAX_KEPT)
      if (isOver) entries.delete(id)
    }
  }
  async function run(entry: Entry, work: JobRequest['run']): Promise<void> {
    let error: unknown = null
    try {
      await work(entry.stop.signal)
    } catch (failure) {
      error = failure
    }
    const endedMs = clock()
    entry.job = { ...entry.job, endedMs, expiresMs: endedMs + KEPT_MS, error }
  }
  return {
    start({ projectId, insightId, answerKey, sameAs, run: work }) {
      forgetOld()
      const busy = running()
      const same = busy.find(
        (one) => one.sameAs === sameAs && one.job.insightId === insightId && one.job.projectId === projectId,
      )
      if (same !== undefined) return same.job
      const own = busy.filter(({ job }) => job.projectId === projectId)
      if (busy.length >= MAX_RUNNING || own.length >= MAX_RUNNING_OF_ONE)
        throw new RequestError('unavailable', 'overloaded', 'Too many questions are being computed.')
      const job: RefreshJob = {
        id: randomUUID(),
        projectId,
        insightId,
        answerKey,
        startedMs: clock(),
        endedMs: null,
        expiresMs: null,
        error: null,
      }
      const entry: Entry = { job, sameAs, stop: new AbortController(), ended: Promise.resolve() }
      entries.set(job.id, entry)
      entry.ended = run(entry, work)
      return job
    },
    find(projectId, id) {
      forgetOld()
      const job = entries.get(id)?.job
      return job?.projectId === projectId ? job : null
    },
    async cancel(projectId, id) {
      const entry = entries.get(id)
      if (entry?.job.projectId !== projectId || entry.job.endedMs !== null) return false
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
