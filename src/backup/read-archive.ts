import { createHash } from 'node:crypto'
import { createWriteStream, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type Entry, extract as extractTar } from 'tar-stream'
import { BrokenBackupError, CHECKSUMS, Checksums, FORMAT, MANIFEST, Manifest } from './manifest.ts'
import type { Progress } from './write-archive.ts'

/**
 * Writes the files of a backup into `folder`, which is empty, and compares each with its checksum. `accept` sees the manifest before
 * anything is written, and throws where the backup cannot be used.
 * @throws BrokenBackupError
 */
export async function readArchive(
  input: Readable,
  folder: string,
  accept: (manifest: Manifest) => void,
  progress: Progress,
): Promise<Manifest> {
  const extract = extractTar()
  const unpacked = pipeline(input, createGunzip(), extract)
  // Without this a failure that comes before the loop ends would be unhandled.
  unpacked.catch(() => undefined)
  let manifest: Manifest | undefined
  let checksums: Checksums | undefined
  const found = new Map<string, string>()
  let done = 0
  try {
    for await (const entry of extract) {
      const { name, size = 0 } = entry.header
      if (manifest === undefined) {
        manifest = await manifestOf(entry)
        accept(manifest)
      } else if (name === CHECKSUMS) checksums = Checksums.parse(await json(entry))
      else {
        await unpack(entry, folder, found)
        done += size
        progress(done, manifest.bytes)
      }
    }
    await unpacked
  } catch (error) {
    throw isOfData(error) ? broken() : error
  }
  if (manifest === undefined || checksums === undefined) throw broken()
  compare(checksums, found)
  return manifest
}

async function manifestOf(entry: Entry): Promise<Manifest> {
  if (entry.header.name !== MANIFEST) throw new BrokenBackupError('The file is no backup of Throughline.')
  const about = (await json(entry)) as { format?: number; version?: string }
  if ((about.format ?? 0) > FORMAT)
    throw new Error(
      `The backup was made by version ${about.version} of Throughline, whose format this version does not know. Use that version or a newer one.`,
    )
  return Manifest.parse(about)
}

/** Paths within the folder, without a way out of it. */
const SAFE_PATH = /^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))[^\0]+$/
/** Links as the engine makes them: from the name of a table or database to its folder. */
const SAFE_LINK = /^(?:\.\.\/){1,2}store\/[0-9a-f]{3}\/[0-9a-f-]{36}\/?$/

async function unpack(entry: Entry, folder: string, found: Map<string, string>): Promise<void> {
  const { name, type, linkname } = entry.header
  const path = join(folder, name)
  if (!SAFE_PATH.test(name) || found.has(name)) throw broken()
  if (type === 'directory') {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    entry.resume()
  } else if (type === 'symlink') {
    if (!SAFE_LINK.test(linkname ?? '')) throw broken()
    symlinkSync(linkname ?? '', path)
    entry.resume()
  } else {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const hash = createHash('sha256')
    const hashed = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    }
    // Synced, because the backup may be deleted after a restore.
    await pipeline(entry, hashed, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
    found.set(name, hash.digest('hex'))
  }
}

function compare(checksums: Checksums, found: ReadonlyMap<string, string>): void {
  const wrong = checksums.find(({ path, sha256 }) => found.get(path) !== sha256)
  if (wrong !== undefined)
    throw new BrokenBackupError(`The backup was altered: its file ${wrong.path} differs.`)
  if (found.size !== checksums.length) throw broken()
}

const broken = () => new BrokenBackupError('The backup is cut off or was altered: it cannot be used.')

/** An error of the content in contrast to one of the disk. */
function isOfData(error: unknown): boolean {
  const { code = '', name = '' } = error as { code?: string; name?: string }
  return (
    code.startsWith('Z_') ||
    ['ZodError', '$ZodError', 'SyntaxError'].includes(name) ||
    /Unexpected end of data|Invalid tar header|Premature close|Writable stream closed/i.test(String(error))
  )
}
