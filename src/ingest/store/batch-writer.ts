import { RequestError } from '#shared/request-error.ts'
import { createProjectHolds } from './project-holds.ts'
import { createProjectQueues, type ProjectQueuesOptions, type Waiting } from './project-queues.ts'

export interface BatchWriter<Item> {
  /**
   * Resolves once the items of all parts are durable and visible. Rejects if a part fails, but only after
   * all parts have ended. Other projects get turns between the parts. The parts are accepted or refused
   * together.
   * @throws RequestError `unavailable` when too many items are waiting, in all projects or in this one.
   */
  write(projectId: number, ...parts: readonly (readonly Item[])[]): Promise<void>
  /** Resolves when all items that were accepted before the call are written or have failed. */
  earlierWrites(): Promise<void>
  /** Writes the waiting items and refuses further ones. */
  close(): Promise<void>
}

export interface BatchWriterOptions<Item> extends ProjectQueuesOptions<Item> {
  /**
   * Prepares the items of a group of requests and resolves with the function that inserts them.
   * `earlierInserts` resolves when the earlier inserts of the items' projects are done. If `prepare` fails
   * for a group, it is called again for each request alone.
   */
  prepare(items: readonly Item[], earlierInserts: () => Promise<void>): Promise<() => Promise<void>>
  /** Returns the weight of an item. The weights of all waiting items together are limited by `maxWaiting`. */
  weightOf(item: Item): number
  /** The number of groups that are prepared or written at once. They belong to different projects. */
  readonly lanes: number
}

/** A sequence of groups of requests, which are prepared and written one after the other. */
interface Lane {
  isDraining: boolean
  draining: Promise<void>
  inFlight: Promise<void>
}

/**
 * Creates a writer that inserts the items of several requests together (group commit). An idle lane writes a
 * request at once. Requests that arrive while the lanes are busy form the next groups, so the number of
 * inserts follows the speed of the disk and not the number of requests.
 * A lane prepares one group while its previous group is written. The items of a project are written in
 * order, on one lane at a time. Other projects use the other lanes, so they do not wait for the group of
 * this project.
 */
export function createBatchWriter<Item>(options: BatchWriterOptions<Item>): BatchWriter<Item> {
  const lanes = Array.from({ length: options.lanes }, newLane)
  const queues = createProjectQueues(options)
  const holds = createProjectHolds<Lane>()
  const accepted = new Set<Promise<void>>()
  let closed = false

  async function drain(lane: Lane): Promise<void> {
    for (let group = takeGroup(lane); group.length > 0; group = takeGroup(lane)) await writeGroup(lane, group)
    lane.isDraining = false
  }
  function takeGroup(lane: Lane): Waiting<Item>[] {
    const group = queues.takeGroup((projectId) => (holds.laneOf(projectId) ?? lane) === lane)
    for (const { projectId } of group) holds.take(projectId, lane)
    return group
  }
  // A request must not fail because of another request: if a group cannot be prepared, each of its requests
  // is prepared alone.
  async function writeGroup(lane: Lane, group: readonly Waiting<Item>[]): Promise<void> {
    try {
      const commit = await options.prepare(
        group.flatMap((waiting) => waiting.items),
        () => lane.inFlight,
      )
      await lane.inFlight
      lane.inFlight = answer(group, commit())
    } catch (error) {
      if (group.length > 1) for (const waiting of group) await writeGroup(lane, [waiting])
      else for (const waiting of group) end(waiting, () => waiting.reject(error))
    }
  }
  async function answer(group: readonly Waiting<Item>[], written: Promise<void>): Promise<void> {
    try {
      await written
      for (const waiting of group) end(waiting, () => waiting.resolve())
    } catch (error) {
      for (const waiting of group) end(waiting, () => waiting.reject(error))
    }
  }
  function end({ projectId }: Waiting<Item>, settle: () => void): void {
    holds.release(projectId)
    settle()
  }
  function enqueue(projectId: number, items: readonly Item[], weight: number): Promise<void> {
    const written = new Promise<void>((resolve, reject) =>
      queues.add({ projectId, items, weight, resolve, reject }),
    )
    accepted.add(written)
    const forget = () => accepted.delete(written)
    written.then(forget, forget)
    startLane(projectId)
    return written
  }
  function startLane(projectId: number): void {
    const lane = holds.laneOf(projectId) ?? lanes.find(({ isDraining }) => !isDraining)
    if (lane === undefined || lane.isDraining) return
    lane.isDraining = true
    lane.draining = drain(lane)
  }

  return {
    async write(projectId, ...parts) {
      if (closed) throw new RequestError('unavailable', 'shutting_down', 'The server is stopping.')
      const weights = parts.map((items) => sum(items.map(options.weightOf)))
      queues.requireRoom(projectId, sum(weights))
      // All parts are queued at once, so that one is prepared while another is inserted.
      const writes = parts.map((items, i) => enqueue(projectId, items, weights[i] ?? 0))
      await Promise.allSettled(writes)
      await Promise.all(writes)
    },
    async earlierWrites() {
      await Promise.allSettled(accepted)
    },
    async close() {
      closed = true
      await Promise.all(lanes.map(({ draining }) => draining))
      await Promise.all(lanes.map(({ inFlight }) => inFlight))
    },
  }
}

const newLane = (): Lane => ({
  isDraining: false,
  draining: Promise.resolve(),
  inFlight: Promise.resolve(),
})

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
