import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Deletes the definitions that a full disk has cut to nothing, because the engine does not open with them.
 * They belong to dictionaries, which are made anew when needed.
 * @throws Error if the definition is that of a table with rows: only a backup has its definition.
 */
export function dropEmptyDefinitions(engineFolder: string): void {
  const definitions = join(engineFolder, 'metadata', 'default')
  if (!existsSync(definitions)) return
  const empty = readdirSync(definitions).filter(
    (name) => name.endsWith('.sql') && statSync(join(definitions, name)).size === 0,
  )
  for (const name of empty) {
    const file = join(definitions, name)
    if (existsSync(join(engineFolder, 'data', 'default', name.slice(0, -'.sql'.length))))
      throw new Error(
        `The definition of a table of the event store is empty: ${file}. Restore it from a backup.`,
      )
    rmSync(file)
  }
}
