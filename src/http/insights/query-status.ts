import type { BackgroundJob } from '#coordination/background-jobs.ts'
import { isoInstant } from '#shared/clock.ts'

/** Returns the `query_status` of a background job, without its result. */
export function toQueryStatus(job: BackgroundJob) {
  return {
    id: job.id,
    team_id: job.projectId,
    insight_id: job.insightId,
    dashboard_id: null,
    query_async: true as const,
    complete: job.endedMs !== null,
    error: job.error !== null,
    error_message: job.error?.detail ?? null,
    start_time: isoInstant(job.startedMs),
    end_time: instantOrNull(job.endedMs),
    expiration_time: instantOrNull(job.expiresMs),
    results: null,
  }
}

const instantOrNull = (epochMs: number | null) => (epochMs === null ? null : isoInstant(epochMs))
