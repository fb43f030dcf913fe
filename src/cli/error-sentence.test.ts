import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { errorSentence } from './error-sentence.ts'
import { requireAddress } from './require-address.ts'

const held = createServer()
afterEach(
  () => new Promise<void>((resolve) => void (held.listening ? held.close(() => resolve()) : resolve())),
)

const faultOf = async (port: number, host: string) =>
  errorSentence(await requireAddress(port, host).catch((error: unknown) => error))

test('an address that is free is free again afterwards', async () => {
  await requireAddress(0, '127.0.0.1')
  await new Promise<void>((resolve) => void held.listen(0, '127.0.0.1', resolve))
  const { port } = held.address() as { port: number }
  expect(await faultOf(port, '127.0.0.1')).toBe(
    `Port ${port} of 127.0.0.1 is in use by another program: set PORT to another port, or to 0 for a free one.`,
  )
})

test.each(['192.0.2.1', 'not a host', '127.0.0.1:80'])('HOST=%s is refused by its name', async (host) => {
  expect(await faultOf(0, host)).toMatch(
    new RegExp(`^HOST: ${host} is not an address [^\n]+0.0.0.0 for every address\\.$`),
  )
})

test('a port that needs privileges is named', () => {
  const error = Object.assign(new Error('listen EACCES'), { code: 'EACCES', syscall: 'listen', port: 80 })
  expect(errorSentence(error)).toBe(
    'PORT: this user may not listen on port 80. Set PORT to 1024 or more, and let a proxy take 80.',
  )
})

test.each([
  ['/nowhere/backup', 'There is no file or folder /nowhere/backup.'],
  ['/dev', '/dev is a folder: name a file.'],
  ['/dev/null/backup', '/dev/null/backup is not possible: a part of this path is a file.'],
  [`/tmp/${'x'.repeat(300)}`, `/tmp/${'x'.repeat(300)} is too long for a path.`],
])('a file that cannot be written is named in a sentence: %.30s', async (path, sentence) => {
  const error = await writeFile(path, '').catch((fault: unknown) => fault)
  expect(errorSentence(error)).toBe(sentence)
})

test.each([
  [{ code: 'EROFS', syscall: 'open', path: '/srv/a' }, 'The disk of /srv/a is read-only.'],
  [{ code: 'EACCES', syscall: 'open', path: '/srv/a' }, 'This user has no permission to use /srv/a.'],
  [{ code: 'EISDIR', syscall: 'read' }, 'The file is a folder: name a file.'],
  [{ code: 'EBADF', syscall: 'fsync', path: '/srv/a' }, '/srv/a cannot be used: fsync failed with EBADF.'],
  [{ code: 'EBADF', syscall: 'fsync' }, 'of the system'],
  [
    { code: 'SQLITE_NOTADB' },
    'The metadata cannot be read: its file metadata.db is damaged (SQLITE_NOTADB).',
  ],
])('an error of a file, %j, is a sentence', (error, sentence) => {
  expect(errorSentence(Object.assign(new Error('of the system'), error))).toBe(sentence)
})
