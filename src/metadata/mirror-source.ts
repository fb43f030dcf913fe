import { sql } from 'kysely'
import { propertiesOf, readRegisters } from '../identity/property-registers.ts'
import { jsonText } from '../shared/json-text.ts'
import type { Metadata } from './open-metadata.ts'

/** Which person a number of an event belongs to. */
export interface MirroredRoot {
  readonly projectId: number
  readonly person: number
  readonly root: number
  readonly version: number
}
export interface MirroredPerson {
  readonly projectId: number
  readonly person: number
  readonly createdAt: string
  readonly isIdentified: boolean
  /** JSON text of an object. */
  readonly properties: string
  readonly version: number
}
export interface MirroredGroup {
  readonly projectId: number
  readonly typeIndex: number
  readonly key: string
  readonly id: number
  readonly listedAt: string
  readonly createdAt: string
  /** JSON text of an object. */
  readonly properties: string
  readonly version: number
}

/**
 * What the event store has to know of the metadata. Each gives the rows of some versions beyond `version`, oldest first,
 * all rows of one version together, or none when there are none.
 */
export interface MirrorSource {
  roots(version: number): Promise<MirroredRoot[]>
  persons(version: number): Promise<MirroredPerson[]>
  groups(version: number): Promise<MirroredGroup[]>
  /** The last version given to any row. */
  newest(): Promise<number>
}

/** Rows read at once, unless a single version has more. */
const ENOUGH_ROWS = 20_000

// As a literal in the text: SQLite then sees that an index over the few versioned ids serves.
const VERSIONED = sql.lit(0)

type MirroredTable = 'person_distinct_id' | 'person' | 'project_group'

export function createMirrorSource(metadata: Metadata): MirrorSource {
  // Versions are whole: the last one of a page is read to its end.
  async function lastVersion(table: MirroredTable, version: number): Promise<number> {
    const row = await metadata
      .selectFrom(table)
      .select('version')
      .where('version', '>', version)
      .where('version', '>', VERSIONED)
      .orderBy('version')
      .offset(ENOUGH_ROWS)
      .limit(1)
      .executeTakeFirst()
    return row === undefined ? Number.MAX_SAFE_INTEGER : Number(row.version)
  }
  return {
    async roots(version) {
      const rows = await metadata
        .selectFrom('person_distinct_id')
        .select(['project_id', 'number', 'person', 'version'])
        .where('version', '>', version)
        .where('version', '>', VERSIONED)
        .where('version', '<=', await lastVersion('person_distinct_id', version))
        .orderBy('version')
        .execute()
      return rows.map((row) => ({
        projectId: row.project_id,
        person: Number(row.number),
        root: Number(row.person),
        version: Number(row.version),
      }))
    },
    async persons(version) {
      const rows = await metadata
        .selectFrom('person')
        .select(['project_id', 'number', 'created_at', 'is_identified', 'registers', 'version'])
        .where('version', '>', version)
        .where('version', '<=', await lastVersion('person', version))
        .orderBy('version')
        .execute()
      return rows.map((row) => ({
        projectId: row.project_id,
        person: Number(row.number),
        createdAt: row.created_at,
        isIdentified: row.is_identified === 1,
        properties: propertiesText(row.registers),
        version: Number(row.version),
      }))
    },
    async groups(version) {
      const rows = await metadata
        .selectFrom('project_group')
        .selectAll()
        .where('version', '>', version)
        .where('version', '<=', await lastVersion('project_group', version))
        .orderBy('version')
        .execute()
      return rows.map((row) => ({
        projectId: row.project_id,
        typeIndex: row.group_type_index,
        key: row.group_key,
        id: row.id,
        listedAt: row.listed_at,
        createdAt: row.created_at,
        properties: propertiesText(row.registers),
        version: Number(row.version),
      }))
    },
    async newest() {
      const row = await metadata.selectFrom('mirror_version').select('value').executeTakeFirstOrThrow()
      return Number(row.value)
    },
  }
}

const propertiesText = (registers: string | null) =>
  registers === null ? '{}' : jsonText(propertiesOf(readRegisters(registers)))
