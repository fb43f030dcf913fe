import {
  type Group,
  type GroupRange,
  readGroup,
  readRange,
  recordGroups,
  type TypedNews,
} from './group-rows.ts'
import {
  addTypes,
  type GroupType,
  type GroupTypeNames,
  MAX_GROUP_TYPES,
  readTypes,
  renameType,
} from './group-type-store.ts'
import type { Metadata } from './open-metadata.ts'
import { type GroupNews, newsOf, type SaidOfGroups } from './said-of-groups.ts'

export interface GroupStore {
  /**
   * Makes group types and groups known, in order of appearance. Durable before it resolves, harmless to repeat. Returns
   * the index of each type that has one; a sixth type has none.
   */
  record(projectId: number, said: readonly SaidOfGroups[]): Promise<ReadonlyMap<string, number>>
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
  const cacheKey = (projectId: number, { typeIndex, key }: TypedNews) => `${projectId}:${typeIndex}:${key}`
  const isNews = (projectId: number, one: TypedNews) =>
    one.registers.size > 0 ||
    (createdCache.get(cacheKey(projectId, one)) ?? Number.POSITIVE_INFINITY) > one.earliestMs

  async function indexesOf(projectId: number, news: readonly GroupNews[]) {
    const cached = typeCache.get(projectId)
    const mentioned = [...new Set(news.map(({ type }) => type))]
    if (cached?.size === MAX_GROUP_TYPES || mentioned.every((type) => cached?.has(type))) return cached
    const types = await metadata
      .transaction()
      .execute((transaction) => addTypes(transaction, projectId, mentioned))
    const indexes = new Map(types.map(({ type, index }) => [type, index]))
    typeCache.set(projectId, indexes)
    return indexes
  }

  return {
    async record(projectId, said) {
      const news = newsOf(said)
      const indexes = (await indexesOf(projectId, news)) ?? new Map<string, number>()
      const known = withIndexes(news, indexes).filter((one) => isNews(projectId, one))
      if (known.length === 0) return indexes
      const created = await metadata
        .transaction()
        .execute((transaction) => recordGroups(transaction, projectId, known))
      if (createdCache.size + known.length > CACHED_GROUPS) createdCache.clear()
      known.forEach((one, i) => {
        createdCache.set(cacheKey(projectId, one), created[i] ?? one.earliestMs)
      })
      return indexes
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

const withIndexes = (news: readonly GroupNews[], indexes: ReadonlyMap<string, number>): TypedNews[] =>
  news.flatMap((one) => {
    const typeIndex = indexes.get(one.type)
    return typeIndex === undefined ? [] : [{ ...one, typeIndex }]
  })
