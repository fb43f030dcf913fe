/** A query that waits for its turn. */
export interface Waiting {
  readonly projectId: number
  /** The caller's part of the project: a key, a user, the links. */
  readonly share: string
  /** The share's part of the project's turns, compared with 1 of a caller. */
  readonly weight: number
  readonly enqueuedMs: number
  /** The estimated time of the query. It may change while the query waits. */
  costMs(): number
}

/**
 * Waiting queries, in the order of start-time fair queueing on two levels: the project that has had the least time goes first,
 * within it the share that has had the least for its weight. Within a share, a query may be overtaken by one that came so much
 * later as {@link SLOWDOWN} times the difference of their estimates: a short query overtakes dear ones, and none waits for ever.
 */
export interface FairQueue<Entry extends Waiting> {
  add(entry: Entry): void
  remove(entry: Entry): void
  /** Takes the next entry out, of those that may begin, and charges its estimate; null where there is none. */
  take(mayBegin: (entry: Entry) => boolean): Entry | null
  /** Corrects the charge of an entry that was taken when its query ends. */
  settle(entry: Entry, chargedMs: number, actualMs: number): void
  /** All waiting entries, or those of a project, or of a share of it. */
  waiting(projectId?: number, share?: string): readonly Entry[]
}

/** A query may be overtaken for so many times its own estimated time. */
export const SLOWDOWN = 10

/** Work that competes with its siblings: `spentMs` by weight, as a virtual time. */
interface Flow {
  spentMs: number
  running: number
}
interface ShareFlow<Entry> extends Flow {
  readonly waiting: Entry[]
}
interface Siblings<F extends Flow> {
  readonly flows: Map<string | number, F>
  /** The virtual time of the flow that was served last: a flow that begins to wait starts there, and saves up nothing. */
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
  // A flow without work whose time has come up to its siblings' has nothing that a new one would not have.
  function forgetIdle(entry: Entry): void {
    const project = projectOf(entry)
    const share = shareOf(entry)
    if (isIdle(share) && share.spentMs <= project.servedMs) project.flows.delete(entry.share)
    const isOver = project.running === 0 && [...project.flows.values()].every(isIdle)
    if (isOver && project.spentMs <= projects.servedMs) projects.flows.delete(entry.projectId)
    const isEmpty = [...projects.flows.values()].every(
      ({ running, flows }) => running === 0 && [...flows.values()].every(isIdle),
    )
    // With nobody to compare with, old debts count no more.
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
