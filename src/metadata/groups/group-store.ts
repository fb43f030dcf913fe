import { MAX_GROUP_TYPES } from '#contract/limits.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { inSharedTransaction, type SharedTransaction } from '#metadata/database/shared-transaction.ts'
import { lruOf } from '#shared/lru-of.ts'
import {
  findGroup,
  type Group,
  type GroupRange,
  groupsByKeys,
  listGroupRows,
  recordGroups,
} from './group-rows.ts'
import {
  type GroupStatements,
  type GroupUpdate,
  groupName,
  groupUpdates,
  newGroupTypes,
} from './group-statements.ts'
import {
  addGroupTypes,
  type GroupType,
  type GroupTypeNames,
  listGroupTypes,
  renameGroupType,
} from './group-types.ts'

export interface RecordedGroups<Statements> {
  /** The index of each type, by its name. A sixth type has no index. */
  readonly indexes: ReadonlyMap<string, number>
  /** The statements about groups whose properties were partly left out because the group has too many. */
  readonly overfull: readonly Statements[]
}

export interface GroupStore {
  /**
   * Adds the group types and groups of events, in the order of appearance, and sets the properties of
   * groups. The changes are on disk before it resolves, or when `shared` is committed. Repeating it changes
   * nothing.
   */
  record<Statements extends GroupStatements>(
    projectId: number,
    statements: readonly Statements[],
    shared?: SharedTransaction,
  ): Promise<RecordedGroups<Statements>>
  /** Returns the group types in the order of their indexes. */
  typesOf(projectId: number): Promise<readonly GroupType[]>
  /** Renames all of these types or none. An index without a type changes nothing. */
  renameTypes(projectId: number, names: readonly GroupTypeNames[]): Promise<void>
  /** Returns null if the group is unknown or of another project. */
  find(projectId: number, typeIndex: number, key: string): Promise<Group | null>
  /** Returns the groups with these keys, in any order. Unknown keys are left out. */
  byKeys(projectId: number, typeIndex: number, keys: readonly string[]): Promise<Group[]>
  /**
   * Returns the groups of a range, the groups nearest to its position first: newest first after the
   * position, oldest first before it.
   */
  list(projectId: number, typeIndex: number, range: GroupRange, limit: number): Promise<Group[]>
}

/** Number of cached groups. An entry takes about 150 bytes. */
const CACHED_GROUPS = 200_000

export function createGroupStore(metadata: Metadata): GroupStore {
  // Caches the indexes of stored types and the creation times of stored groups. Most events mention only
  // these, and then need no statement.
  const typeCache = new Map<number, ReadonlyMap<string, number>>()
  const createdCache = lruOf<string, number>(CACHED_GROUPS)
  const cacheKey = (projectId: number, { typeIndex, key }: GroupUpdate) =>
    `${projectId}:${groupName(typeIndex, key)}`
  const changesGroup = (projectId: number, update: GroupUpdate) =>
    update.registers.size > 0 ||
    (createdCache.get(cacheKey(projectId, update)) ?? Number.POSITIVE_INFINITY) > update.earliestMs

  async function indexesOf(
    shared: SharedTransaction,
    projectId: number,
    statements: readonly GroupStatements[],
  ) {
    const known = typeCache.get(projectId) ?? indexesIn(await listGroupTypes(await shared.begun(), projectId))
    const added = newGroupTypes(statements, known, MAX_GROUP_TYPES - known.size)
    const indexes =
      added.length === 0 ? known : indexesIn(await addGroupTypes(await shared.begun(), projectId, added))
    shared.whenCommitted(() => typeCache.set(projectId, indexes))
    return indexes
  }
  async function recordIn<Statements extends GroupStatements>(
    shared: SharedTransaction,
    projectId: number,
    statements: readonly Statements[],
  ): Promise<RecordedGroups<Statements>> {
    const indexes = await indexesOf(shared, projectId, statements)
    const updates = groupUpdates(statements, indexes).filter((update) => changesGroup(projectId, update))
    if (updates.length === 0) return { indexes, overfull: [] }
    const recorded = await recordGroups(await shared.begun(), projectId, updates)
    const overfull = new Set<string>()
    updates.forEach((update, i) => {
      const createdMs = recorded[i]?.createdMs ?? update.earliestMs
      shared.whenCommitted(() => createdCache.set(cacheKey(projectId, update), createdMs))
      if (recorded[i]?.isOverfull) overfull.add(groupName(update.typeIndex, update.key))
    })
    return { indexes, overfull: statementsAbout(overfull, statements, indexes) }
  }

  return {
    record: (projectId, statements, outer) =>
      outer === undefined
        ? inSharedTransaction(metadata, (shared) => recordIn(shared, projectId, statements))
        : recordIn(outer, projectId, statements),
    typesOf: (projectId) => listGroupTypes(metadata, projectId),
    renameTypes: (projectId, names) =>
      metadata.transaction().execute(async (transaction) => {
        for (const name of names) await renameGroupType(transaction, projectId, name)
      }),
    find: (projectId, typeIndex, key) => findGroup(metadata, projectId, typeIndex, key),
    byKeys: (projectId, typeIndex, keys) => groupsByKeys(metadata, projectId, typeIndex, keys),
    list: (projectId, typeIndex, range, limit) => listGroupRows(metadata, projectId, typeIndex, range, limit),
  }
}

const indexesIn = (types: readonly GroupType[]) =>
  new Map<string, number>(types.map(({ type, index }) => [type, index]))

function statementsAbout<Statements extends GroupStatements>(
  names: ReadonlySet<string>,
  statements: readonly Statements[],
  indexes: ReadonlyMap<string, number>,
): Statements[] {
  if (names.size === 0) return []
  return statements.filter(({ groupStatement }) => {
    if (groupStatement === null || Object.keys(groupStatement.set).length === 0) return false
    const index = indexes.get(groupStatement.type)
    return index !== undefined && names.has(groupName(index, groupStatement.key))
  })
}
