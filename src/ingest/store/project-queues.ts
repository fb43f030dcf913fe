import { RequestError } from '#shared/request-error.ts'

/** The items of one request, or of a part of one. */
export interface Waiting<Item> {
  readonly projectId: number
  readonly items: readonly Item[]
  readonly weight: number
  resolve(): void
  reject(error: unknown): void
}

export interface ProjectQueuesOptions<Item> {
  /**
   * Begins a group. The returned function takes items into it and returns true, or false where they are too many beside the
   * ones before.
   */
  beginGroup(): (items: readonly Item[]) => boolean
  /** Largest weight of waiting items; further requests are refused. One project may have half of it. */
  readonly maxWaiting: number
}

/** Waiting items, in a queue for each project. */
export interface ProjectQueues<Item> {
  /** @throws RequestError `unavailable` where so much more would be too much, of all projects or of this one. */
  requireRoom(projectId: number, weight: number): void
  add(waiting: Waiting<Item>): void
  /**
   * The next group, of projects that may be taken now; empty where there is none. It takes from each project before it takes
   * from one again, and the next group begins with the project that is next.
   */
  takeGroup(mayTake: (projectId: number) => boolean): Waiting<Item>[]
}

export function createProjectQueues<Item>(options: ProjectQueuesOptions<Item>): ProjectQueues<Item> {
  // Projects with waiting items, in the order of their turns.
  const queues = new Map<number, Waiting<Item>[]>()
  let waitingWeight = 0
  return {
    requireRoom(projectId, weight) {
      const ofProject = (queues.get(projectId) ?? []).reduce((sum, waiting) => sum + waiting.weight, 0)
      const isTooMuch =
        exceeds(waitingWeight, weight, options.maxWaiting) ||
        exceeds(ofProject, weight, options.maxWaiting / 2)
      if (isTooMuch) throw new RequestError('unavailable', 'overloaded', 'Too many events are waiting.')
    },
    add(waiting) {
      const queue = queues.get(waiting.projectId) ?? []
      queue.push(waiting)
      queues.set(waiting.projectId, queue)
      waitingWeight += waiting.weight
    },
    takeGroup(mayTake) {
      const group: Waiting<Item>[] = []
      const take = options.beginGroup()
      // A project that is added again is visited again.
      for (const [projectId, queue] of queues) {
        if (!mayTake(projectId)) continue
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
    },
  }
}

/** Items heavier than the limit are accepted where nothing waits. */
const exceeds = (waiting: number, more: number, most: number) => waiting > 0 && waiting + more > most
