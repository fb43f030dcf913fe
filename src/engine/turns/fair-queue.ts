/** A query that waits for its turn. */
export interface Waiting {
  readonly projectId: number
  /** The caller's share of the project: a key, a user, the links. */
  readonly share: string
  /** Weight of the share among the shares of its project; a caller has 1. */
  readonly weight: number
  readonly enqueuedMs: number
  /** The estimated time of the query, in ms. It may change while the query waits. */
  costMs(): number
}

/**
 * Queue of waiting queries, ordered by start-time fair queueing on two levels. The project that has had the
 * least time goes first; within it, the share that has had the least time for its weight.
 * Within a share, a query with a smaller estimate may overtake an earlier one. The smaller query must have
 * come at most {@link SLOWDOWN} times the difference of their estimates later. So a short query overtakes
 * expensive ones, and no query waits for ever.
 */
export interface FairQueue<Entry extends Waiting> {
  add(entry: Entry): void
  remove(entry: Entry): void
  /**
   * Takes out the next entry that may begin, and charges its estimate to its share and project. Returns
   * null if no entry may begin.
   */
  take(mayBegin: (entry: Entry) => boolean): Entry | null
  /**
   * Replaces the charged estimate of an entry by the actual time. Call it when the query of a taken entry
   * ends.
   */
  settle(entry: Entry, chargedMs: number, actualMs: number): void
  /** Returns all waiting entries, or the entries of a project, or the entries of one of its shares. */
  waiting(projectId?: number, share?: string): readonly Entry[]
}

/** A query may be overtaken for up to this many times its own estimated time. */
export const SLOWDOWN = 10

/**
 * A share or project that competes with its siblings. `spentMs` is its virtual time: for a share, its time
 * divided by its weight.
 */
interface Flow {
  spentMs: number
  running: number
}
interface ShareFlow<Entry> extends Flow {
  readonly waiting: Entry[]
}
interface Siblings<F extends Flow> {
  readonly flows: Map<string | number, F>
  /**
   * Virtual time of the flow that was served last. A flow that begins to wait starts at this time, so it
   * saves up nothing while idle.
   */
  servedMs: number
}
interface ProjectFlow<Entry> extends Flow, Siblings<ShareFlow<Entry>> {}

export function createFairQueue<Entry extends Waiting>(): FairQueue<Entry> {
  const projects: Siblings<ProjectFlow<Entry>> = { flows: new Map(), servedMs: 0 }

  const projectOf = (entry: Waiting) =>
    flowIn(projects, entry.projectId, () => ({ flows: new Map(), servedMs: 0 }))
  const shareOf = (entry: Waiting) => flowIn(projectOf(entry), entry.share, () => ({ waiting: [] }))

  function charge(entry: Entry, ms: number): void {
    projectOf(entry).spentMs += ms
    shareOf(entry).spentMs += ms / entry.weight
  }
  // Forgets a flow without work once its virtual time is not ahead of its siblings' time, because a new
  // flow would start with the same time.
  function forgetIdle(entry: Entry): void {
    const project = projectOf(entry)
    const share = shareOf(entry)
    if (isIdle(share) && share.spentMs <= project.servedMs) project.flows.delete(entry.share)
    const isOver = project.running === 0 && [...project.flows.values()].every(isIdle)
    if (isOver && project.spentMs <= projects.servedMs) projects.flows.delete(entry.projectId)
    const isEmpty = [...projects.flows.values()].every(
      ({ running, flows }) => running === 0 && [...flows.values()].every(isIdle),
    )
    // When nobody is left to compare with, old debts no longer count.
    if (isEmpty) projects.flows.clear()
  }
  return {
    add(entry) {
      const project = projectOf(entry)
      const share = shareOf(entry)
      if (project.running === 0 && [...project.flows.values()].every(isIdle))
        project.spentMs = Math.max(project.spentMs, projects.servedMs)
      if (isIdle(share)) share.spentMs = Math.max(share.spentMs, project.servedMs)
      share.waiting.push(entry)
    },
    remove(entry) {
      const { waiting } = shareOf(entry)
      const at = waiting.indexOf(entry)
      if (at >= 0) waiting.splice(at, 1)
      forgetIdle(entry)
    },
    take(mayBegin) {
      for (const project of bySpent(projects))
        for (const share of bySpent(project)) {
          const entry = mostUrgent(share.waiting, mayBegin)
          if (entry === null) continue
          share.waiting.splice(share.waiting.indexOf(entry), 1)
          projects.servedMs = Math.max(projects.servedMs, project.spentMs)
          project.servedMs = Math.max(project.servedMs, share.spentMs)
          charge(entry, entry.costMs())
          project.running++
          share.running++
          return entry
        }
      return null
    },
    settle(entry, chargedMs, actualMs) {
      charge(entry, actualMs - chargedMs)
      projectOf(entry).running--
      shareOf(entry).running--
      forgetIdle(entry)
    },
    waiting(projectId, share) {
      const some = projectId === undefined ? [...projects.flows.values()] : projects.flows.get(projectId)
      const ofProjects = some === undefined ? [] : Array.isArray(some) ? some : [some]
      return ofProjects.flatMap(({ flows }) =>
        [...flows].flatMap(([name, flow]) => (share === undefined || name === share ? flow.waiting : [])),
      )
    },
  }
}

function flowIn<F extends Flow>(
  { flows, servedMs }: Siblings<F>,
  key: string | number,
  make: () => Omit<F, keyof Flow>,
): F {
  const known = flows.get(key)
  if (known !== undefined) return known
  const made = { ...make(), spentMs: servedMs, running: 0 } as F
  flows.set(key, made)
  return made
}

const isIdle = (share: ShareFlow<unknown>) => share.running === 0 && share.waiting.length === 0

const bySpent = <F extends Flow>({ flows }: Siblings<F>): F[] =>
  [...flows.values()].sort((a, b) => a.spentMs - b.spentMs)

function mostUrgent<Entry extends Waiting>(
  waiting: readonly Entry[],
  mayBegin: (entry: Entry) => boolean,
): Entry | null {
  let first: Entry | null = null
  let least = Number.POSITIVE_INFINITY
  for (const entry of waiting) {
    const dueMs = entry.enqueuedMs + SLOWDOWN * entry.costMs()
    if (dueMs >= least || !mayBegin(entry)) continue
    least = dueMs
    first = entry
  }
  return first
}
