import { sql } from 'kysely'
import { requireKnownMigrations } from '#metadata/database/migrate-metadata.ts'
import { lookAtMetadata } from '#metadata/database/open-metadata.ts'
import { ownTables } from '#metadata/database/own-tables.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { findMirrorVersion } from '#metadata/people/mirror-version.ts'
import { listParts, type PartRecord } from './installation-store.ts'

/** The numbers that a project has handed out and must not hand out again. */
export interface HandedOut {
  readonly projectId: number
  /** The number of the next new distinct id. */
  readonly nextPerson: number
  readonly groupTypes: number
}

/** The state of the metadata before its store is opened. */
export interface MetadataState {
  /** Null in a folder of a release before migration 0003. */
  readonly installation: string | null
  /** Whether the event store has the id of the installation. */
  readonly isPaired: boolean
  readonly epoch: number
  readonly mirrorVersion: number
  readonly projects: readonly HandedOut[]
  readonly parts: readonly PartRecord[]
}

/**
 * Reads the metadata of a folder, which may be of an older release, without changing its files. Null if
 * there is no metadata: no file, or a file without tables.
 * @throws NewerVersionError for a folder of a newer release.
 */
export const readMetadataState = (folder: string): Promise<MetadataState | null> =>
  lookAtMetadata(folder, findMetadataState)

/** Like {@link readMetadataState}, for a store that is open. */
export async function findMetadataState(metadata: Metadata): Promise<MetadataState | null> {
  const tables = await ownTables(metadata)
  if (!tables.has('project')) return null
  await requireKnownMigrations(metadata)
  const state = {
    mirrorVersion: tables.has('mirror_version') ? await findMirrorVersion(metadata) : 0,
    projects: await listHandedOut(metadata, tables.has('group_type')),
  }
  if (!tables.has('installation')) {
    const organization = tables.has('organization')
      ? await metadata.selectFrom('organization').select('uuid').executeTakeFirst()
      : undefined
    return { ...state, installation: organization?.uuid ?? null, isPaired: false, epoch: 0, parts: [] }
  }
  const { uuid, is_paired, epoch } = await metadata
    .selectFrom('installation')
    .selectAll()
    .executeTakeFirstOrThrow()
  const parts = await listParts(metadata)
  return { ...state, installation: uuid, isPaired: is_paired === 1, epoch: Number(epoch), parts }
}

export async function listHandedOut(metadata: Metadata, hasGroupTypes = true): Promise<HandedOut[]> {
  const projects = await metadata.selectFrom('project').select(['id', 'next_person']).execute()
  const types = hasGroupTypes
    ? await metadata
        .selectFrom('group_type')
        .select(['project_id', sql<number>`max(group_type_index) + 1`.as('count')])
        .groupBy('project_id')
        .execute()
    : []
  const counts = new Map(types.map((row) => [row.project_id, Number(row.count)]))
  return projects.map((row) => ({
    projectId: row.id,
    nextPerson: Number(row.next_person),
    groupTypes: counts.get(row.id) ?? 0,
  }))
}
