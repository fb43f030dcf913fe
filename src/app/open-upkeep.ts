import type { CachedResultStore } from '#metadata/results/cached-result-store.ts'
import type { StoreMarks } from '#pairing/store-marks.ts'
import type { Clock, Timer } from '#shared/clock.ts'
import { type Duty, defineDuty } from '#upkeep/duty.ts'
import { createScheduler, type Scheduler } from '#upkeep/scheduler.ts'
import type { Closer } from './closers.ts'
import type { OpenedIngest } from './open-ingest.ts'
import type { Stores } from './open-stores.ts'
import { dropOldSnapshot } from './upgrade-snapshot.ts'

export interface OpenUpkeepOptions extends OpenedIngest {
  readonly stores: Stores
  readonly marks: Pick<StoreMarks, 'advance'>
  readonly cachedResultStore: Pick<CachedResultStore, 'evict'>
  readonly clock: Clock
  readonly timer: Timer
  /** The data folder; null if both stores are on servers. */
  readonly dataFolder: string | null
  /** Writes a sentence to the operator's log. */
  readonly warn: (sentence: string) => void
}

const MINUTE = 60
const HOUR = 60 * MINUTE

/**
 * Returns all duties, in the order in which they run at the start. Their reasons are in
 * docs/decisions/0013-duties.md.
 */
const duties = ({
  ingest,
  eventEraser,
  copyMetadata,
  marks,
  refusalLog,
  visitorIds,
  stores,
  cachedResultStore,
  clock,
  dataFolder,
}: OpenUpkeepOptions): readonly Duty[] => [
  defineDuty({
    name: 'mirror',
    runsOn: 'one node',
    everySeconds: 10,
    isRunAtStart: true,
    run: copyMetadata,
  }),
  defineDuty({
    name: 'deletions',
    runsOn: 'one node',
    everySeconds: MINUTE,
    isRunAtStart: true,
    run: async (signal) => {
      await ingest.resumeDeletions(signal)
      await eventEraser.resume(signal)
    },
  }),
  defineDuty({
    name: 'retention',
    runsOn: 'one node',
    everySeconds: HOUR,
    run: (signal) => eventEraser.expire(signal),
  }),
  defineDuty({
    name: 'store_marks',
    runsOn: 'one node',
    everySeconds: 1,
    isRunAtStart: true,
    run: () => marks.advance(),
  }),
  defineDuty({
    name: 'definition_counts',
    runsOn: 'each node',
    everySeconds: 10,
    run: () => stores.definitions.writeCounts(),
  }),
  defineDuty({
    name: 'issue_counts',
    runsOn: 'each node',
    everySeconds: 10,
    run: () => stores.dropped.writeCounts(),
  }),
  defineDuty({
    name: 'refusal_log',
    runsOn: 'each node',
    everySeconds: MINUTE,
    run: async () => refusalLog.writeLeftOut(),
  }),
  defineDuty({
    name: 'expired_sessions',
    runsOn: 'one node',
    everySeconds: HOUR,
    run: () => stores.sessions.removeExpired(clock()),
  }),
  defineDuty({
    name: 'expired_invitations',
    runsOn: 'one node',
    everySeconds: HOUR,
    run: () => stores.invitations.removeExpired(clock()),
  }),
  defineDuty({
    name: 'visitor_keys',
    // Each process keeps keys in its memory.
    runsOn: 'each node',
    everySeconds: MINUTE,
    isRunAtStart: true,
    run: () => visitorIds.removeExpired(clock()),
  }),
  defineDuty({
    name: 'cached_results',
    // Each process keeps the size of all results in its memory.
    runsOn: 'each node',
    everySeconds: HOUR,
    run: (signal) => cachedResultStore.evict(signal),
  }),
  ...(dataFolder === null
    ? []
    : [
        defineDuty({
          name: 'upgrade_snapshot',
          runsOn: 'each node',
          everySeconds: HOUR,
          run: async () => dropOldSnapshot(dataFolder, clock()),
        }),
      ]),
]

/** Runs the duties that have `isRunAtStart`, then schedules all duties. */
export async function openUpkeep(options: OpenUpkeepOptions, closers: Closer[]): Promise<Scheduler> {
  const scheduler = createScheduler({ ...options, duties: duties(options) })
  closers.push(() => scheduler.close())
  await scheduler.start()
  return scheduler
}
