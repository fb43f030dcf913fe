import { IDS_A_STATEMENT } from '#metadata/database/dialect.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import type { SeenProperty } from './definition.ts'

/** A property of a project with the kind of its values. */
export type KindOfProperty = Pick<SeenProperty, 'type' | 'groupTypeIndex' | 'name' | 'kind'>

/** Returns the properties with these names: of events, persons and groups of every type. */
export async function propertyKinds(
  metadata: Metadata,
  projectId: number,
  names: readonly string[],
): Promise<KindOfProperty[]> {
  const found: KindOfProperty[] = []
  for (const some of chunksOf([...new Set(names)], IDS_A_STATEMENT)) {
    const rows = await metadata
      .selectFrom('property_definition')
      .select(['type', 'group_type_index', 'name', 'kind'])
      .where('project_id', '=', projectId)
      .where('name', 'in', some)
      .execute()
    for (const { group_type_index: groupTypeIndex, ...row } of rows) found.push({ ...row, groupTypeIndex })
  }
  return found
}
