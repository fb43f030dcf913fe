import { MAX_GROUP_TYPES } from '#contract/limits.ts'
import type { Metadata } from '#metadata/database/schema.ts'

/** A group type of a project, such as `organization`. Its index never changes. */
export interface GroupType {
  readonly type: string
  readonly index: number
  readonly nameSingular: string | null
  readonly namePlural: string | null
}
/** New names of the type at `index`. A name that is left out stays as it is. */
export interface GroupTypeNames {
  readonly index: number
  readonly nameSingular?: string | null
  readonly namePlural?: string | null
}

/** Returns the group types of a project in the order of their indexes. */
export async function listGroupTypes(database: Metadata, projectId: number): Promise<GroupType[]> {
  const rows = await database
    .selectFrom('group_type')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('group_type_index')
    .execute()
  return rows.map((row) => ({
    type: row.group_type,
    index: row.group_type_index,
    nameSingular: row.name_singular,
    namePlural: row.name_plural,
  }))
}

/**
 * Assigns the next free indexes, in this order, to the types that have no index, as long as there are free
 * indexes. Returns all types.
 */
export async function addGroupTypes(
  database: Metadata,
  projectId: number,
  mentioned: readonly string[],
): Promise<GroupType[]> {
  const known = await listGroupTypes(database, projectId)
  const names = new Set(known.map(({ type }) => type))
  const added = mentioned.filter((type) => !names.has(type)).slice(0, MAX_GROUP_TYPES - known.length)
  if (added.length === 0) return known
  const rows = added.map((group_type, i) => ({
    project_id: projectId,
    group_type,
    group_type_index: known.length + i,
  }))
  await database.insertInto('group_type').values(rows).execute()
  return listGroupTypes(database, projectId)
}

/** Changes the names of a group type. An unknown index changes nothing. */
export async function renameGroupType(
  database: Metadata,
  projectId: number,
  { index, nameSingular, namePlural }: GroupTypeNames,
): Promise<void> {
  const names = {
    ...(nameSingular !== undefined && { name_singular: nameSingular }),
    ...(namePlural !== undefined && { name_plural: namePlural }),
  }
  if (Object.keys(names).length === 0) return
  await database
    .updateTable('group_type')
    .set(names)
    .where('project_id', '=', projectId)
    .where('group_type_index', '=', index)
    .execute()
}
