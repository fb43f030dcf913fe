import { MAX_GROUP_TYPES } from '#contract/limits.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { type Group, type GroupRange, readGroup, readRange, recordGroups } from './group-rows.ts'
import { addTypes, type GroupType, type GroupTypeNames, readTypes, renameType } from './group-type-store.ts'
import { type GroupNews, groupName, newsOf, newTypes, type SaidOfGroups } from './said-of-groups.ts'

export interface RecordedGroups<Said> {
  /** Of each type that has one; a sixth type has none. */
  readonly indexes: ReadonlyMap<string, number>
  /** The statements about groups of which more was said than is kept. */
  readonly overfull: readonly Said[]
}

export interface GroupStore {
  /** Makes group types and groups known, in order of appearance. Durable before it resolves, harmless to repeat. */
  record<Said extends SaidOfGroups>(projectId: number, said: readonly Said[]): Promise<RecordedGroups<Said>>
  /** By index. */
  typesOf(projectId: number): Promise<readonly GroupType[]>
  /** All or none; an index without a type is left alone. */
  renameTypes(projectId: number, names: readonly GroupTypeNames[]): Promise<void>
  /** Null where it is unknown or another project's. */
  find(projectId: number, typeIndex: number, key: string): Promise<Group | null>
  /** Groups nearest to the end of the range first: newest first after a position, oldest first before it. */
  list(projectId: number, typeIndex: number, range: GroupRange, limit: number): Promise<Group[]>
}

/** About 150 bytes an entry. */
const CACHED_GROUPS = 200_000

export function createGroupStore(metadata: Metadata): GroupStore {
  // What is in the database already. Most events mention only that, and cost no statement.
  const typeCache = new Map<number, ReadonlyMap<string, number>>()
  const createdCache = new Map<string, number>()
  const cacheKey = (projectId: number, { typeIndex, key }: GroupNews) =>
    `${projectId}:${groupName(typeIndex, key)}`
  const isNews = (projectId: number, one: GroupNews) =>
    one.registers.size > 0 ||
    (createdCache.get(cacheKey(projectId, one)) ?? Number.POSITIVE_INFINITY) > one.earliestMs

  async function indexesOf(projectId: number, said: readonly SaidOfGroups[]) {
    const known = typeCache.get(projectId) ?? indexesIn(await readTypes(metadata, projectId))
    const added = newTypes(said, known, MAX_GROUP_TYPES - known.size)
    const indexes = added.length === 0 ? known : indexesIn(await addAll(projectId, added))
    typeCache.set(projectId, indexes)
    return indexes
  }
  const addAll = (projectId: number, types: readonly string[]) =>
    metadata.transaction().execute((transaction) => addTypes(transaction, projectId, types))

  return {
    async record(projectId, said) {
      const indexes = await indexesOf(projectId, said)
      const news = newsOf(said, indexes).filter((one) => isNews(projectId, one))
      if (news.length === 0) return { indexes, overfull: [] }
      const recorded = await metadata
        .transaction()
        .execute((transaction) => recordGroups(transaction, projectId, news))
      if (createdCache.size + news.length > CACHED_GROUPS) createdCache.clear()
      const overfull = new Set<string>()
      news.forEach((one, i) => {
        createdCache.set(cacheKey(projectId, one), recorded[i]?.createdMs ?? one.earliestMs)
        if (recorded[i]?.isOverfull) overfull.add(groupName(one.typeIndex, one.key))
      })
      return { indexes, overfull: statementsAbout(overfull, said, indexes) }
    },
    typesOf: (projectId) => readTypes(metadata, projectId),
    renameTypes: (projectId, names) =>
      metadata.transaction().execute(async (transaction) => {
        for (const name of names) await renameType(transaction, projectId, name)
      }),
    find: (projectId, typeIndex, key) => readGroup(metadata, projectId, typeIndex, key),
    list: (projectId, typeIndex, range, limit) => readRange(metadata, projectId, typeIndex, range, limit),
  }
}

const indexesIn = (types: readonly GroupType[]) =>
  new Map<string, number>(types.map(({ type, index }) => [type, index]))

function statementsAbout<Said extends SaidOfGroups>(
  names: ReadonlySet<string>,
  said: readonly Said[],
  indexes: ReadonlyMap<string, number>,
): Said[] {
  if (names.size === 0) return []
  return said.filter(({ groupStatement }) => {
    if (groupStatement === null || Object.keys(groupStatement.set).length === 0) return false
    const index = indexes.get(groupStatement.type)
    return index !== undefined && names.has(groupName(index, groupStatement.key))
  })
}
