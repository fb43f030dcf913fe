import type { Coordination } from '#coordination/coordination.ts'
import type { EventStore } from '#engine/event-store.ts'
import { createIngest, type Ingest } from '#ingest/ingest.ts'
import { createRefusalLog, type RefusalLog } from '#ingest/refusal-log.ts'
import { createDefinitionCounter, type DefinitionCounter } from '#ingest/store/count-definitions.ts'
import { createDeduplicator } from '#ingest/store/deduplicate.ts'
import { createEventEraser, type EventEraser } from '#ingest/store/event-eraser.ts'
import { createEventInserter } from '#ingest/store/event-inserter.ts'
import { createMetadataCopies, type NumberMarks } from '#ingest/store/metadata-copies.ts'
import { openMirror } from '#ingest/store/mirror.ts'
import { createPersonEraser } from '#ingest/store/person-eraser.ts'
import { createStoredUuids } from '#ingest/store/stored-uuids.ts'
import type { UnknownTokens } from '#ingest/unknown-tokens.ts'
import { createVisitorIds, type VisitorIds } from '#ingest/visitors/visitor-ids.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { inSharedTransaction } from '#metadata/database/shared-transaction.ts'
import type { DroppedEventStore } from '#metadata/definitions/dropped-event-store.ts'
import { createMirrorSource } from '#metadata/people/mirror-source.ts'
import { createPersonDeletionStore } from '#metadata/people/person-deletion-store.ts'
import type { Clock } from '#shared/clock.ts'
import type { Observer } from '#shared/observer.ts'
import type { Closer } from './closers.ts'
import type { Stores } from './open-stores.ts'

export interface OpenIngestOptions {
  readonly engine: EventStore
  readonly metadata: Metadata
  readonly stores: Stores
  readonly marks: NumberMarks
  readonly coordination: Coordination
  readonly clock: Clock
  readonly maxBodyBytes: number
  readonly unknownTokens: UnknownTokens
  readonly warn: (sentence: string) => void
  readonly observer: Observer
}

export interface OpenedIngest {
  readonly ingest: Ingest
  /** Resolves when questions see the persons, groups and cohorts as the metadata has them. */
  readonly copyMetadata: (signal?: AbortSignal) => Promise<void>
  readonly refusalLog: RefusalLog
  readonly eventEraser: EventEraser
  readonly visitorIds: VisitorIds
}

/** Opens the write path from a capture request to the two stores. */
export async function openIngest(options: OpenIngestOptions, closers: Closer[]): Promise<OpenedIngest> {
  const { engine, metadata, stores, clock, warn } = options
  const { dataVersions: versions, personRoots, identityCache, uuidFilter } = options.coordination
  const events = createEventInserter(engine)
  const source = createMirrorSource(metadata)
  const mirror = await openMirror({ engine, source, versions, personRoots, warn })
  const refusalLog = createRefusalLog(clock, warn)
  const deletions = createPersonDeletionStore(metadata, identityCache)
  const visitorIds = createVisitorIds(stores.visitorKeys)
  const ingest = createIngest({
    ...stores,
    ...options,
    dropped: countingIssues(stores.dropped, options.observer),
    versions,
    events,
    copies: createMetadataCopies({ mirror, marks: options.marks }),
    refusalLog,
    together: (work) => inSharedTransaction(metadata, work),
    visitorIds,
    eraser: createPersonEraser({ ...stores, engine, deletions, versions, clock }),
    deduplicator: createDeduplicator(createStoredUuids(engine), uuidFilter),
    definitions: countingEvents(createDefinitionCounter(stores.definitions, clock), options.observer),
  })
  closers.push(() => ingest.close())
  const copyMetadata = async (signal?: AbortSignal) => {
    await options.marks.note([])
    await mirror.catchUp(signal)
  }
  const eventEraser = createEventEraser({
    ...{ engine, versions, personRoots, clock, copyMetadata },
    ...stores,
    earlierEvents: ingest.earlierEvents,
  })
  return { ingest, eventEraser, copyMetadata, refusalLog, visitorIds }
}

type Counts = Pick<Observer, 'eventsCaptured'>

/**
 * Wraps the counter of definitions, which gets every stored event once, and reports each event to the
 * observer as well.
 */
const countingEvents = (counter: DefinitionCounter, observer: Counts): DefinitionCounter => ({
  count(events) {
    observer.eventsCaptured(null, events.length)
    return counter.count(events)
  },
})

/**
 * Wraps the store of dropped events, which gets every issue once, and reports each issue to the observer as
 * well.
 */
function countingIssues(store: DroppedEventStore, observer: Counts): DroppedEventStore {
  const tell = (dropped: readonly { readonly reason: string; readonly count: number }[]) => {
    for (const { reason, count } of dropped) observer.eventsCaptured(reason, count)
  }
  return {
    ...store,
    async add(projectId, dropped, nowMs) {
      await store.add(projectId, dropped, nowMs)
      tell(dropped)
    },
    count(drops, nowMs) {
      for (const { dropped } of drops) tell(dropped)
      return store.count(drops, nowMs)
    },
  }
}
