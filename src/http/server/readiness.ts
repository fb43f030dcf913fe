import { RequestError } from '#shared/request-error.ts'

/**
 * The state of the server that decides whether it is ready for requests. The state of the stores and the
 * state of the disk with the events decide as well. Both are checked elsewhere.
 */
export interface ServerState {
  readonly duties: readonly { readonly name: string; readonly failuresInARow: number }[]
  /** The free bytes on the file system of the metadata; null if the metadata is on a server. */
  readonly metadataFreeBytes: number | null
  /** The memory that the process uses, in bytes. `memoryLimitBytes` is what its machine or container has. */
  readonly memoryBytes: number
  readonly memoryLimitBytes: number
}

/** A duty counts as failing after this many failures in a row. A single failure may not occur again. */
const FAILING_RUNS = 3
const MiB = 1024 * 1024
/**
 * The server is not ready if the file system of the metadata has less free space than this. The transaction
 * for a large group of events adds some MiB to the log of the metadata.
 */
const METADATA_BYTES = 16 * MiB
const MOST_MEMORY = 0.95

/** Returns the reason why no request should be sent to this server; null if it is ready. */
export function whyNotReady(state: ServerState): RequestError | null {
  const { duties, metadataFreeBytes, memoryBytes, memoryLimitBytes } = state
  if (metadataFreeBytes !== null && metadataFreeBytes < METADATA_BYTES)
    return unready(
      'disk_full',
      `The disk of the metadata has only ${Math.floor(metadataFreeBytes / MiB)} MiB left. Free some space.`,
    )
  if (memoryBytes > memoryLimitBytes * MOST_MEMORY)
    return unready(
      'memory_short',
      `The process uses ${Math.floor(memoryBytes / MiB)} of ${Math.floor(memoryLimitBytes / MiB)} MiB of memory. Give it more, or lower THROUGHLINE_ENGINE_MEMORY_MIB.`,
    )
  const failing = duties
    .filter(({ failuresInARow }) => failuresInARow >= FAILING_RUNS)
    .map(({ name }) => name)
  if (failing.length > 0)
    return unready('duty_failing', `Upkeep fails: ${failing.join(', ')}. See the log for the reasons.`)
  return null
}

const unready = (code: string, detail: string) => new RequestError('unavailable', code, detail)
