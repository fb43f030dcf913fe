import { RequestError } from '#shared/request-error.ts'

/** The state that decides whether requests should be sent to the server, beside its stores and the disk of events. */
export interface ServerState {
  readonly duties: readonly { readonly name: string; readonly failuresInARow: number }[]
  /** Bytes that can still be written in the file system of the metadata. */
  readonly metadataFreeBytes: number
  /** Memory of the process, and what its machine or container has. */
  readonly memoryBytes: number
  readonly memoryLimitBytes: number
}

/** A single failure may be a moment's: a duty that fails so often in a row is failing. */
const FAILING_RUNS = 3
const MiB = 1024 * 1024
/** A transaction of the metadata with a large group of events takes some MiB of its log. */
const METADATA_BYTES = 16 * MiB
const MOST_MEMORY = 0.95

/** Why no request should be sent to the server; null where it is ready. */
export function whyNotReady(state: ServerState): RequestError | null {
  const { duties, metadataFreeBytes, memoryBytes, memoryLimitBytes } = state
  if (metadataFreeBytes < METADATA_BYTES)
    return unready(
      'disk_full',
      `The disk of the metadata has ${Math.floor(metadataFreeBytes / MiB)} MiB left: free some space.`,
    )
  if (memoryBytes > memoryLimitBytes * MOST_MEMORY)
    return unready(
      'memory_short',
      `The process has ${Math.floor(memoryBytes / MiB)} of ${Math.floor(memoryLimitBytes / MiB)} MiB of memory: give it more, or lower THROUGHLINE_ENGINE_MEMORY_MIB.`,
    )
  const failing = duties
    .filter(({ failuresInARow }) => failuresInARow >= FAILING_RUNS)
    .map(({ name }) => name)
  if (failing.length > 0)
    return unready('duty_failing', `Upkeep fails: ${failing.join(', ')}. The log has the reasons.`)
  return null
}

const unready = (code: string, detail: string) => new RequestError('unavailable', code, detail)
