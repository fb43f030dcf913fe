import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { killServers } from '../fixtures/server-process.ts'
import { useBundle } from '../fixtures/use-bundle.ts'

const program = useBundle()
let folder = ''
let emptyFolder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-command-'))
  emptyFolder = await mkdtemp(join(tmpdir(), 'throughline-command-'))
})
afterEach(async () => {
  await killServers()
  await rm(folder, { recursive: true, force: true })
  await rm(emptyFolder, { recursive: true, force: true })
})

const BOB = 'bob@example.com'
const run = (text: string, input = '') => program.runCommand(folder, text.split(' '), { input })
const done = (stdout: string | RegExp) => ({
  code: 0,
  signal: null,
  stdout: expect.stringMatching(stdout),
  stderr: '',
})

test('keys and users are managed from the command line while the server runs', async () => {
  const server = await program.startServer(folder)
  const status = async (method: string, path: string, headers: Record<string, string>, body?: object) =>
    (
      await fetch(`${server.url}${path}`, {
        method,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
    ).status
  const login = (password: string) => status('POST', '/api/login/', {}, { email: BOB, password })

  const [created, bob, nowhere] = await Promise.all([
    run('keys create --scope insight:read --scope project:read --label cron --project 1'),
    run(`users create ${BOB} --project 1 --role viewer`),
    program.runCommand(emptyFolder, ['keys', 'list']),
  ])
  expect(created).toEqual(done(/^phx_[A-Za-z0-9]{43}\n$/))
  expect(bob).toEqual(done('^User 2 was created, with the role viewer in project 1.\n$'))
  const key = { authorization: `Bearer ${created.stdout.trim()}` }
  expect(await status('GET', '/api/projects/1/insights/', key)).toBe(200)
  expect(await status('POST', '/api/projects/1/insights/', key, {})).toBe(403)
  expect(await login('')).toBe(401)
  expect(nowhere).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^[^\n]+ is empty: .*\n$/),
  })
  expect(await readdir(emptyFolder)).toEqual([])

  const [reset, keys] = await Promise.all([run(`users reset-password ${BOB}`), run('keys list')])
  expect(reset).toEqual(done(/^[A-Za-z0-9]{20}\n$/))
  expect(keys).toEqual(done(/^ID .*\n1 .*\n2 .* insight:read,project:read +1 +20\S+Z +"cron"\n$/))
  expect(keys.stdout).not.toContain(created.stdout.trim())
  expect(await login(reset.stdout.trim())).toBe(200)

  const [set, revoked] = await Promise.all([
    run(`users reset-password ${BOB.toUpperCase()} --stdin`, 'correct horse\n'),
    run('keys revoke 2'),
  ])
  expect(set).toEqual(done(`^The password of ${BOB} was set.\n$`))
  expect(revoked).toEqual(done('^Key 2, "cron", was revoked.\n$'))
  expect([await login(reset.stdout.trim()), await login('correct horse')]).toEqual([401, 200])
  expect(await status('GET', '/api/projects/1/insights/', key)).toBe(401)
  expect(server.stderr).toBe('')
})
