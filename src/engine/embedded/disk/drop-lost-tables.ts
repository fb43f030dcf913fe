import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { namesIn } from './table-folder.ts'

/**
 * Deletes the links of tables whose definition or folder is lost. The engine does not open while such a
 * link exists.
 */
export function dropLostTables(engineFolder: string): void {
  const links = join(engineFolder, 'data', 'default')
  for (const table of namesIn(links)) {
    const hasDefinition = existsSync(join(engineFolder, 'metadata', 'default', `${table}.sql`))
    const link = join(links, table)
    if (!hasDefinition || !existsSync(link)) rmSync(link, { force: true })
  }
}
