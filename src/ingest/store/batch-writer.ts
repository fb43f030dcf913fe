import { RequestError } from '#shared/request-error.ts'

/** The items of one request, or of a part of one. */
interface Waiting<Item> {
  readonly items: readonly Item[]
  readonly weight: number
  resolve(): void
  reject(error: unknown): void
}

export interface BatchWriter<Item> {
  /**
   * Resolves once the items of all parts are durable and visible, and rejects where a part fails, after all have ended. Other
   * projects have their turns between the parts; they are accepted or refused together.
   * @throws RequestError `unavailable` when too much is waiting, of all projects or of this one.
   */
  write(projectId: number, ...parts: readonly (readonly Item[])[]): Promise<void>
  /** Resolves when all items that were accepted before are written or have failed. */
  earlierWrites(): Promise<void>
  /** Writes the waiting items and refuses further ones. */
  close(): Promise<void>
}

export interface BatchWriterOptions<Item> {
  /**
   * Prepares items and resolves with their insert. `earlierInserts` resolves when the insert before is done. Where `prepare`
   * fails, it is called again with fewer of the same items.
   */
  prepare(items: readonly Item[], earlierInserts: () => Promise<void>): Promise<() => Promise<void>>
  /** The weight of an item in `maxWaiting`. */
  weightOf(item: Item): number
  /**
   * Begins a group. The returned function takes items into it and returns true, or false where they are too many beside the
   * ones before.
   */
  beginGroup(): (items: readonly Item[]) => boolean
  /** Largest weight of waiting items; further requests are refused. One project may have half of it. */
  readonly maxWaiting: number
}

/**
 * Group commit: an idle writer writes at once, a busy one collects the requests that arrive meanwhile, so that the number of
 * inserts follows the speed of the disk and not the number of requests. One group is prepared while the one before is
 * written. Projects take turns: a group takes from each that waits before it takes from one again, and the next group begins with
 * the project that is next.
 */
export function createBatchWriter<Item>(options: BatchWriterOptions<Item>): BatchWriter<Item> {
  // Those with waiting items, in the order of their turns.
  const queues = new Map<number, Waiting<Item>[]>()
  const accepted = new Set<Promise<void>>()
  let waitingWeight = 0
  let closed = false
  let draining: Promise<void> = Promise.resolve()
  let isDraining = false
  let inFlight: Promise<void> = Promise.resolve()

  async function drain(): Promise<void> {
    while (queues.size > 0) await writeGroup(takeGroup())
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
    const take = options.beginGroup()
    // A project that is added again is visited again.
    for (const [projectId, queue] of queues) {
      const [next] = queue
      if (next === undefined) throw new Error('A project without waiting items has a turn')
      // It begins the next group. What the others wait with may fit.
      if (!take(next.items) && group.length > 0) continue
      group.push(next)
      queue.shift()
      waitingWeight -= next.weight
      queues.delete(projectId)
      if (queue.length > 0) queues.set(projectId, queue)
    }
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
  const weightOf = (items: readonly Item[]) => sum(items.map(options.weightOf))
  function requireRoom(projectId: number, weight: number): void {
    const ofProject = sum((queues.get(projectId) ?? []).map((waiting) => waiting.weight))
    const isTooMuch =
      exceeds(waitingWeight, weight, options.maxWaiting) || exceeds(ofProject, weight, options.maxWaiting / 2)
    if (isTooMuch) throw new RequestError('unavailable', 'overloaded', 'Too many events are waiting.')
  }
  function enqueue(projectId: number, items: readonly Item[], weight: number): Promise<void> {
    const queue = queues.get(projectId) ?? []
    waitingWeight += weight
    const written = new Promise<void>((resolve, reject) => {
      queue.push({ items, weight, resolve, reject })
      queues.set(projectId, queue)
      if (isDraining) return
      isDraining = true
      draining = drain()
    })
    accepted.add(written)
    const end = () => accepted.delete(written)
    written.then(end, end)
    return written
  }

  return {
    async write(projectId, ...parts) {
      if (closed) throw new RequestError('unavailable', 'shutting_down', 'The server is stopping.')
      const weights = parts.map(weightOf)
      requireRoom(projectId, sum(weights))
      // All are queued at once, so that one is prepared while another is inserted.
      const writes = parts.map((items, i) => enqueue(projectId, items, weights[i] ?? 0))
      await Promise.allSettled(writes)
      await Promise.all(writes)
    },
    async earlierWrites() {
      await Promise.allSettled(accepted)
    },
    async close() {
      closed = true
      await draining
      await inFlight
    },
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** Items heavier than the limit are accepted where nothing waits. */
const exceeds = (waiting: number, more: number, most: number) => waiting > 0 && waiting + more > most
