import { createHash } from 'node:crypto'
import { createReadStream, lstatSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Pack, pack as packTar } from 'tar-stream'
import { CHECKSUMS, type Checksums, FORMAT, MANIFEST, type Manifest } from './manifest.ts'

export type Progress = (doneBytes: number, allBytes: number) => void

/** Level of compression that takes little time. Most files are compressed already. */
const LEVEL = 1
const CHUNK_BYTES = 256 * 1024

interface Entry {
  readonly path: string
  readonly type: 'file' | 'directory' | 'symlink'
  readonly bytes: number
}

/**
 * Writes a data folder as a compressed tar archive and ends `output`. Nothing may change the folder
 * meanwhile.
 */
export async function writeArchive(
  folder: string,
  about: Pick<Manifest, 'version' | 'created_at' | 'migrations'>,
  output: Writable,
  progress: Progress,
): Promise<Manifest> {
  const entries = entriesOf(folder)
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0)
  const files = entries.filter(({ type }) => type === 'file').length
  const manifest: Manifest = { format: FORMAT, ...about, files, bytes }
  const pack = packTar()
  const written = pipeline(pack, createGzip({ level: LEVEL }), output)
  const packed = packAll(pack, folder, manifest, entries, progress).catch((error: Error) => {
    pack.destroy(error)
    throw error
  })
  // Waits for both, because a failure of one ends the other.
  await Promise.all([written, packed])
  return manifest
}

function entriesOf(folder: string, inside = ''): Entry[] {
  return readdirSync(join(folder, inside), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry): Entry[] => {
      const path = join(inside, entry.name)
      if (entry.isDirectory()) return [{ path, type: 'directory', bytes: 0 }, ...entriesOf(folder, path)]
      if (entry.isSymbolicLink()) return [{ path, type: 'symlink', bytes: 0 }]
      return [{ path, type: 'file', bytes: lstatSync(join(folder, path)).size }]
    })
}

async function packAll(
  pack: Pack,
  folder: string,
  manifest: Manifest,
  entries: readonly Entry[],
  progress: Progress,
): Promise<void> {
  pack.entry({ name: MANIFEST }, `${JSON.stringify(manifest, null, 2)}\n`)
  const checksums: Checksums = []
  let done = 0
  for (const { path, type, bytes } of entries) {
    const file = join(folder, path)
    if (type === 'directory') pack.entry({ name: path, type, mode: 0o700 })
    else if (type === 'symlink') pack.entry({ name: path, type, linkname: readlinkSync(file) })
    else {
      const sha256 = await packFile(pack, path, file, bytes)
      checksums.push({ path, bytes, sha256 })
      done += bytes
      progress(done, manifest.bytes)
    }
  }
  pack.entry({ name: CHECKSUMS }, `${JSON.stringify(checksums)}\n`)
  pack.finalize()
}

async function packFile(pack: Pack, path: string, file: string, bytes: number): Promise<string> {
  const hash = createHash('sha256')
  const hashed = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
  const entry = pack.entry({ name: path, size: bytes, mode: 0o600 })
  await pipeline(createReadStream(file, { highWaterMark: CHUNK_BYTES }), hashed, entry)
  return hash.digest('hex')
}
