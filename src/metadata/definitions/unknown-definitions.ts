import { IDS_A_STATEMENT } from '#metadata/database/dialect.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import type { SeenEvent, SeenProperty } from './definition.ts'
import { countDefinitions, EVENTS, PROPERTIES } from './definition-tables.ts'

type Property = Pick<SeenProperty, 'type' | 'groupTypeIndex' | 'name'>

/**
 * Returns the names that no event of the project has. Empty if `limit` names of the project are recorded,
 * because further names are not recorded.
 */
export async function unknownEvents(
  metadata: Metadata,
  projectId: number,
  names: readonly string[],
  limit: number,
): Promise<ReadonlySet<string>> {
  const unknown = new Set(names)
  for (const some of chunksOf([...unknown], IDS_A_STATEMENT)) {
    const rows = await metadata
      .selectFrom('event_definition')
      .select('name')
      .where('project_id', '=', projectId)
      .where('name', 'in', some)
      .execute()
    for (const { name } of rows) unknown.delete(name)
  }
  if (unknown.size === 0) return unknown
  const row: Pick<SeenEvent, 'projectId'> = { projectId }
  const isFull = (await countDefinitions(metadata, EVENTS, row as SeenEvent)) >= limit
  return isFull ? new Set() : unknown
}

/**
 * Returns the properties that the project was never sent. If a type of property has `limit` recorded
 * properties, its properties are left out, because further ones are not recorded.
 */
export async function unknownProperties<Asked extends Property>(
  metadata: Metadata,
  projectId: number,
  properties: readonly Asked[],
  limit: number,
): Promise<readonly Asked[]> {
  const known = new Set<string>()
  for (const some of chunksOf([...new Set(properties.map(({ name }) => name))], IDS_A_STATEMENT)) {
    const rows = await metadata
      .selectFrom('property_definition')
      .select(['type', 'group_type_index', 'name'])
      .where('project_id', '=', projectId)
      .where('name', 'in', some)
      .execute()
    for (const { type, group_type_index: groupTypeIndex, name } of rows)
      known.add(textOf({ type, groupTypeIndex, name }))
  }
  const unknown = properties.filter((property) => !known.has(textOf(property)))
  const full = new Set<string>()
  for (const type of new Set(unknown.map((one) => one.type))) {
    const row: Pick<SeenProperty, 'projectId' | 'type'> = { projectId, type }
    if ((await countDefinitions(metadata, PROPERTIES, row as SeenProperty)) >= limit) full.add(type)
  }
  return unknown.filter(({ type }) => !full.has(type))
}

const textOf = ({ type, groupTypeIndex, name }: Property) => JSON.stringify([type, groupTypeIndex, name])
