import { sql } from 'kysely'
import { parseRegisters, propertiesOf } from '#identity/property-registers.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { jsonText } from '#shared/json-text.ts'
import { findMirrorVersion } from './mirror-version.ts'

/** The position of a row among the rows to mirror. */
export interface MirrorPosition {
  readonly version: number
  readonly projectId: number
  /** Identifies a row in its project: the number of a person, or the id of a group or of a member. */
  readonly key: number
}

/** The root of the person to whom the events with a number belong. The number is `at.key`. */
export interface MirroredRoot {
  readonly at: MirrorPosition
  readonly root: number
}
export interface MirroredPerson {
  readonly at: MirrorPosition
  readonly createdAt: string
  readonly isIdentified: boolean
  /**
   * JSON text of an object; null if the stored text cannot be parsed, or is longer than {@link
   * MAX_REGISTERS}.
   */
  readonly properties: string | null
}
export interface MirroredGroup {
  readonly at: MirrorPosition
  readonly typeIndex: number
  readonly groupKey: string
  readonly listedAt: string
  readonly createdAt: string
  /**
   * JSON text of an object; null if the stored text cannot be parsed, or is longer than {@link
   * MAX_REGISTERS}.
   */
  readonly properties: string | null
}

/** A distinct id of a person that was added to a static cohort or removed from it. */
export interface MirroredMember {
  readonly at: MirrorPosition
  readonly cohortId: number
  readonly number: number
  readonly isMember: boolean
}

/**
 * The rows that the event store mirrors. Each method returns the next rows after a position, in order, and
 * no more rows than memory can hold. After the last row it returns none.
 */
export interface MirrorSource {
  roots(after: MirrorPosition): Promise<MirroredRoot[]>
  persons(after: MirrorPosition): Promise<MirroredPerson[]>
  groups(after: MirrorPosition): Promise<MirroredGroup[]>
  members(after: MirrorPosition): Promise<MirroredMember[]>
  /** Returns the highest version of any row. */
  newest(): Promise<number>
}

interface PageSize {
  readonly rows: number
  /** Highest number of characters of properties. A single row may have more. */
  readonly characters: number
}

const MiB = 1024 * 1024
const PAGE: PageSize = { rows: 20_000, characters: 32 * MiB }

/**
 * Longest text of registers that is read, in characters. No query could use a longer text, and reading it
 * would block all requests.
 */
const MAX_REGISTERS = 64 * MiB

export function createMirrorSource(metadata: Metadata, page = PAGE): MirrorSource {
  async function lastOfPage(table: 'person' | 'project_group', key: KeyColumn, after: MirrorPosition) {
    const sizes = await metadata
      .selectFrom(table)
      .select(['version', 'project_id', sql.ref<number>(key).as('key'), sizeOf])
      .where(isAfter(after, key))
      .orderBy(positionIn(key))
      .limit(page.rows)
      .execute()
    return endOfPage(sizes, page.characters)
  }
  return {
    async roots(after) {
      const rows = await metadata
        .selectFrom('person_distinct_id')
        .select(['version', 'project_id', 'number', 'person'])
        .where(isAfter(after, 'number'))
        // The 0 is a literal in the SQL, so that SQLite uses the partial index of the few ids that have a
        // version.
        .where('version', '>', sql.lit(0))
        .orderBy(positionIn('number'))
        .limit(page.rows)
        .execute()
      return rows.map((row) => ({ at: positionOf({ ...row, key: row.number }), root: Number(row.person) }))
    },
    async persons(after) {
      const last = await lastOfPage('person', 'number', after)
      if (last === null) return []
      const rows = await metadata
        .selectFrom('person')
        .select(['version', 'project_id', 'number as key', 'created_at', 'is_identified', readable])
        .where(isAfter(after, 'number'))
        .where(isUpTo(last, 'number'))
        .orderBy(positionIn('number'))
        .execute()
      return rows.map((row) => ({
        at: positionOf(row),
        createdAt: row.created_at,
        isIdentified: row.is_identified === 1,
        properties: propertiesText(row.registers),
      }))
    },
    async groups(after) {
      const last = await lastOfPage('project_group', 'id', after)
      if (last === null) return []
      const rows = await metadata
        .selectFrom('project_group')
        .select(['version', 'project_id', 'id as key', 'group_type_index', 'group_key', 'listed_at'])
        .select(['created_at', readable])
        .where(isAfter(after, 'id'))
        .where(isUpTo(last, 'id'))
        .orderBy(positionIn('id'))
        .execute()
      return rows.map((row) => ({
        at: positionOf(row),
        typeIndex: row.group_type_index,
        groupKey: row.group_key,
        listedAt: row.listed_at,
        createdAt: row.created_at,
        properties: propertiesText(row.registers),
      }))
    },
    async members(after) {
      const rows = await metadata
        .selectFrom('cohort_person')
        .select(['version', 'project_id', 'id as key', 'cohort_id', 'number', 'is_member'])
        .where(isAfter(after, 'id'))
        .orderBy(positionIn('id'))
        .limit(page.rows)
        .execute()
      return rows.map((row) => ({
        at: positionOf(row),
        cohortId: row.cohort_id,
        number: Number(row.number),
        isMember: row.is_member === 1,
      }))
    },
    newest: () => findMirrorVersion(metadata),
  }
}

type KeyColumn = 'number' | 'id'
interface PositionRow {
  readonly version: number
  readonly project_id: number
  readonly key: number
}

const positionOf = (row: PositionRow): MirrorPosition => ({
  version: Number(row.version),
  projectId: row.project_id,
  key: Number(row.key),
})

const positionIn = (column: KeyColumn) => sql`version, project_id, ${sql.ref(column)}`

// The condition is written as one comparison of rows, so that the index of these columns is used.
const isAfter = ({ version, projectId, key }: MirrorPosition, column: KeyColumn) =>
  sql<boolean>`(${positionIn(column)}) > (${version}, ${projectId}, ${key})`
const isUpTo = ({ version, projectId, key }: MirrorPosition, column: KeyColumn) =>
  sql<boolean>`(${positionIn(column)}) <= (${version}, ${projectId}, ${key})`

const sizeOf = sql<number | null>`length(registers)`.as('size')
const readable = sql<
  string | null
>`CASE WHEN length(registers) > ${sql.lit(MAX_REGISTERS)} THEN '' ELSE registers END`.as('registers')

/** Returns the position of the last row that fits on a page. The first row always fits. */
function endOfPage(
  rows: readonly (PositionRow & { readonly size: number | null })[],
  characters: number,
): MirrorPosition | null {
  let sum = 0
  let last: PositionRow | null = null
  for (const row of rows) {
    sum += row.size ?? 0
    if (last !== null && sum > characters) break
    last = row
  }
  return last === null ? null : positionOf(last)
}

function propertiesText(registers: string | null): string | null {
  try {
    return registers === null ? '{}' : jsonText(propertiesOf(parseRegisters(registers)))
  } catch {
    return null
  }
}
