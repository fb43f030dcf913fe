import { RequestError } from '#shared/request-error.ts'

/** The items of one request. */
interface Waiting<Item> {
  readonly items: readonly Item[]
  readonly weight: number
  resolve(): void
  reject(error: unknown): void
}

export interface BatchWriter<Item> {
  /** Resolves once the items are durable and visible. @throws RequestError `unavailable` when too much is waiting. */
  write(items: readonly Item[]): Promise<void>
  /** Writes the waiting items and refuses further ones. */
  close(): Promise<void>
}

export interface BatchWriterOptions<Item> {
  /**
   * Prepares items and resolves with their insert. `earlierInserts` resolves when the insert before is done. Where `prepare`
   * fails, it is called again with fewer of the same items.
   */
  prepare(items: readonly Item[], earlierInserts: () => Promise<void>): Promise<() => Promise<void>>
  /** The weight of an item in `maxGroup` and `maxWaiting`. */
  weightOf(item: Item): number
  /** Largest weight of a group, except for a single request that is heavier. */
  readonly maxGroup: number
  /** Largest weight of waiting items; further requests are refused. */
  readonly maxWaiting: number
}

/**
 * Group commit: an idle writer writes at once, a busy one collects the requests that arrive meanwhile, so that the number of
 * inserts follows the speed of the disk and not the number of requests. One group is prepared while the one before is
 * written.
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
  // A request must not fail because of another one: where a group cannot be prepared, each request is prepared alone.
  async function writeGroup(group: readonly Waiting<Item>[]): Promise<void> {
    try {
      const commit = await options.prepare(
        group.flatMap((waiting) => waiting.items),
        () => inFlight,
      )
      await inFlight
      inFlight = answer(group, commit())
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
  async function answer(group: readonly Waiting<Item>[], written: Promise<void>): Promise<void> {
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
