import { z } from 'zod'
import type { Engine } from '../engine/engine.ts'
import { tabField } from '../engine/tab-separated.ts'
import type { MirroredGroup, MirroredPerson, MirroredRoot, MirrorSource } from '../metadata/mirror-source.ts'
import { identifier, sql } from '../sql/fragment.ts'
import { engineInstant } from './event-store.ts'
import { insertReadable } from './insert-readable.ts'

/**
 * Persons and groups in the event store, for questions. The metadata is the truth; whatever has a newer version there
 * than here is copied, so that a crash between the two, or a failed insert, is made good by the next turn.
 */
export interface Mirror {
  /** Copies what has changed. Resolves when the next question sees it. */
  catchUp(): Promise<void>
}

export interface MirrorDeps {
  readonly engine: Engine
  readonly source: MirrorSource
  /** Called for each project whose merges have been copied. */
  readonly onMerges: (projectId: number) => void
}

interface Follower<Row> {
  readonly rows: (version: number) => Promise<Row[]>
  readonly insert: (rows: readonly Row[]) => Promise<void>
  version: number
}

/** Begins with the last version that is here, which a crash may have cut short. */
export async function openMirror({ engine, source, onMerges }: MirrorDeps): Promise<Mirror> {
  const at = async (table: string) => (await newestVersion(engine, table)) - 1
  const roots: Follower<MirroredRoot> = {
    rows: source.roots,
    insert: (rows) => insertRoots(engine, rows, onMerges),
    version: await at('person_root'),
  }
  const persons: Follower<MirroredPerson> = {
    rows: source.persons,
    insert: (rows) => insertPersons(engine, rows),
    version: await at('persons'),
  }
  const groups: Follower<MirroredGroup> = {
    rows: source.groups,
    insert: (rows) => insertGroups(engine, rows),
    version: await at('groups'),
  }
  let seen = -1
  return {
    async catchUp() {
      const newest = await source.newest()
      if (newest === seen) return
      await Promise.all([follow(persons), follow(groups), follow(roots)])
      seen = newest
    },
  }
}

async function follow<Row extends { version: number }>(follower: Follower<Row>): Promise<void> {
  for (
    let rows = await follower.rows(follower.version);
    rows.length > 0;
    rows = await follower.rows(follower.version)
  ) {
    await follower.insert(rows)
    follower.version = rows.at(-1)?.version ?? follower.version
  }
}

const Newest = z.object({ version: z.coerce.number() })

async function newestVersion(engine: Engine, table: string): Promise<number> {
  const query = sql`SELECT max(version) AS version FROM ${identifier(table)}`
  const [row] = await engine.rows(query, { name: 'ingest.mirrored', isUpkeep: true })
  return Newest.parse(row).version
}

async function insertRoots(
  engine: Engine,
  rows: readonly MirroredRoot[],
  onMerges: (projectId: number) => void,
): Promise<void> {
  const joined = rows.filter((row) => row.root !== row.person)
  // Who was joined to another is no person of their own any more.
  await Promise.all([
    removeMirroredPersons(engine, joined),
    engine.insert(
      'person_root',
      ['project_id', 'person', 'root', 'version'],
      rows.map((row) => [row.projectId, row.person, row.root, row.version].join('\t')),
    ),
  ])
  for (const projectId of new Set(rows.map((row) => row.projectId))) onMerges(projectId)
}

/** Persons who are none any more, from this version on. */
export async function removeMirroredPersons(
  engine: Engine,
  rows: readonly { readonly projectId: number; readonly person: number; readonly version: number }[],
): Promise<void> {
  if (rows.length === 0) return
  const columns = ['project_id', 'person', 'is_deleted', 'version', 'properties_raw']
  await engine.insert(
    'persons',
    columns,
    rows.map((row) => [row.projectId, row.person, 1, row.version, '{}'].join('\t')),
  )
}

async function insertPersons(engine: Engine, rows: readonly MirroredPerson[]): Promise<void> {
  const columns = ['project_id', 'person', 'created_at', 'is_identified', 'version', 'properties_raw']
  const lines = rows.map((row) => [
    row.projectId,
    row.person,
    engineInstant(row.createdAt),
    row.isIdentified,
    row.version,
    tabField(row.properties),
  ])
  await insertReadable(
    engine,
    'persons',
    columns,
    lines.map((fields) => ({ line: fields.join('\t') })),
  )
}

async function insertGroups(engine: Engine, rows: readonly MirroredGroup[]): Promise<void> {
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
  const lines = rows.map((row) => [
    row.projectId,
    row.typeIndex,
    tabField(row.key),
    row.id,
    engineInstant(row.listedAt),
    engineInstant(row.createdAt),
    row.version,
    tabField(row.properties),
  ])
  await insertReadable(
    engine,
    'groups',
    columns,
    lines.map((fields) => ({ line: fields.join('\t') })),
  )
}
