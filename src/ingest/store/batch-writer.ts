import { RequestError } from '#shared/request-error.ts'

/** What one request wants written. */
interface Waiting<Item> {
  readonly items: readonly Item[]
  readonly weight: number
  resolve(): void
  reject(error: unknown): void
}

export interface BatchWriter<Item> {
  /** Resolves once the items are durable and visible. @throws RequestError `unavailable` when too much is waiting. */
  write(items: readonly Item[]): Promise<void>
  /** Writes what is waiting and refuses more. */
  close(): Promise<void>
}

export interface BatchWriterOptions<Item> {
  /**
   * Makes items ready. May wait for `settled`, which resolves when the insert before is done. When it fails, it is asked
   * again with fewer of the same items.
   */
  prepare(items: readonly Item[], settled: () => Promise<void>): Promise<() => Promise<void>>
  /** What an item weighs in `maxGroup` and `maxWaiting`. */
  weightOf(item: Item): number
  /** Weight of one group, at most, unless a single request brings more. */
  readonly maxGroup: number
  /** Weight waiting beyond which requests are refused. */
  readonly maxWaiting: number
}

/**
 * Group commit: an idle writer writes at once, a busy one gathers what arrives meanwhile, so that the number of inserts
 * follows the speed of the disk and not the number of requests. One group is prepared while the one before is written.
 */
export function createBatchWriter<Item>(options: BatchWriterOptions<Item>): BatchWriter<Item> {
  const queue: Waiting<Item>[] = []
  let waitingWeight = 0
  let closed = false
  let draining: Promise<void> = Promise.resolve()
  let isDraining = false
  let inFlight: Promise<void> = Promise.resolve()

  async function drain(): Promise<void> {
    while (queue.length > 0) await writeGroup(takeGroup())
    isDraining = false
  }
  // What one request brings must not fail another: where a group cannot be prepared, each goes alone.
  async function writeGroup(group: readonly Waiting<Item>[]): Promise<void> {
    try {
      const commit = await options.prepare(
        group.flatMap((waiting) => waiting.items),
        () => inFlight,
      )
      await inFlight
      inFlight = settle(group, commit())
    } catch (error) {
      if (group.length > 1) for (const waiting of group) await writeGroup([waiting])
      else for (const waiting of group) waiting.reject(error)
    }
  }
  function takeGroup(): Waiting<Item>[] {
    const group: Waiting<Item>[] = []
    let size = 0
    for (let next = queue[0]; next !== undefined; next = queue[0]) {
      if (group.length > 0 && size + next.weight > options.maxGroup) break
      group.push(next)
      queue.shift()
      size += next.weight
    }
    waitingWeight -= size
    return group
  }
  async function settle(group: readonly Waiting<Item>[], written: Promise<void>): Promise<void> {
    try {
      await written
      for (const waiting of group) waiting.resolve()
    } catch (error) {
      for (const waiting of group) waiting.reject(error)
    }
  }

  return {
    write(items) {
      if (closed)
        return Promise.reject(new RequestError('unavailable', 'shutting_down', 'The server is stopping.'))
      const weight = items.reduce((sum, item) => sum + options.weightOf(item), 0)
      if (waitingWeight + weight > options.maxWaiting && waitingWeight > 0)
        return Promise.reject(new RequestError('unavailable', 'overloaded', 'Too many events are waiting.'))
      waitingWeight += weight
      return new Promise((resolve, reject) => {
        queue.push({ items, weight, resolve, reject })
        if (isDraining) return
        isDraining = true
        draining = drain()
      })
    },
    async close() {
      closed = true
      await draining
      await inFlight
    },
  }
}
