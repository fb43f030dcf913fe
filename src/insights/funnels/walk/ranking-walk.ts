import type { StartWalk } from '#sequences/actor-events.ts'
import { type FunnelJob, type FunnelRow, walkRows } from './row-walk.ts'

/**
 * Finds the rows of a breakdown alone: for the attributions `all_events` and `step`, whose other rows together are the funnel of one
 * value, so that the largest have to be known before.
 */
export const startRanking: StartWalk<FunnelJob, FunnelRow<object>[]> = (job) =>
  walkRows(job, { add: () => undefined, finish: ({ names }) => names.map(() => ({})) })
