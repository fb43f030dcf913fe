import type { Metadata } from '#metadata/database/schema.ts'
import { isoInstant } from '#shared/clock.ts'

/** How many timings with one type and status took a time of one bucket, since the project began. */
export interface TimingCount {
  readonly type: string
  readonly status: string
  /** Its place among the buckets of the histogram; -1 for timings that say no time. */
  readonly bucket: number
  readonly count: number
  /** The sum of their times. */
  readonly milliseconds: number
}
export interface NewTiming extends Omit<TimingCount, 'count'> {
  readonly projectId: number
  readonly userId: number
  /** JSON as it was sent. */
  readonly body: string
}

export interface TimingStore {
  /** Keeps a timing and counts it; the oldest beyond 10,000 of its project are forgotten and stay counted. */
  add(timing: NewTiming, nowMs: number): Promise<void>
  countsOf(projectId: number): Promise<TimingCount[]>
}

const MAX_KEPT = 10_000
/** Pairs of a type and a status: clients choose both, and each is a line in every scrape for ever. */
const MAX_PAIRS = 50
const OTHER = { type: 'other', status: 'other' }

export function createTimingStore(metadata: Metadata, maxKept = MAX_KEPT): TimingStore {
  return {
    add: (timing, nowMs) =>
      metadata.transaction().execute(async (transaction) => {
        await keep(transaction, timing, nowMs, maxKept)
        await count(transaction, timing)
      }),
    async countsOf(projectId) {
      const rows = await metadata
        .selectFrom('client_timing_count')
        .selectAll()
        .where('project_id', '=', projectId)
        .orderBy('type')
        .orderBy('status')
        .orderBy('bucket')
        .execute()
      return rows.map(({ type, status, bucket, count, milliseconds }) => ({
        type,
        status,
        bucket,
        count: Number(count),
        milliseconds: Number(milliseconds),
      }))
    },
  }
}

async function keep(
  transaction: Metadata,
  { projectId, userId, body }: NewTiming,
  nowMs: number,
  maxKept: number,
): Promise<void> {
  await transaction
    .insertInto('client_timing')
    .values({ project_id: projectId, user_id: userId, body, created_at: isoInstant(nowMs) })
    .execute()
  await transaction
    .deleteFrom('client_timing')
    .where('project_id', '=', projectId)
    .where('id', '<=', (e) =>
      e
        .selectFrom('client_timing')
        .select('id')
        .where('project_id', '=', projectId)
        .orderBy('id', 'desc')
        .limit(1)
        .offset(maxKept),
    )
    .execute()
}

async function count(transaction: Metadata, timing: NewTiming): Promise<void> {
  const { type, status } = await countedPair(transaction, timing)
  const { projectId, bucket, milliseconds } = timing
  await transaction
    .insertInto('client_timing_count')
    .values({ project_id: projectId, type, status, bucket, count: 1, milliseconds })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'type', 'status', 'bucket']).doUpdateSet((e) => ({
        count: e('client_timing_count.count', '+', 1),
        milliseconds: e('client_timing_count.milliseconds', '+', milliseconds),
      })),
    )
    .execute()
}

// A pair stays what it was when it was first seen: were it to move to `other` later, its counts would fall.
async function countedPair(
  transaction: Metadata,
  { projectId, type, status }: NewTiming,
): Promise<{ type: string; status: string }> {
  const pairs = await transaction
    .selectFrom('client_timing_count')
    .select(['type', 'status'])
    .distinct()
    .where('project_id', '=', projectId)
    .execute()
  const isKnown = pairs.some((pair) => pair.type === type && pair.status === status)
  return isKnown || pairs.length < MAX_PAIRS ? { type, status } : OTHER
}
