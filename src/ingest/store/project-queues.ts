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
   * Checks that items of this weight may wait in addition to the items that wait already.
   * @throws RequestError `unavailable` if the weight is too much for all projects together or for this
   * project.
   */
  requireRoom(projectId: number, weight: number): void
  add(waiting: Waiting<Item>): void
  /**
   * Returns the next group. Its entries come from the projects for which `mayTake` is true; the group is
   * empty if no such entry waits. The group has an entry of each project before it has a second entry of
   * any. A project whose entry does not fit stays first in the order of turns, so that the next group begins
   * with it.
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
        // The entry does not fit, so the next group begins with its project. Entries of other projects may
        // still fit into this group. The first entry of a group is taken even if it is too large.
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

/** Whether `more` would exceed the limit. Even more than the limit is accepted if nothing is waiting. */
const exceeds = (waiting: number, more: number, most: number) => waiting > 0 && waiting + more > most
