import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { namesIn, type PartsOnDisk, partsOnDisk } from './table-folder.ts'

/** A table as its files show it before the engine opens. */
export interface StoredTable extends PartsOnDisk {
  readonly table: string
  /** False if the definition exists but the folder does not. The engine would make an empty folder. */
  readonly hasFolder: boolean
}

/**
 * Returns the tables of the engine's folder, found by their definitions; none before the first start.
 * Changes no file.
 */
export function storedTables(engineFolder: string): StoredTable[] {
  const definitions = join(engineFolder, 'metadata', 'default')
  return namesIn(definitions).flatMap((file) => {
    const uuid = file.endsWith('.sql') ? uuidIn(join(definitions, file)) : null
    if (uuid === null) return []
    const table = file.slice(0, -'.sql'.length)
    const path = join(engineFolder, 'store', uuid.slice(0, 3), uuid)
    const hasFolder = existsSync(join(path, 'format_version.txt'))
    return [{ table, hasFolder, ...partsOnDisk({ table, path }) }]
  })
}

/** Returns null for a dictionary, and for a definition that a full disk has cut off. */
const uuidIn = (definition: string): string | null =>
  /^ATTACH TABLE \S+ UUID '([0-9a-f-]{36})'/.exec(readFileSync(definition, 'utf8'))?.[1] ?? null
