import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type PartName, parsePartName } from './part-name.ts'

/** Content of the engine's folder at one moment. All paths are relative to the folder. */
export interface StoreFiles {
  /** Folders of parts. Their files never change, so they may be hard-linked. */
  readonly parts: readonly StoredPartFolder[]
  /** All other files, with their content at that moment. They are small. */
  readonly files: readonly { readonly path: string; readonly content: Buffer }[]
  readonly links: readonly { readonly path: string; readonly target: string }[]
  readonly folders: readonly string[]
}
export interface StoredPartFolder {
  readonly path: string
  /** Folder of the table that the part belongs to. */
  readonly table: string
  readonly name: PartName
  /** False for a part in `detached`, which the engine could not load. */
  readonly isAttached: boolean
}

/**
 * Names of files and folders that belong to running work, or that a killed process left behind. `tmp` at
 * the top level is for queries that spill to disk.
 */
const TEMPORARY = /^(?:tmp|delete_tmp|attaching_|status$)/
const DETACHED = 'detached'

/** Lists the engine's folder without changing it. No write may run meanwhile; merges may. */
export function storeFiles(engineFolder: string): StoreFiles {
  const found = {
    parts: [] as StoredPartFolder[],
    files: [] as { path: string; content: Buffer }[],
    links: [] as { path: string; target: string }[],
    folders: [] as string[],
  }
  function walk(folder: string): void {
    for (const name of readdirSync(join(engineFolder, folder))) if (!TEMPORARY.test(name)) add(folder, name)
  }
  function add(folder: string, name: string): void {
    const path = join(folder, name)
    const full = join(engineFolder, path)
    const stat = lstatSync(full, { throwIfNoEntry: false })
    if (stat?.isSymbolicLink()) found.links.push({ path, target: readlinkSync(full) })
    else if (stat?.isFile()) found.files.push({ path, content: readFileSync(full) })
    else if (stat?.isDirectory()) addFolder(folder, name, path)
  }
  function addFolder(parent: string, name: string, path: string): void {
    const isAttached = !parent.endsWith(`/${DETACHED}`)
    const partName = parsePartName(isAttached ? name : name.replace(/^[a-z-]+_/, '').replace(/_try\d+$/, ''))
    if (partName !== null && parent.startsWith('store/')) {
      const table = isAttached ? parent : parent.slice(0, -DETACHED.length - 1)
      found.parts.push({ path, table, name: partName, isAttached })
      return
    }
    found.folders.push(path)
    walk(path)
  }
  walk('')
  return found
}
