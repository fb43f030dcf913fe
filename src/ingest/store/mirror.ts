import { z } from 'zod'
import type { BesideEvents, DataVersions } from '#coordination/data-versions.ts'
import type { PersonRoots } from '#coordination/person-roots.ts'
import type { EventStore } from '#engine/event-store.ts'
import type { ReadableRow } from '#engine/readable-row.ts'
import { storeRows } from '#engine/store-rows.ts'
import { tabField, tabInstant } from '#engine/tab-separated.ts'
import { type Fragment, sql } from '#fragments/fragment.ts'
import type {
  MirroredGroup,
  MirroredMember,
  MirroredPerson,
  MirroredRoot,
  MirrorPosition,
  MirrorSource,
} from '#metadata/people/mirror-source.ts'
import { createOrder } from '#shared/in-order.ts'
import { flatProperties } from './flat-properties.ts'

/**
 * Keeps copies of persons, groups and the members of static cohorts in the event store, for questions. The
 * metadata decides: each row with a newer version in the metadata is copied. So the next call also copies
 * what a crash between the two stores or a failed insert has left out.
 */
export interface Mirror {
  /**
   * Copies the rows that have changed. If the promise resolves and `signal` has not aborted, the next
   * question sees these rows.
   */
  catchUp(signal?: AbortSignal): Promise<void>
}

export interface MirrorDeps {
  readonly engine: EventStore
  readonly source: MirrorSource
  readonly versions: Pick<DataVersions, 'begin'>
  readonly personRoots: Pick<PersonRoots, 'changed'>
  /** Writes a line to the operator's log. */
  readonly warn: (sentence: string) => void
}

interface Follower<Row> {
  readonly rows: (after: MirrorPosition) => Promise<Row[]>
  readonly insert: (rows: readonly Row[]) => Promise<void>
  after: MirrorPosition
}

/**
 * Opens a mirror that continues after the last copied merge. Persons and groups continue with their last
 * copied version, because a crash may have interrupted the copying of that version.
 */
export async function openMirror(deps: MirrorDeps): Promise<Mirror> {
  const { engine, source } = deps
  const roots: Follower<MirroredRoot> = {
    rows: source.roots,
    insert: (rows) => insertRoots(deps, rows),
    after: await lastRoot(engine),
  }
  const persons: Follower<MirroredPerson> = {
    rows: source.persons,
    insert: (rows) => insertPersons(deps, rows),
    // Rows that remove a person are left out: they are written independently and may be ahead of the copies.
    after: await beginningOfLast(engine, sql`persons WHERE is_deleted = 0`),
  }
  const groups: Follower<MirroredGroup> = {
    rows: source.groups,
    insert: (rows) => insertGroups(deps, rows),
    after: await beginningOfLast(engine, sql`groups`),
  }
  const members: Follower<MirroredMember> = {
    rows: source.members,
    insert: (rows) => changing(deps, ['cohort_members'], rows, () => insertMembers(engine, rows)),
    after: await beginningOfLast(engine, sql`cohort_person`),
  }
  let copied = -1
  const copyNews = async (signal?: AbortSignal) => {
    const newest = await source.newest()
    if (newest === copied) return
    await Promise.all([
      follow(persons, signal),
      follow(groups, signal),
      follow(members, signal),
      follow(roots, signal),
    ])
    if (!signal?.aborted) copied = newest
  }
  // Only one copy runs at a time: two would copy the same rows, and the slower copy would move the
  // positions back.
  const inOrder = createOrder()
  return { catchUp: (signal) => inOrder(() => copyNews(signal)) }
}

// Stops between two inserts when `signal` aborts.
async function follow<Row extends { readonly at: MirrorPosition }>(
  follower: Follower<Row>,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted) {
    const rows = await follower.rows(follower.after)
    if (rows.length === 0) return
    await follower.insert(rows)
    follower.after = rows.at(-1)?.at ?? follower.after
  }
}

/**
 * Options of a query that each server answers from its own copy. After a failure, the copies may differ.
 * Copying then continues from the server whose copy ends earliest.
 */
const ON_EACH_SERVER = { projectId: null, isUpkeep: true, eachServer: true } as const

const Newest = z.object({ version: z.coerce.number() })

async function beginningOfLast(engine: EventStore, mirrored: Fragment): Promise<MirrorPosition> {
  const rows = await engine.rows(sql`SELECT max(version) AS version FROM ${mirrored}`, {
    name: 'ingest.mirrored',
    ...ON_EACH_SERVER,
  })
  const versions = rows.map((row) => Newest.parse(row).version)
  return { version: Math.min(...versions), projectId: 0, key: 0 }
}

const LastRoot = z.object({ version: z.coerce.number(), project_id: z.number(), person: z.number() })

// The exact position of the last copied merge is needed, because copying merges again would make cached
// results out of date at every start. Merges are copied in the order of version, project and person, and an
// insert is stored as a whole or not at all.
async function lastRoot(engine: EventStore): Promise<MirrorPosition> {
  const query = sql`SELECT
  tupleElement(last, 1) AS version,
  tupleElement(last, 2) AS project_id,
  tupleElement(last, 3) AS person
FROM (SELECT max((version, project_id, person)) AS last FROM person_root)`
  const rows = await engine.rows(query, { name: 'ingest.last_root', ...ON_EACH_SERVER })
  const positions = rows.map((row): MirrorPosition => {
    const { version, project_id: projectId, person: key } = LastRoot.parse(row)
    return { version, projectId, key }
  })
  return positions.reduce((least, one) => (isBefore(one, least) ? one : least))
}

