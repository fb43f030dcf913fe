import type { BackgroundJob } from '#coordination/background-jobs.ts'
import { answerFor } from '#http/server/errors.ts'
import { isoInstant } from '#shared/clock.ts'

/** What `query_status` says of a computation in the background. Its result is read where it was asked for. */
export function queryStatus(job: BackgroundJob) {
  const failure = job.error === null ? null : answerFor(job.error).body
  return {
    id: job.id,
    team_id: job.projectId,
    insight_id: job.insightId,
    dashboard_id: null,
    query_async: true as const,
    complete: job.endedMs !== null,
    error: failure !== null,
    error_message: failure?.detail ?? null,
    start_time: isoInstant(job.startedMs),
    end_time: instantOrNull(job.endedMs),
    expiration_time: instantOrNull(job.expiresMs),
    results: null,
  }
}

const instantOrNull = (epochMs: number | null) => (epochMs === null ? null : isoInstant(epochMs))
