import { z } from 'zod'
import type { Asker, EventStore } from '#engine/event-store.ts'
import { bound, type Fragment, numeral, sql } from '#fragments/fragment.ts'
import type { Group, GroupRange } from '#metadata/groups/group-rows.ts'
import type { GroupStore } from '#metadata/groups/group-store.ts'
import { isoInstant } from '#shared/clock.ts'
import { parseStoredJson } from '#shared/json-text.ts'
import { groupKeyContains, groupSearchCondition, groupsOf } from '#sql/groups.ts'

export interface GroupListOptions {
  readonly projectId: number
  readonly typeIndex: number
  /** Only groups whose name or key contains this text, ignoring case. */
  readonly search: string | undefined
  /** Only groups whose key contains this text, ignoring case. */
  readonly keyPart: string | undefined
  readonly range: GroupRange
  /** The number of groups on a page. */
  readonly limit: number
  readonly asker: Asker
}
export interface GroupPage {
  readonly groups: readonly Group[]
  /** The range of the next page and the range of the previous page; null if there is no such page. */
  readonly next: GroupRange | null
  readonly previous: GroupRange | null
}
export interface GroupListingDeps {
  readonly engine: EventStore
  readonly groups: Pick<GroupStore, 'list'>
}

/**
 * Returns one page of groups, the newest first. A client that follows `next` gets each group that existed
 * at the start exactly once.
 */
export async function listGroups(deps: GroupListingDeps, options: GroupListOptions): Promise<GroupPage> {
  const { projectId, typeIndex, search, keyPart, range, limit } = options
  const isPlain = search === undefined && keyPart === undefined
  // Reads one group more than a page has. If it is found, there is another page.
  const nearest = isPlain
    ? await deps.groups.list(projectId, typeIndex, range, limit + 1)
    : await searchGroups(deps.engine, options, limit + 1)
  return toGroupPage(nearest, range, limit)
}

/**
 * Makes a page from the groups that are nearest to the position of its range. `nearest` has one group more
 * than `size` if there is another page in the direction of the range.
 */
export function toGroupPage(nearest: readonly Group[], range: GroupRange, size: number): GroupPage {
  const hasMore = nearest.length > size
  const isForward = range.side === 'after'
  const groups = isForward ? nearest.slice(0, size) : nearest.slice(0, size).reverse()
  const [first, last] = [groups[0], groups.at(-1)]
  const hasNext = isForward ? hasMore : true
  const hasPrevious = isForward ? range.position !== null : hasMore
  return {
    groups,
    next: hasNext && last !== undefined ? { side: 'after', position: last.position } : null,
    previous: hasPrevious && first !== undefined ? { side: 'before', position: first.position } : null,
  }
}

// A search reads all groups of the type. The event store reads them in threads of its own. The metadata
// would read them in this process and block other work.
async function searchGroups(engine: EventStore, options: GroupListOptions, limit: number): Promise<Group[]> {
  const direction = options.range.side === 'after' ? sql`DESC` : sql`ASC`
  const query = sql`SELECT
  id,
  group_key,
  toUnixTimestamp64Milli(listed_at) AS listed_ms,
  toUnixTimestamp64Milli(created_at) AS created_ms,
  properties_raw
${groupsOf(options.projectId, [
  sql`group_type_index = ${bound('UInt32', options.typeIndex)}`,
  ...searchConditions(options),
  ...rangeConditions(options.range),
])}
ORDER BY listed_at ${direction}, id ${direction}
LIMIT ${numeral(limit)}`
  const { projectId, asker } = options
  const rows = await engine.rows(query, { name: 'groups.search', projectId, ...asker })
  return rows.map((row) => toGroup(options.typeIndex, Row.parse(row)))
}

function searchConditions({ search, keyPart }: GroupListOptions): Fragment[] {
  return [
    ...(search === undefined ? [] : [groupSearchCondition(search)]),
    ...(keyPart === undefined ? [] : [groupKeyContains(keyPart)]),
  ]
}

function rangeConditions({ side, position }: GroupRange): Fragment[] {
  if (position === null) return []
  const listed = sql`fromUnixTimestamp64Milli(${bound('Int64', position.listedMs)}, 'UTC')`
  const id = bound('Int64', position.id)
  return [
    side === 'after' ? sql`(listed_at, id) < (${listed}, ${id})` : sql`(listed_at, id) > (${listed}, ${id})`,
  ]
}

const Row = z.object({
  id: z.coerce.number(),
  group_key: z.string(),
  listed_ms: z.coerce.number(),
  created_ms: z.coerce.number(),
  properties_raw: z.string(),
})

const toGroup = (typeIndex: number, row: z.infer<typeof Row>): Group => ({
  position: { listedMs: row.listed_ms, id: row.id },
  typeIndex,
  key: row.group_key,
  properties: parseStoredJson(row.properties_raw),
  createdAt: isoInstant(row.created_ms),
})
