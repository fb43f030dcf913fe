import { hash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { type Headers, pack as packTar } from 'tar-stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FORMAT, type Manifest } from './manifest.ts'
import { readArchive } from './read-archive.ts'
import { writeArchive } from './write-archive.ts'

let root = ''
let archive: Buffer
const LINK = '../../store/abc/abcdef01-2345-6789-abcd-ef0123456789'
const CONTENT = `${randomBytes(500_000).toString('base64')} the end`
const ABOUT = {
  version: '0.1.0',
  created_at: '2026-11-20T12:00:00.000Z',
  migrations: { metadata: ['0001'], events: ['0001.sql'] },
}
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'throughline-test-'))
  const from = join(root, 'from')
  mkdirSync(join(from, 'events/data/default'), { recursive: true })
  mkdirSync(join(from, 'events/empty'))
  symlinkSync(LINK, join(from, 'events/data/default/events'))
  writeFileSync(join(from, 'metadata.db'), CONTENT)
  writeFileSync(join(from, 'events.closed'), '')
  const output = new PassThrough()
  const [, written] = await Promise.all([writeArchive(from, ABOUT, output, () => undefined), buffer(output)])
  archive = written
  mkdirSync(join(root, 'to'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const read = (bytes: Buffer) =>
  readArchive(
    Readable.from([bytes]),
    join(root, 'to'),
    () => undefined,
    () => undefined,
  )

/** Returns the archive with one text in it replaced by another of the same length. */
const altered = (from: string, to: string): Buffer => {
  const tar = gunzipSync(archive)
  tar.write(to, tar.lastIndexOf(from))
  return gzipSync(tar)
}

test('a folder comes back with its files, links and empty folders', async () => {
  expect(await read(archive)).toMatchObject({ ...ABOUT, files: 2, bytes: CONTENT.length })
  expect(readdirSync(join(root, 'to'), { recursive: true }).sort()).toEqual(
    readdirSync(join(root, 'from'), { recursive: true }).sort(),
  )
  expect(readFileSync(join(root, 'to/metadata.db'), 'utf8')).toBe(CONTENT)
  expect(readlinkSync(join(root, 'to/events/data/default/events'))).toBe(LINK)
})

test.each([
  ['1 byte', () => 1],
  ['half', () => Math.floor(archive.length / 2)],
  ['all but the last byte', () => archive.length - 1],
])('a backup of which %s is left is refused', async (_, length) => {
  await expect(read(archive.subarray(0, length()))).rejects.toThrow('cut off or was altered')
})

test('a whole archive without its last entry is cut off', async () => {
  const tar = gunzipSync(archive)
  const cut = Buffer.concat([tar.subarray(0, tar.lastIndexOf('checksums.json')), Buffer.alloc(1024)])
  await expect(read(gzipSync(cut))).rejects.toThrow('cut off or was altered')
})

test('a byte that differs is found, in the compressed file and in a file that was packed again', async () => {
  const bytes = Buffer.from(archive)
  const middle = Math.floor(bytes.length / 2)
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  await expect(read(bytes)).rejects.toThrow('altered')
  await rm(join(root, 'to'), { recursive: true })
  mkdirSync(join(root, 'to'))
  await expect(read(altered('the end', 'THE END'))).rejects.toThrow('its file metadata.db differs')
})

interface Item {
  readonly name: string
  readonly type?: Headers['type']
  readonly linkname?: string
  readonly content?: string | Buffer
}
/** Returns a complete archive with these entries; `says` overrides fields of its manifest. */
async function archiveOf(items: readonly Item[], says: Partial<Manifest> = {}): Promise<Buffer> {
  const pack = packTar()
  const files = items.filter(({ type = 'file' }) => type === 'file')
  const bytes = files.reduce((sum, { content = '' }) => sum + content.length, 0)
  const manifest = { format: FORMAT, ...ABOUT, files: files.length, bytes, ...says }
  pack.entry({ name: 'throughline-backup.json' }, JSON.stringify(manifest))
  for (const { name, type = 'file', linkname, content = '' } of items)
    pack.entry({ name, type, ...(linkname !== undefined && { linkname }) }, content)
  const sums = files.map(({ name, content = '' }) => ({
    path: name,
    bytes: content.length,
    sha256: hash('sha256', content),
  }))
  pack.entry({ name: 'checksums.json' }, JSON.stringify(sums))
  pack.finalize()
  return gzipSync(await buffer(pack))
}
const written = () =>
  readdirSync(root, { recursive: true }).filter((name) => !String(name).startsWith('from'))
const NAME = 'events/data/default/t'

test('links and files that a backup may have are written', async () => {
  const items: Item[] = [
    { name: NAME, type: 'symlink', linkname: LINK },
    { name: `events/store/abc/${LINK.slice(-36)}/part/data.bin`, content: 'rows' },
    { name: 'events/empty/', type: 'directory' },
  ]
  expect(await read(await archiveOf(items))).toMatchObject({ files: 1, bytes: 4 })
  expect(readFileSync(join(root, 'to', NAME, 'part/data.bin'), 'utf8')).toBe('rows')
})

const LINKED: Item = { name: NAME, type: 'symlink', linkname: LINK }
test.each<[string, Item[]]>([
  ['a file beyond the folder', [{ name: '../letter', content: 'x' }]],
  ['a file at an absolute path', [{ name: '/tmp/throughline-test-letter', content: 'x' }]],
  ['a folder beyond the folder', [{ name: 'a/../../letter', type: 'directory' }]],
  ['a link beyond the folder', [{ name: 'events/t', type: 'symlink', linkname: LINK }]],
  ['a link to an absolute path', [{ name: NAME, type: 'symlink', linkname: '/tmp' }]],
  ['a link to another folder of the backup', [{ name: NAME, type: 'symlink', linkname: '../../data' }]],
  ['a file through a link', [LINKED, { name: `${NAME}/letter`, content: 'x' }]],
  ['a file through a link in another spelling', [LINKED, { name: `events/./data/default/t/letter` }]],
  ['a folder through a link', [LINKED, { name: `${NAME}/folder`, type: 'directory' }]],
  ['a link through a link', [LINKED, { name: `${NAME}/u`, type: 'symlink', linkname: LINK }]],
  ['a file in place of a link', [LINKED, { name: NAME, content: 'x' }]],
  ['a folder in place of a link', [LINKED, { name: NAME, type: 'directory' }]],
  ['a link in place of a file', [{ name: NAME, content: 'x' }, LINKED]],
  [
    'a folder in place of a file',
    [
      { name: 'a', content: 'x' },
      { name: 'a/b', content: 'y' },
    ],
  ],
  [
    'a file twice',
    [
      { name: 'a', content: 'x' },
      { name: 'a', content: 'x' },
    ],
  ],
  [
    'a hard link',
    [
      { name: 'a', content: 'x' },
      { name: 'b', type: 'link', linkname: 'a' },
    ],
  ],
  ['a pipe', [{ name: 'a', type: 'fifo' }]],
  ['a name with a control character', [{ name: 'a\x1b[2J', content: 'x' }]],
])('%s is refused', async (_, items) => {
  await expect(read(await archiveOf(items))).rejects.toThrow('cut off or was altered')
  expect(written().filter((name) => /letter|folder$|2J/.test(String(name)))).toEqual([])
})

describe('no more is written than the manifest says:', () => {
  test('a file is refused by its size before it is written', async () => {
    const large = { name: 'large', content: Buffer.alloc(1_000_000) }
    await expect(read(await archiveOf([large], { bytes: 999_999 }))).rejects.toThrow('altered')
    expect(written()).toEqual(['to'])
  })

  test('the second of two files that are too large together', async () => {
    const items = ['a', 'b'].map((name) => ({ name, content: Buffer.alloc(600) }))
    await expect(read(await archiveOf(items, { bytes: 1_000 }))).rejects.toThrow('altered')
    expect(written()).toEqual(['to', 'to/a'])
  })

  test('files beyond their number', async () => {
    const items = ['a', 'b', 'c'].map((name) => ({ name }))
    await expect(read(await archiveOf(items, { files: 1 }))).rejects.toThrow('altered')
    expect(written()).toEqual(['to', 'to/a'])
  })

  test('folders without end', async () => {
    const items = Array.from({ length: 9_000 }, (_, i) => ({ name: `${i}/`, type: 'directory' as const }))
    await expect(read(await archiveOf(items))).rejects.toThrow('altered')
  })

  test('a manifest, a header and checksums that are larger than the rest', async () => {
    const huge = 'x'.repeat(5 * 1024 ** 2)
    await expect(read(await archiveOf([], { version: huge }))).rejects.toThrow('altered')
    await expect(read(await archiveOf([{ name: huge }]))).rejects.toThrow('altered')
  })
})

test('what the manifest refuses is said as it is', async () => {
  const refuse = () => {
    throw new TypeError('No room.')
  }
  const input = Readable.from([archive])
  await expect(readArchive(input, join(root, 'to'), refuse, () => undefined)).rejects.toThrow('No room.')
})

test('another file is no backup', async () => {
  await expect(read(Buffer.from('SQLite format 3'))).rejects.toThrow('cut off or was altered')
})

test('a backup of a later format is refused with its version', async () => {
  await expect(read(altered(`"format": ${FORMAT}`, '"format": 9'))).rejects.toThrow(
    'made by version 0.1.0 of Throughline, whose format this version does not know',
  )
})
