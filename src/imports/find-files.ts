import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { formatOfName } from './find-format.ts'

/**
 * Matches the names of files without events, which a batch export, a complete export or an import itself has
 * written.
 */
const OTHERS =
  /(?:manifest\.json|\.import-journal|\.set-aside\.jsonl|(?:^|[\\/])(?:persons|groups|cohort-people|insights|dashboards|cohorts|actions|annotations)\.\w+(?:\.gz)?)$/i

export interface FoundFiles {
  readonly files: readonly string[]
  /**
   * Files in folders that are not read, because their name says that they have no events or does not
   * indicate a format.
   */
  readonly passedOver: readonly string[]
}

/**
 * Returns the files to read. A folder is searched with all folders in it, and its files come in the order
 * of their paths.
 * @throws Error with a sentence if there is no file.
 */
export function findFiles(paths: readonly string[], hasFormat: boolean): FoundFiles {
  const files: string[] = []
  const passedOver: string[] = []
  for (const path of paths) {
    if (path === '-' || !isFolder(path)) files.push(path)
    else
      for (const file of filesIn(path)) {
        const isKnown = hasFormat || formatOfName(file) !== null
        ;(isKnown && !OTHERS.test(file) ? files : passedOver).push(file)
      }
  }
  if (files.length === 0) throw new Error(`No file to import was found in ${paths.join(', ')}.`)
  return { files, passedOver }
}

function isFolder(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw new Error(`There is no file or folder ${path}.`)
  return found.isDirectory()
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
