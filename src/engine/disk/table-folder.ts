import { mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type PartName, parsePartName } from './part-name.ts'
import type { StoredPart } from './untrusted-parts.ts'

/** The files of one table of the engine. */
export interface TableFolder {
  readonly table: string
  readonly path: string
}

/** The tables of the engine's folder, attached or not; none before the first start. */
export function tableFolders(engineFolder: string): TableFolder[] {
  const tables = join(engineFolder, 'data', 'default')
  return namesIn(tables).map((table) => ({ table, path: realpathSync(join(tables, table)) }))
}

export const partNamesIn = (folder: TableFolder): PartName[] => partNames(folder.path)

export const partsIn = (folder: TableFolder): StoredPart[] =>
  partNamesIn(folder).map((name) => ({ name, rows: rowsOf(join(folder.path, name.text)) }))

export interface PartsOnDisk {
  readonly parts: readonly StoredPart[]
  /** Parts that the engine could not load and has moved. */
  readonly broken: readonly StoredPart[]
}

/** Without parts of which only the folder is left: the engine deletes them without a word. */
export const partsOnDisk = (folder: TableFolder): PartsOnDisk => ({
  parts: partsIn(folder).filter(({ name }) => namesIn(join(folder.path, name.text)).length > 0),
  broken: brokenPartsIn(folder).map(({ part }) => part),
})

/** When the folder of a part was last changed, in epoch ms. */
export const writtenMs = (folder: TableFolder, { name }: StoredPart): number =>
  statSync(join(folder.path, name.text)).mtimeMs

const SET_ASIDE = 'untrusted_'

/** Takes a part from a table that no engine has attached. */
export function setAside(folder: TableFolder, part: StoredPart): void {
  const detached = join(folder.path, 'detached')
  mkdirSync(detached, { recursive: true })
  const target = join(detached, `${SET_ASIDE}${part.name.text}`)
  // Of an earlier repair that did not come to its end: the engine has made the part of the same name again since.
  rmSync(target, { recursive: true, force: true })
  renameSync(join(folder.path, part.name.text), target)
}

/** A part in `detached`: set aside, or one that the engine could not load. */
export interface DetachedPart {
  readonly part: StoredPart
  readonly path: string
}

export const setAsideIn = (folder: TableFolder): DetachedPart[] => detachedParts(folder, /^untrusted_(.+)$/)

/** Parts that the engine moved there by itself. */
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
/** MergeTreeMutationEntry of ClickHouse writes these three lines. */
const WHOLE_MUTATION = /^format version: 1\ncreate time: .+\ncommands: [\s\S]+\n$/

/** Deletes files of mutations that were cut off while they were written: the engine cannot attach a table that has one. */
export function dropCutMutations(folder: TableFolder): number {
  const cut = namesIn(folder.path).filter(
    (name) => MUTATION_FILE.test(name) && !WHOLE_MUTATION.test(readFileSync(join(folder.path, name), 'utf8')),
  )
  for (const name of cut) rmSync(join(folder.path, name), { force: true })
  return cut.length
}

/** The names in a folder; none where there is no folder. */
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
