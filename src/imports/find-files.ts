import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { formatOfName } from './find-format.ts'

export interface FoundFiles {
  readonly files: readonly string[]
  /** Files of a folder whose name says no format. */
  readonly passedOver: readonly string[]
}

/**
 * The files to read, those of folders in the order of their names, with their folders.
 * @throws Error with a sentence where there is none
 */
export function findFiles(paths: readonly string[], hasFormat: boolean): FoundFiles {
  const files: string[] = []
  const passedOver: string[] = []
  for (const path of paths) {
    if (path === '-' || !isFolder(path)) files.push(path)
    else
      for (const file of filesIn(path)) {
        const isKnown = formatOfName(file) !== null && !/manifest\.json$/i.test(file)
        ;(hasFormat || isKnown ? files : passedOver).push(file)
      }
  }
  if (files.length === 0) throw new Error(`There is no file to import in ${paths.join(', ')}.`)
  return { files, passedOver }
}

function isFolder(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw new Error(`There is no file ${path}.`)
  return found.isDirectory()
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
