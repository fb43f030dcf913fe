import { RequestError } from '#shared/request-error.ts'

/**
 * State that decides whether requests should be sent to the server, in addition to its stores and the disk
 * of events.
 */
export interface ServerState {
  readonly duties: readonly { readonly name: string; readonly failuresInARow: number }[]
  /** Bytes that can still be written on the file system of the metadata; null if a server has it. */
  readonly metadataFreeBytes: number | null
  /** The memory of the process, and the memory that its machine or container has. */
  readonly memoryBytes: number
  readonly memoryLimitBytes: number
}

/**
 * A duty counts as failing after this many failures in a row, because a single failure may pass by itself.
 */
const FAILING_RUNS = 3
const MiB = 1024 * 1024
/**
 * The server is not ready with less free space than this for the metadata, because a transaction for a
 * large group of events adds some MiB to the metadata's log.
 */
const METADATA_BYTES = 16 * MiB
const MOST_MEMORY = 0.95

/** Returns the reason why no request should be sent to the server; null if it is ready. */
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
