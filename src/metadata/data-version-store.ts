import { chunksOf } from '../shared/chunks-of.ts'
import type { Metadata } from './open-metadata.ts'

/** What a question reads of its project. */
export interface Reads {
  /** The names of the events; null is every event. */
  readonly events: readonly string[] | null
  /** Whether it counts persons, which merges change. */
  readonly people: boolean
}
/** What is written: events of a name, who is whom, or anything at all when something is erased. */
export type WrittenData =
  | { readonly projectId: number; readonly kind: 'event'; readonly name: string }
  | { readonly projectId: number; readonly kind: 'people' | 'erasure' }

export interface DataVersions {
  /**
   * The present version of what a question reads. `isSettled` is false while such data is being written: an answer that is
   * computed from then on may have seen half of it. Whoever observes a version is promised another one once the data is
   * not what it was.
   */
  observe(projectId: number, reads: Reads): { readonly version: string; readonly isSettled: boolean }
  /**
   * Does work that changes data. Versions that somebody has observed are moved on, durably, before the work begins: no
   * answer of before counts as fresh once the work is acknowledged, whatever crashes in between.
   */
  during<T>(written: readonly WrittenData[], work: () => Promise<T>): Promise<T>
}

interface Subject {
  version: number
  /** Whether an answer may rest on this version. What was not observed need not change, so that capture alone is free. */
  isObserved: boolean
  writers: number
  /** Resolves when `version` is on disk. */
  saved: Promise<void>
}

/** Names beyond so many in a project share one version: whoever makes up names makes nothing else grow. */
const MOST_NAMES = 2_000
const OTHER_NAMES = 'event:*'
const ANY_EVENT = 'events'
const PEOPLE = 'people'
const ERASURE = 'erasure'

/** All versions of the store. Another process must not write events at the same time. */
export async function openDataVersions(metadata: Metadata): Promise<DataVersions> {
  const projects = new Map<number, Map<string, Subject>>()
  for (const row of await metadata.selectFrom('data_version').selectAll().execute())
    subjectsOf(row.project_id).set(row.subject, newSubject(row.version))

  function subjectsOf(projectId: number): Map<string, Subject> {
    const known = projects.get(projectId) ?? new Map<string, Subject>()
    projects.set(projectId, known)
    return known
  }
  function subjectOf(projectId: number, name: string): Subject {
    const subjects = subjectsOf(projectId)
    const known = subjects.get(name) ?? newSubject(0)
    subjects.set(name, known)
    return known
  }
  function nameOf(projectId: number, event: string): string {
    const subjects = subjectsOf(projectId)
    const name = `event:${event}`
    return subjects.has(name) || subjects.size < MOST_NAMES ? name : OTHER_NAMES
  }
  const readNames = (projectId: number, { events, people }: Reads) => [
    ERASURE,
    ...(people ? [PEOPLE] : []),
    ...(events === null ? [ANY_EVENT] : events.map((event) => nameOf(projectId, event))),
  ]
  const writtenNames = (data: WrittenData) =>
    data.kind === 'event' ? [ANY_EVENT, nameOf(data.projectId, data.name)] : [data.kind]

  return {
    observe(projectId, reads) {
      const names = [...new Set(readNames(projectId, reads))].sort()
      const subjects = names.map((name) => subjectOf(projectId, name))
      for (const subject of subjects) subject.isObserved = true
      return {
        version: JSON.stringify(names.map((name, i) => [name, subjects[i]?.version])),
        isSettled: subjects.every((subject) => subject.writers === 0),
      }
    },
    async during(written, work) {
      const subjects = new Map<Subject, Row>()
      for (const data of written)
        for (const name of writtenNames(data))
          subjects.set(subjectOf(data.projectId, name), { projectId: data.projectId, subject: name })
      for (const subject of subjects.keys()) subject.writers++
      try {
        moveOn(metadata, subjects)
        // Also what another has moved: its version must be on disk before this work begins.
        await Promise.all([...subjects.keys()].map((subject) => subject.saved))
        return await work()
      } finally {
        for (const subject of subjects.keys()) subject.writers--
      }
    },
  }
}

interface Row {
  readonly projectId: number
  readonly subject: string
}

// Until it was seen to be unobserved, an answer of before the last start may rest on it.
const newSubject = (version: number): Subject => ({
  version,
  isObserved: true,
  writers: 0,
  saved: Promise.resolve(),
})

function moveOn(metadata: Metadata, subjects: ReadonlyMap<Subject, Row>): void {
  const moving = [...subjects].filter(([subject]) => subject.isObserved)
  if (moving.length === 0) return
  for (const [subject] of moving) {
    subject.version++
    subject.isObserved = false
  }
  const saved = save(
    metadata,
    moving.map(([subject, row]) => ({ ...row, version: subject.version })),
  ).catch((error: unknown) => {
    // The next writer tries again.
    for (const [subject] of moving) subject.isObserved = true
    throw error
  })
  for (const [subject] of moving) subject.saved = saved
}

async function save(metadata: Metadata, rows: readonly (Row & { version: number })[]): Promise<void> {
  await metadata.transaction().execute(async (transaction) => {
    for (const some of chunksOf(rows, 1_000))
      await transaction
        .insertInto('data_version')
        .values(
          some.map((row) => ({ project_id: row.projectId, subject: row.subject, version: row.version })),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['project_id', 'subject'])
            .doUpdateSet((e) => ({ version: e.ref('excluded.version') })),
        )
        .execute()
  })
}
