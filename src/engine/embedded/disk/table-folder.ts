import { mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type PartName, parsePartName } from './part-name.ts'
import type { StoredPart } from './untrusted-parts.ts'

/** Folder with the files of one table of the engine. */
export interface TableFolder {
  readonly table: string
  readonly path: string
}

/** Returns the tables of the engine's folder, attached or not; none before the first start. */
export function tableFolders(engineFolder: string): TableFolder[] {
  const tables = join(engineFolder, 'data', 'default')
  return namesIn(tables).map((table) => ({ table, path: realpathSync(join(tables, table)) }))
}

export const partNamesIn = (folder: TableFolder): PartName[] => partNames(folder.path)

export const partsIn = (folder: TableFolder): StoredPart[] =>
  partNamesIn(folder).map((name) => ({ name, rows: rowsOf(join(folder.path, name.text)) }))

export interface PartsOnDisk {
  readonly parts: readonly StoredPart[]
  /** Parts that the engine could not load and has moved to `detached`. */
  readonly broken: readonly StoredPart[]
}

/** Leaves out parts whose folder is empty, which the engine deletes without a message. */
export const partsOnDisk = (folder: TableFolder): PartsOnDisk => ({
  parts: partsIn(folder).filter(({ name }) => namesIn(join(folder.path, name.text)).length > 0),
  broken: brokenPartsIn(folder).map(({ part }) => part),
})

/** Time of the last change of the part's folder, in epoch ms. */
export const writtenMs = (folder: TableFolder, { name }: StoredPart): number =>
  statSync(join(folder.path, name.text)).mtimeMs

const SET_ASIDE = 'untrusted_'

/** Moves a part out of a table that the engine does not have attached. */
export function setAside(folder: TableFolder, part: StoredPart): void {
  const detached = join(folder.path, 'detached')
  mkdirSync(detached, { recursive: true })
  const target = join(detached, `${SET_ASIDE}${part.name.text}`)
  // An earlier repair that did not finish has left this folder. The engine has since made a part with this
  // name again.
  rmSync(target, { recursive: true, force: true })
  renameSync(join(folder.path, part.name.text), target)
}

/** A part in `detached`: either a repair has set it aside, or the engine could not load it. */
export interface DetachedPart {
  readonly part: StoredPart
  readonly path: string
}

export const setAsideIn = (folder: TableFolder): DetachedPart[] => detachedParts(folder, /^untrusted_(.+)$/)

/** Returns the parts that the engine itself moved to `detached`. */
export const brokenPartsIn = (folder: TableFolder): DetachedPart[] =>
  detachedParts(folder, /^(?:broken|broken-on-start|unexpected)_(.+?)(?:_try\d+)?$/)

function detachedParts(folder: TableFolder, pattern: RegExp): DetachedPart[] {
  const detached = join(folder.path, 'detached')
  return namesIn(detached).flatMap((entry) => {
    const name = parsePartName(pattern.exec(entry)?.[1] ?? '')
    const path = join(detached, entry)
    return name === null ? [] : [{ part: { name, rows: rowsOf(path) }, path }]
  })
}

export const deletePart = ({ path }: DetachedPart): void => rmSync(path, { recursive: true, force: true })

const MUTATION_FILE = /^mutation_\d+\.txt$/
/** Matches a complete mutation file: ClickHouse's MergeTreeMutationEntry writes these three lines. */
const WHOLE_MUTATION = /^format version: 1\ncreate time: .+\ncommands: [\s\S]+\n$/

/**
 * Deletes mutation files that were cut off while being written. The engine cannot attach a table that has
 * such a file. Returns the number of deleted files.
 */
export function dropCutMutations(folder: TableFolder): number {
  const cut = namesIn(folder.path).filter(
    (name) => MUTATION_FILE.test(name) && !WHOLE_MUTATION.test(readFileSync(join(folder.path, name), 'utf8')),
  )
  for (const name of cut) rmSync(join(folder.path, name), { force: true })
  return cut.length
}

/** Returns the names in a folder; none if the folder does not exist. */
export function namesIn(path: string): string[] {
  try {
    return readdirSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

const partNames = (path: string): PartName[] =>
  namesIn(path).flatMap((name) => {
    const parsed = parsePartName(name)
    return parsed === null ? [] : [parsed]
  })

function rowsOf(partPath: string): number | null {
  try {
    const text = readFileSync(join(partPath, 'count.txt'), 'utf8')
    return /^\d+$/.test(text) ? Number(text) : null
  } catch {
    return null
  }
}
