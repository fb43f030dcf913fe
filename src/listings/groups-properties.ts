import { z } from 'zod'
import type { Asker, EventStore } from '#engine/event-store.ts'
import { containsPart } from '#fragments/any-case.ts'
import { bound, numeral, sql, text } from '#fragments/fragment.ts'
import { groupBy } from '#shared/group-by.ts'
import { groupsOf } from '#sql/groups.ts'
import { pageOfValues, toValuesPage, type ValuesPage, type ValuesPosition } from './values-page.ts'

/** A property, and how many groups have it. */
export interface NamedCount {
  readonly name: string
  readonly count: number
}

const MAX_NAMES = 10_000

/**
 * Returns the 10,000 most frequent properties of each group type, the most frequent first, by the index of
 * the type.
 */
export async function groupPropertyNames(
  engine: EventStore,
  projectId: number,
  asker: Asker,
): Promise<ReadonlyMap<number, readonly NamedCount[]>> {
  const query = sql`SELECT
  group_type_index,
  arrayJoin(JSONExtractKeys(properties_raw)) AS name,
  count() AS count
${groupsOf(projectId, [])}
GROUP BY group_type_index, name
ORDER BY group_type_index, count DESC, name
LIMIT ${numeral(MAX_NAMES)} BY group_type_index`
  const rows = await engine.rows(query, { name: 'groups.property_names', projectId, ...asker })
  return groupBy(
    z.array(NameRow).parse(rows),
    (row) => row.group_type_index,
    ({ name, count }) => ({ name, count }),
  )
}

export interface GroupPropertyValue {
  readonly projectId: number
  readonly typeIndex: number
  readonly key: string
  readonly part: string | undefined
  readonly position: ValuesPosition
}

/**
 * Returns the most frequent values of a property of the groups of one type. A value that is text is returned
 * as it is, and any other value as JSON text. Null is not counted. If `part` is given, only values that
 * contain this text are returned, ignoring case.
 */
export async function groupPropertyValues(
  engine: EventStore,
  { projectId, typeIndex, key, part, position }: GroupPropertyValue,
  asker: Asker,
): Promise<ValuesPage> {
  const value = sql`properties_raw, ${text(key)}`
  const query = sql`SELECT
  if(
    JSONType(${value}) = 'String',
    JSONExtractString(${value}),
    JSONExtractRaw(${value})
  ) AS name,
  count() AS count
${groupsOf(projectId, [
  sql`group_type_index = ${bound('UInt32', typeIndex)}`,
  sql`JSONHas(${value})`,
  sql`JSONType(${value}) != 'Null'`,
  ...(part === undefined ? [] : [containsPart(sql`name`, part)]),
])}
GROUP BY name
${pageOfValues(position)}`
  const rows = await engine.rows(query, { name: 'groups.property_values', projectId, ...asker })
  return toValuesPage(rows, position)
}

const NameRow = z.object({ name: z.string(), count: z.coerce.number(), group_type_index: z.number() })
