import type { Metadata } from '#metadata/database/schema.ts'
import { isoInstant } from '#shared/clock.ts'

/**
 * Number of timings of one type and status that fell into one bucket of the histogram, since the project
 * was created.
 */
export interface TimingCount {
  readonly type: string
  readonly status: string
  /** The index of the bucket in the histogram; -1 for timings without a time. */
  readonly bucket: number
  readonly count: number
  /** The sum of the times. */
  readonly milliseconds: number
}
export interface NewTiming extends Omit<TimingCount, 'count'> {
  readonly projectId: number
  readonly userId: number
  /** The JSON as the client sent it. */
  readonly body: string
}

export interface TimingStore {
  /**
   * Stores a timing and counts it. The oldest timings beyond 10,000 of the project are deleted; their
   * counts stay.
   */
  add(timing: NewTiming, nowMs: number): Promise<void>
  countsOf(projectId: number): Promise<TimingCount[]>
}

const MAX_STORED = 10_000
/**
 * Highest number of pairs of a type and a status. Clients choose both, and once a pair was counted, every
 * scrape of the metrics has a line for it.
 */
const MAX_PAIRS = 50
const OTHER = { type: 'other', status: 'other' }

export function createTimingStore(metadata: Metadata, maxStored = MAX_STORED): TimingStore {
  return {
    add: (timing, nowMs) =>
      metadata.transaction().execute(async (transaction) => {
        await store(transaction, timing, nowMs, maxStored)
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

async function store(
  transaction: Metadata,
  { projectId, userId, body }: NewTiming,
  nowMs: number,
  maxStored: number,
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
        .offset(maxStored),
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

// Returns the type and status under which a timing is counted. A pair that has counts already keeps them
// even when there are too many pairs: if it were moved to `other`, its counts would fall.
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
