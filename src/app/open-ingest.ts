import type { Coordination } from '#coordination/coordination.ts'
import type { Engine } from '#engine/engine.ts'
import { createIngest, type Ingest } from '#ingest/ingest.ts'
import { createRefusalLog, type RefusalLog } from '#ingest/refusal-log.ts'
import { createDefinitionCounter } from '#ingest/store/count-definitions.ts'
import { createDeduplicator } from '#ingest/store/deduplicate.ts'
import { createEventStore } from '#ingest/store/event-store.ts'
import { createMetadataCopies, type NumberMarks } from '#ingest/store/metadata-copies.ts'
import { openMirror } from '#ingest/store/mirror.ts'
import { createPersonEraser } from '#ingest/store/person-eraser.ts'
import { createStoredUuids } from '#ingest/store/stored-uuids.ts'
import type { UnknownTokens } from '#ingest/unknown-tokens.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { inSharedTransaction } from '#metadata/database/shared-transaction.ts'
import { createMirrorSource } from '#metadata/people/mirror-source.ts'
import { createPersonDeletionStore } from '#metadata/people/person-deletion-store.ts'
import type { Clock } from '#shared/clock.ts'
import type { Closer } from './closers.ts'
import type { Stores } from './open-stores.ts'

export interface OpenIngestOptions {
  readonly engine: Engine
  readonly metadata: Metadata
  readonly stores: Stores
  readonly marks: NumberMarks
  readonly coordination: Coordination
  readonly clock: Clock
  readonly maxBodyBytes: number
  readonly unknownTokens: UnknownTokens
  readonly warn: (sentence: string) => void
}

export interface OpenedIngest {
  readonly ingest: Ingest
  /** Resolves when questions see what the metadata has of persons, groups and cohorts. */
  readonly copyMetadata: (signal?: AbortSignal) => Promise<void>
  readonly refusalLog: RefusalLog
}

/** The write path between a capture request and the two stores. */
export async function openIngest(options: OpenIngestOptions, closers: Closer[]): Promise<OpenedIngest> {
  const { engine, metadata, stores, clock, warn } = options
  const { dataVersions: versions, personRoots, identityCache, uuidFilter } = options.coordination
  const events = createEventStore(engine)
  const source = createMirrorSource(metadata)
  const mirror = await openMirror({ engine, source, versions, personRoots, warn })
  const refusalLog = createRefusalLog(clock, warn)
  const deletions = createPersonDeletionStore(metadata, identityCache)
  const ingest = createIngest({
    ...stores,
    ...options,
    versions,
    events,
    copies: createMetadataCopies({ mirror, marks: options.marks }),
    refusalLog,
    together: (work) => inSharedTransaction(metadata, work),
    eraser: createPersonEraser({ engine, deletions, versions }),
    deduplicator: createDeduplicator(createStoredUuids(engine), uuidFilter),
    definitions: createDefinitionCounter(stores.definitions, clock),
  })
  closers.push(() => ingest.close())
  const copyMetadata = async (signal?: AbortSignal) => {
    await options.marks.note([])
    await mirror.catchUp(signal)
  }
  return { ingest, copyMetadata, refusalLog }
}
