import type { Coordination } from '#coordination/coordination.ts'
import { createInProcessBackgroundJobs } from '#coordination/in-process/in-process-background-jobs.ts'
import { createInProcessCancellation } from '#coordination/in-process/in-process-cancellation.ts'
import { createInProcessIdentityCache } from '#coordination/in-process/in-process-identity-cache.ts'
import { createInProcessSingleFlight } from '#coordination/in-process/in-process-single-flight.ts'
import { createInProcessUuidFilter } from '#coordination/in-process/in-process-uuid-filter.ts'
import { cancelled } from '#engine/engine-error.ts'
import type { EventStore } from '#engine/event-store.ts'
import { errorAnswerOf } from '#http/server/errors.ts'
import { createLoadedUuids } from '#ingest/store/loaded-uuids.ts'
import { openInProcessPersonRoots } from '#insights/answering/in-process-person-roots.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { openInProcessDataVersions } from '#metadata/results/in-process-data-versions.ts'
import type { Clock } from '#shared/clock.ts'
import { errorWords } from '#shared/error-facts.ts'
import type { Closer } from './closers.ts'

interface CoordinationOptions {
  readonly metadata: Metadata
  readonly engine: EventStore
  readonly clock: Clock
  /** Writes a sentence to the operator's log. */
  readonly warn: (sentence: string) => void
}

/**
 * Opens the in-process form of each port of the coordination, for one node. Only this function chooses the
 * forms.
 */
export async function openInProcessCoordination(
  { metadata, engine, clock, warn }: CoordinationOptions,
  closers: Closer[],
): Promise<Coordination> {
  const uuidFilter = createInProcessUuidFilter(clock())
  // Events are accepted while the stored uuids are loaded. Until then each uuid is looked up in the store,
  // which is slower but gives the same answer.
  const stop = new AbortController()
  const loading = uuidFilter
    .load(createLoadedUuids(engine), stop.signal)
    .catch((error: unknown) =>
      warn(`The UUIDs of stored events could not be read into memory: ${errorWords(error)}`),
    )
  closers.push(() => {
    stop.abort()
    return loading
  })
  return {
    dataVersions: await openInProcessDataVersions(metadata),
    backgroundJobs: createInProcessBackgroundJobs(clock, (error) => errorAnswerOf(error).body),
    cancellation: createInProcessCancellation(),
    createSingleFlight: () => createInProcessSingleFlight(cancelled),
    personRoots: await openInProcessPersonRoots(engine),
    identityCache: createInProcessIdentityCache(),
    uuidFilter,
  }
}
