import { RequestError } from '#shared/request-error.ts'

/** The items of one request, or of one part of a request. */
export interface Waiting<Item> {
  readonly projectId: number
  readonly items: readonly Item[]
  readonly weight: number
  resolve(): void
  reject(error: unknown): void
}

export interface ProjectQueuesOptions<Item> {
  /**
   * Begins a group. The returned function takes items into the group and returns true, or returns false if
   * the group would become too large.
   */
  beginGroup(): (items: readonly Item[]) => boolean
  /**
   * Largest total weight of waiting items; further requests are refused. One project may use half of it.
   */
  readonly maxWaiting: number
}

/** Waiting items, in a queue for each project. */
export interface ProjectQueues<Item> {
  /**
   * @throws RequestError `unavailable` if this additional weight is too much for all projects together or
   * for this project.
   */
  requireRoom(projectId: number, weight: number): void
  add(waiting: Waiting<Item>): void
  /**
   * Returns the next group, of projects that may be taken now; empty if there is none. The group takes one
   * entry of each project before it takes a second one of any. The next group begins with the project that
   * is next in turn.
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
      // A project that is put back into the map is visited again by this loop.
      for (const [projectId, queue] of queues) {
        if (!mayTake(projectId)) continue
        const [next] = queue
        if (next === undefined) throw new Error('A project without waiting items has a turn')
        // The next group begins with this project. The items of other projects may still fit into this
        // group.
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

/** Items heavier than the limit are accepted if nothing is waiting. */
const exceeds = (waiting: number, more: number, most: number) => waiting > 0 && waiting + more > most