const isBefore = (one: MirrorPosition, other: MirrorPosition): boolean =>
  (one.version - other.version || one.projectId - other.projectId || one.key - other.key) < 0

async function insertRoots(deps: MirrorDeps, rows: readonly MirroredRoot[]): Promise<void> {
  // A merged person is removed, together with its properties.
  await changing(deps, ['people', 'person_properties'], rows, async (projectIds) => {
    await copyRoots(deps.engine, rows)
    for (const projectId of projectIds) await deps.personRoots.changed(projectId)
  })
}

/**
 * Copies rows. `changed` names the data that the rows change. While the copy runs, the version of this data
 * equals no version that a cached result can have.
 */
async function changing(
  { versions }: Pick<MirrorDeps, 'versions'>,
  changed: readonly BesideEvents[],
  rows: readonly { readonly at: MirrorPosition }[],
  copy: (projectIds: readonly number[]) => Promise<void>,
): Promise<void> {
  const projectIds = [...new Set(rows.map((row) => row.at.projectId))]
  const end = await versions.begin(
    projectIds.flatMap((projectId) => changed.map((what) => ({ projectId, what }))),
  )
  try {
    await copy(projectIds)
  } finally {
    await end()
  }
}

async function copyRoots(engine: EventStore, rows: readonly MirroredRoot[]): Promise<void> {
  const joined = rows.filter((row) => row.root !== row.at.key)
  // A merged person is removed from the persons. The removal comes before the copy of the roots, because
  // the next start continues after the newest root.
  await removeMirroredPersons(
    engine,
    joined.map(({ at }) => ({ projectId: at.projectId, person: at.key, version: at.version })),
  )
  await storeRows(
    engine,
    'person_root',
    ['project_id', 'person', 'root', 'version'],
    rows.map(({ at, root }) => ({ line: [at.projectId, at.key, root, at.version].join('\t'), flat: '' })),
  )
}

/** Marks persons as removed in the event store, each from its `version` on. */
export async function removeMirroredPersons(
  engine: EventStore,
  rows: readonly { readonly projectId: number; readonly person: number; readonly version: number }[],
): Promise<void> {
  if (rows.length === 0) return
  const columns = ['project_id', 'person', 'is_deleted', 'version', 'properties_raw']
  await storeRows(
    engine,
    'persons',
    columns,
    rows.map((row) => ({
      line: [row.projectId, row.person, 1, row.version, '{}'].join('\t'),
      flat: '',
    })),
  )
}

async function insertPersons(deps: MirrorDeps, rows: readonly MirroredPerson[]): Promise<void> {
  const columns = ['project_id', 'person', 'created_at', 'is_identified', 'version', 'properties_raw']
  const lines = rows.map((row) => ({
    row,
    flat: tabField(flatProperties(row.properties ?? '{}')),
    line: [
      row.at.projectId,
      row.at.key,
      tabInstant(row.createdAt),
      row.isIdentified,
      row.at.version,
      tabField(row.properties ?? '{}'),
    ].join('\t'),
  }))
  await changing(deps, ['person_properties'], rows, () => insertWarning(deps, 'persons', columns, lines))
}

async function insertGroups(deps: MirrorDeps, rows: readonly MirroredGroup[]): Promise<void> {
  const columns = [
    'project_id',
    'group_type_index',
    'group_key',
    'id',
    'listed_at',
    'created_at',
    'version',
    'properties_raw',
  ]
  const lines = rows.map((row) => ({
    row,
    flat: tabField(flatProperties(row.properties ?? '{}')),
    line: [
      row.at.projectId,
      row.typeIndex,
      tabField(row.groupKey),
      row.at.key,
      tabInstant(row.listedAt),
      tabInstant(row.createdAt),
      row.at.version,
      tabField(row.properties ?? '{}'),
    ].join('\t'),
  }))
  await changing(deps, ['group_properties'], rows, () => insertWarning(deps, 'groups', columns, lines))
}

const insertMembers = (engine: EventStore, rows: readonly MirroredMember[]): Promise<void> =>
  engine.insert(
    'cohort_person',
    ['project_id', 'cohort_id', 'person', 'is_deleted', 'version'],
    rows.map(({ at, cohortId, number, isMember }) =>
      [at.projectId, cohortId, number, isMember ? 0 : 1, at.version].join('\t'),
    ),
  )

interface MirroredRow extends ReadableRow {
  readonly row: MirroredPerson | MirroredGroup
}

// A row that cannot be parsed must not stop the other rows, because the events of all projects wait for the
// mirror.
async function insertWarning(
  { engine, warn }: MirrorDeps,
  table: 'persons' | 'groups',
  columns: readonly string[],
  rows: readonly MirroredRow[],
): Promise<void> {
  const unreadable = await storeRows(engine, table, columns, rows)
  const unread = rows.filter(({ row }) => row.properties === null)
  for (const { row } of [...unreadable, ...unread])
    warn(
      `The properties of number ${row.at.key} of project ${row.at.projectId} in ${table} cannot be parsed: queries see no properties of it.`,
    )
}
