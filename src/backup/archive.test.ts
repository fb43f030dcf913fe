import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FORMAT } from './manifest.ts'
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

/** The archive with a text of it replaced by one of the same length. */
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

test('a path or a link out of the folder is refused', async () => {
  await expect(read(altered('../../store', '../../../et'))).rejects.toThrow('altered')
})

test('another file is no backup', async () => {
  await expect(read(Buffer.from('SQLite format 3'))).rejects.toThrow('cut off or was altered')
})

test('a backup of a later format is refused with its version', async () => {
  await expect(read(altered(`"format": ${FORMAT}`, '"format": 9'))).rejects.toThrow(
    'made by version 0.1.0 of Throughline, whose format this version does not know',
  )
})
