import { createHash } from 'node:crypto'
import {
  BESIDE_EVENTS,
  type DataChange,
  type DataVersions,
  type EndChange,
  type ReadData,
} from '#coordination/data-versions.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { randomText } from '#shared/random-text.ts'
import { addVersions, bumpVersions, type Subject } from './data-version-rows.ts'

interface ProjectData {
  /** The versions on disk, of all subjects that a query has ever read. */
  readonly versions: Map<Subject, number>
  /** The subjects that a query has read since their last version. */
  readonly observed: Set<Subject>
  /** Number of changes of each subject that are under way. */
  readonly changing: Map<Subject, number>
  /** Number of changes that have ended. */
  ended: number
  /**
   * Whether a change of unknown outcome may still become visible until the next start. While this is so, no
   * two versions are equal.
   */
  isInDoubt: boolean
}

/**
 * Highest number of subjects of one project. If a query reads a further event name, it depends on the events
 * of all names instead.
 */
const MAX_SUBJECTS = 2_000
const ANY_EVENT = 'events'
const EVERYTHING = 'everything'
const eventSubject = (name: string): Subject => `event:${name}`

export async function openInProcessDataVersions(
  metadata: Metadata,
  maxSubjects = MAX_SUBJECTS,
): Promise<DataVersions> {
  const thisStart = randomText(12)
  const projects = await findVersions(metadata)
  const dataOf = (projectId: number): ProjectData => {
    const known = projects.get(projectId)
    if (known !== undefined) return known
    const made = newProject()
    projects.set(projectId, made)
    return made
  }

  async function bump(projectId: number, due: readonly Subject[]): Promise<void> {
    if (due.length === 0) return
    const data = dataOf(projectId)
    // A version is put into memory only when it is on disk. Otherwise a version that a crash loses would be
    // assigned again, to other data.
    for (const { subject, version } of await bumpVersions(metadata, projectId, due)) {
      data.versions.set(subject, version)
      data.observed.delete(subject)
    }
  }
  async function addUnknown(projectId: number, subjects: readonly Subject[]): Promise<void> {
    const { versions } = dataOf(projectId)
    const isUnknown = (subject: Subject) => !versions.has(subject)
    const unknown = subjects.filter(isUnknown)
    const room = Math.max(0, maxSubjects - versions.size)
    const instead = unknown.length > room ? [ANY_EVENT, ...BESIDE_EVENTS].filter(isUnknown) : []
    const added = new Set([...unknown.slice(0, room), ...instead])
    if (added.size === 0) return
    await addVersions(metadata, projectId, [...added])
    for (const subject of added) if (isUnknown(subject)) versions.set(subject, 1)
  }

  return {
    async begin(changes) {
      const touched = changes.map((change) => ({ change, subjects: subjectsOf(change) }))
      for (const { change, subjects } of touched)
        for (const subject of subjects) add(dataOf(change.projectId).changing, subject, 1)
      const end: EndChange = async (outcome) => {
        for (const { change, subjects } of touched) {
          const data = dataOf(change.projectId)
          if (outcome === 'unknown') data.isInDoubt = true
          for (const subject of subjects) add(data.changing, subject, -1)
          data.ended++
        }
      }
      try {
        for (const { change, subjects } of touched)
          await bump(change.projectId, dueOf(dataOf(change.projectId), subjects))
      } catch (error) {
        await end()
        throw error
      }
      return end
    },
    async present(projectId, read) {
      const wanted = toSubjects(read)
      const isStored = await addUnknown(projectId, wanted).then(
        () => true,
        // If nothing can be written, queries are still answered, with a version that equals no other.
        () => false,
      )
      const { versions, observed, changing, ended, isInDoubt } = dataOf(projectId)
      const subjects = new Set(wanted.map((subject) => (versions.has(subject) ? subject : ANY_EVENT)))
      for (const subject of subjects) observed.add(subject)
      const version = hashOf([...subjects].sort().map((subject) => [subject, versions.get(subject)]))
      if (isInDoubt || !isStored) return randomText(24)
      const isChanging = [...subjects, EVERYTHING].some((subject) => changing.has(subject))
      // While a change is under way, two versions are equal only until the first of the changes has ended,
      // and only in this process.
      return isChanging ? `${version}?${thisStart}.${ended}` : version
    },
  }
}

const newProject = (): ProjectData => ({
  versions: new Map(),
  observed: new Set(),
  changing: new Map(),
  ended: 0,
  isInDoubt: false,
})

// The subjects that were read before this start are not known, so all of them count as read.
async function findVersions(metadata: Metadata): Promise<Map<number, ProjectData>> {
  const projects = new Map<number, ProjectData>()
  for (const row of await metadata.selectFrom('data_version').selectAll().execute()) {
    const data = projects.get(row.project_id) ?? newProject()
    projects.set(row.project_id, data)
    data.versions.set(row.subject, Number(row.version))
    data.observed.add(row.subject)
  }
  return projects
}

function subjectsOf(change: DataChange): ReadonlySet<Subject> {
  if (change.what === 'events') return new Set([ANY_EVENT, ...[...change.names].map(eventSubject)])
  return new Set([change.what])
}

const dueOf = ({ observed }: ProjectData, subjects: ReadonlySet<Subject>): Subject[] =>
  subjects.has(EVERYTHING) ? [...observed] : [...subjects].filter((subject) => observed.has(subject))

const toSubjects = ({ events, beside }: ReadData): Subject[] => [
  ...(events === 'any' ? [ANY_EVENT] : events.map(eventSubject)),
  ...beside,
]

function add(counts: Map<Subject, number>, subject: Subject, change: 1 | -1): void {
  const count = (counts.get(subject) ?? 0) + change
  if (count === 0) counts.delete(subject)
  else counts.set(subject, count)
}

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url')
