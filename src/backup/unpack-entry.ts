import { createHash } from 'node:crypto'
import { createWriteStream, lstatSync, mkdirSync, symlinkSync } from 'node:fs'
import { join, posix } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Entry } from 'tar-stream'
import { brokenBackup } from './manifest.ts'

/**
 * Matches the target of a link that the engine makes. Such a link leads from the name of a table or database
 * to its folder.
 */
const LINK_TARGET = /^(?:\.\.\/){1,2}store\/[0-9a-f]{3}\/[0-9a-f-]{36}\/?$/
/** All links must lead to folders in here. */
const LINKED = 'events/store/'

/**
 * Writes an entry of a backup into `folder`. Returns the SHA-256 of a file; null for a folder and a link.
 * Links stay inside the folder, and nothing is written through a link.
 * @throws BrokenBackupError
 */
export async function unpackEntry(entry: Entry, folder: string): Promise<string | null> {
  const { name, type, linkname } = entry.header
  const path = pathIn(folder, name)
  if (type === 'file') return unpackFile(entry, path)
  if (type === 'directory') makeFolder(path)
  else if (type === 'symlink') makeLink(name, linkname ?? '', path)
  // A backup has no entry of any other kind, for example no hard link and no device.
  else throw brokenBackup()
  entry.resume()
  return null
}

/** Returns the path of an entry. The folders above it are made, and none of them is a link. */
function pathIn(folder: string, name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are refused
  if (name === '' || name.startsWith('/') || /[\0-\x1f\x7f\\]/.test(name)) throw brokenBackup()
  const parts = name.replace(/\/$/, '').split('/')
  if (parts.some((part) => part === '' || part === '.' || part === '..')) throw brokenBackup()
  let path = folder
  for (const part of parts.slice(0, -1)) {
    path = join(path, part)
    makeFolder(path)
  }
  return join(path, parts.at(-1) ?? '')
}

// Asks the file system whether the folder exists. A list of the names so far would not do, because some file
// systems take two spellings for one file.
function makeFolder(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) mkdirSync(path, { mode: 0o700 })
  else if (!found.isDirectory()) throw brokenBackup()
}

function makeLink(name: string, target: string, path: string): void {
  const place = posix.join(posix.dirname(name), target)
  if (!LINK_TARGET.test(target) || !place.startsWith(LINKED)) throw brokenBackup()
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) throw brokenBackup()
  symlinkSync(target, path)
}

async function unpackFile(entry: Entry, path: string): Promise<string> {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) throw brokenBackup()
  const hash = createHash('sha256')
  const hashed = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
  // The file is synced, because the backup may be deleted after a restore.
  await pipeline(entry, hashed, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
  return hash.digest('hex')
}
