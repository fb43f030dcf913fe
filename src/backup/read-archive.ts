import type { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type Entry, type Extract, extract as extractTar } from 'tar-stream'
import {
  BrokenBackupError,
  brokenBackup,
  CHECKSUMS,
  Checksums,
  FORMAT,
  MANIFEST,
  Manifest,
} from './manifest.ts'
import { unpackEntry } from './unpack-entry.ts'
import type { Progress } from './write-archive.ts'

/**
 * Bytes for the headers of folders and links. An archive may have this many bytes before its manifest is
 * read, and afterwards this many in addition to its files.
 */
const OVERHEAD_BYTES = 4 * 1024 ** 2
/**
 * Bytes that an archive may have in addition for each file. Two headers, padding, and a line of the
 * checksums take 3 KiB at most.
 */
const OVERHEAD_BYTES_OF_FILE = 8 * 1024

/**
 * Writes the files of a backup into the empty folder `folder` and compares each with its checksum. `accept`
 * gets the manifest before anything is written, and throws if the backup cannot be used. Never writes more
 * than the manifest says.
 * @throws BrokenBackupError, and what `accept` throws
 */
export async function readArchive(
  input: Readable,
  folder: string,
  accept: (manifest: Manifest) => void,
  progress: Progress,
): Promise<Manifest> {
  const extract = extractTar()
  const expansion = { most: OVERHEAD_BYTES }
  const unpacked = pipeline(input, createGunzip(), limited(expansion), extract)
  // Without this, a failure before the loop ends would be an unhandled rejection.
  unpacked.catch(() => undefined)
  let refusal: unknown
  const acceptOrRefuse = (manifest: Manifest) => {
    try {
      accept(manifest)
    } catch (error) {
      refusal = error
      throw error
    }
    expansion.most += manifest.bytes + manifest.files * OVERHEAD_BYTES_OF_FILE
  }
  try {
    const contents = await unpackAll(extract, folder, acceptOrRefuse, progress)
    await unpacked
    compare(contents)
    return contents.manifest
  } catch (error) {
    // Any other error is about the content of the file, and its message has the words of a library. So it is
    // replaced.
    throw error === refusal || error instanceof BrokenBackupError || isOfDisk(error) ? error : brokenBackup()
  }
}

interface Contents {
  readonly manifest: Manifest
  readonly checksums: Checksums
  /** SHA-256 of the written files, by path. */
  readonly found: ReadonlyMap<string, string>
}

async function unpackAll(
  extract: Extract,
  folder: string,
  accept: (manifest: Manifest) => void,
  progress: Progress,
): Promise<Contents> {
  let manifest: Manifest | undefined
  let checksums: Checksums | undefined
  const written: Written = { bytes: 0, found: new Map() }
  for await (const entry of extract) {
    if (manifest === undefined) {
      manifest = await manifestOf(entry)
      accept(manifest)
    } else if (entry.header.name === CHECKSUMS) checksums = Checksums.parse(await json(entry))
    else {
      await unpackWithin(manifest, entry, folder, written)
      progress(written.bytes, manifest.bytes)
    }
  }
  if (manifest === undefined || checksums === undefined) throw brokenBackup()
  return { manifest, checksums, found: written.found }
}

interface Written {
  bytes: number
  readonly found: Map<string, string>
}

/**
 * Unpacks one entry.
 * @throws BrokenBackupError before it writes more files or bytes than the manifest says
 */
async function unpackWithin(manifest: Manifest, entry: Entry, folder: string, written: Written) {
  const { name, type, size = 0 } = entry.header
  written.bytes += size
  if (written.bytes > manifest.bytes) throw brokenBackup()
  if (type === 'file' && written.found.size >= manifest.files) throw brokenBackup()
  const sha256 = await unpackEntry(entry, folder)
  if (sha256 !== null) written.found.set(name, sha256)
}

/**
 * Passes on at most as many bytes as the archive may have, because gzip can expand a few bytes a
 * thousandfold.
 */
const limited = (expansion: { readonly most: number }) =>
  async function* (chunks: AsyncIterable<Buffer>) {
    let bytes = 0
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > expansion.most) throw brokenBackup()
      yield chunk
    }
  }

async function manifestOf(entry: Entry): Promise<Manifest> {
  if (entry.header.name !== MANIFEST) throw new BrokenBackupError('The file is not a backup of Throughline.')
  const about = (await json(entry)) as { format?: number; version?: string } | null
  if ((about?.format ?? 0) > FORMAT)
    throw new BrokenBackupError(
      `The backup was made by version ${about?.version} of Throughline, whose format this version does not know. Use that version or a newer one.`,
    )
  return Manifest.parse(about)
}

function compare({ checksums, found }: Contents): void {
  const wrong = checksums.find(({ path, sha256 }) => found.get(path) !== sha256)
  if (wrong !== undefined)
    throw new BrokenBackupError(`The backup was altered: its file ${wrong.path} differs.`)
  if (found.size !== checksums.length) throw brokenBackup()
}

const isOfDisk = (error: unknown): boolean => (error as NodeJS.ErrnoException).syscall !== undefined
