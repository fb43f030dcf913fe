import { RequestError } from '../shared/request-error.ts'

/** What one request wants written. */
interface Waiting<Item> {
  readonly items: readonly Item[]
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
  /** Makes items ready. May wait for `settled`, which resolves when the insert before is done. */
  prepare(items: readonly Item[], settled: () => Promise<void>): Promise<() => Promise<void>>
  /** Items in one group, at most, unless a single request brings more. */
  readonly maxGroup: number
  /** Items waiting beyond which requests are refused. */
  readonly maxWaiting: number
}

/**
 * Group commit: an idle writer writes at once, a busy one gathers what arrives meanwhile, so that the number of inserts
 * follows the speed of the disk and not the number of requests. One group is prepared while the one before is written.
 */
export function createBatchWriter<Item>(options: BatchWriterOptions<Item>): BatchWriter<Item> {
  const queue: Waiting<Item>[] = []
  let waitingItems = 0
  let closed = false
  let draining: Promise<void> = Promise.resolve()
  let isDraining = false
  let inFlight: Promise<void> = Promise.resolve()

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const group = takeGroup()
      try {
        const commit = await options.prepare(
          group.flatMap((waiting) => waiting.items),
          () => inFlight,
        )
        await inFlight
        inFlight = settle(group, commit())
      } catch (error) {
        for (const waiting of group) waiting.reject(error)
      }
    }
    isDraining = false
  }
  function takeGroup(): Waiting<Item>[] {
    const group: Waiting<Item>[] = []
    let size = 0
    for (let next = queue[0]; next !== undefined; next = queue[0]) {
      if (group.length > 0 && size + next.items.length > options.maxGroup) break
      group.push(next)
      queue.shift()
      size += next.items.length
    }
    waitingItems -= size
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
      if (waitingItems + items.length > options.maxWaiting && waitingItems > 0)
        return Promise.reject(new RequestError('unavailable', 'overloaded', 'Too many events are waiting.'))
      waitingItems += items.length
      return new Promise((resolve, reject) => {
        queue.push({ items, resolve, reject })
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
