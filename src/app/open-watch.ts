import { isIssueStored } from '#contract/ingest-issue.ts'
import { freeBytes } from '#engine/embedded/disk/free-space.ts'
import type { EventStore } from '#engine/event-store.ts'
import type { LocalEventStore } from '#engine/local-event-store.ts'
import { type ServerState, whyNotReady } from '#http/server/readiness.ts'
import { metadataBytes } from '#metadata/database/metadata-files.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { createMetrics, type Metrics } from '#metrics/metrics.ts'
import type { EngineReadings, Readings } from '#metrics/readings.ts'
import type { DutyRecord } from '#upkeep/scheduler.ts'
import type { Config } from './config.ts'
import { availableMemory } from './memory-shares.ts'
import { ownMemory } from './process-memory.ts'
import { placesOf } from './store-places.ts'

const MiB = 1024 * 1024
/**
 * Maximum time that a store may take to answer. A slower store counts as one that does not answer, because a
 * scrape must end.
 */
const PATIENCE_MS = 5_000

export const openMetrics = (): Metrics => createMetrics(isIssueStored)

/** Returns a function that reads the state of the process, which `_ready` and the metrics show. */
export const serverStateOf = (config: Config) => {
  const { metadata } = placesOf(config)
  return (): Omit<ServerState, 'duties'> => ({
    metadataFreeBytes: metadata.folder === null ? null : freeBytes(metadata.folder),
    memoryBytes: ownMemory(),
    memoryLimitBytes: availableMemory(),
  })
}

interface MetricsTextParts {
  readonly metrics: Metrics
  readonly engine: EventStore
  readonly local: LocalEventStore | null
  readonly metadata: Metadata
  readonly config: Config
  readonly duties: () => readonly DutyRecord[]
}

/** Returns a function that returns the metrics as text, with the present state of the server. */
export const metricsTextOf =
  ({ metrics, engine, local, metadata, config, duties }: MetricsTextParts) =>
  async (): Promise<string> => {
    const state = serverStateOf(config)()
    const disk = local?.diskState() ?? null
    const reason =
      disk?.level === 'full' ? 'disk_full' : (whyNotReady({ duties: duties(), ...state })?.code ?? null)
    const [used, isMetadataAnswering] = await Promise.all([
      soon(engineReadings(engine, local === null ? null : config.THROUGHLINE_ENGINE_MEMORY_MIB * MiB)),
      soon(metadata.selectFrom('project').select('id').limit(1).execute()).then((rows) => rows !== null),
    ])
    const areStoresUp = used !== null && isMetadataAnswering
    return metrics.text({
      engine: used,
      isMetadataAnswering,
      disk,
      metadataDisk: metadataDiskOf(config, state.metadataFreeBytes),
      queries: engine.queryLoad(),
      duties: duties(),
      notReady: areStoresUp ? reason : 'unhealthy',
    })
  }

const metadataDiskOf = (config: Config, free: number | null): Readings['metadataDisk'] =>
  free === null ? null : { freeBytes: free, fileBytes: metadataBytes(config.THROUGHLINE_DATA_DIR) }

async function engineReadings(
  engine: Pick<EventStore, 'use'>,
  memoryLimitBytes: number | null,
): Promise<EngineReadings> {
  return { ...(await engine.use()), memoryLimitBytes }
}

/** Resolves with the answer if it comes in time; null if it fails or is late. */
async function soon<T>(answer: Promise<T>): Promise<T | null> {
  let timeout: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timeout = setTimeout(() => resolve(null), PATIENCE_MS).unref()
  })
  return Promise.race([answer.catch(() => null), late]).finally(() => clearTimeout(timeout))
}
