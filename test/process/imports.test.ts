import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, countsByEvent } from '../fixtures/server-client.ts'
import { KEY, killServers } from '../fixtures/server-process.ts'
import { useBundle } from '../fixtures/use-bundle.ts'

const program = useBundle()
let root = ''
const at = (name: string) => join(root, name)
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'throughline-imports-'))
})
afterAll(async () => {
  await killServers()
  await rm(root, { recursive: true, force: true })
})

const row = (i: number) => `visit,user ${i},2025-03-01T12:00:00Z,${i}`
const CSV = [
  'event,distinct_id,timestamp,place',
  ...Array.from({ length: 50 }, (_, i) => row(i)),
  'visit,user,,1',
]
const DAY = { from: '2025-03-01', to: '2025-03-01' }

test('import and export work with the data folder and next to a running server', async () => {
  writeFileSync(at('visits.csv'), CSV.join('\n'))
  const run = (...words: string[]) => program.runCommand(at('data'), words)
  const checked = await run('import', at('visits.csv'), '--check')
  expect(checked.stdout).toContain('50 events, from 2025-03-01T12:00:00.000Z')
  expect(checked.stdout).toContain(
    `1 rows set aside, the first at ${at('visits.csv')}:52: The row has no timestamp.`,
  )
  const alone = await run('import', at('visits.csv'))
  expect(alone).toMatchObject({
    code: 2,
    stdout: expect.stringContaining('50 events of 1 file are in project 1'),
  })
  expect(alone.stdout).toContain(`1 rows were set aside in ${at('visits.csv.set-aside.jsonl')}.`)

  const server = await program.startServer(at('data'))
  expect(await countsByEvent(server, ['visit'], DAY)).toEqual([50])
  // Events that are stored already are not added.
  expect(await run('import', at('visits.csv'))).toMatchObject({ code: 2 })
  expect(await countsByEvent(server, ['visit'], DAY)).toEqual([50])
  await api(server, 'POST', '/insights/', { body: { name: 'Visits' }, status: 201 })
  expect(await run('export', 'all', '-o', at('all'))).toMatchObject({ code: 0, stderr: '' })
  expect((await readdir(at('all'))).sort()).toEqual(
    [
      'actions',
      'annotations',
      'cohort-people',
      'cohorts',
      'dashboards',
      'events',
      'groups',
      'insights',
      'persons',
    ].map((name) => `${name}.jsonl`),
  )
  expect(JSON.parse(readFileSync(at('all/insights.jsonl'), 'utf8'))).toMatchObject({ name: 'Visits' })
  expect(readFileSync(at('all/events.jsonl'), 'utf8').trimEnd().split('\n')).toHaveLength(50)
  // The keys that the commands made are gone.
  expect((await run('keys', 'list')).stdout).not.toContain('"export"')
  expect(await run('import', at('nothing.jsonl'))).toMatchObject({
    code: 1,
    stderr: `There is no file or folder ${at('nothing.jsonl')}.\n`,
  })
})

test('an import to another machine waits for a server that is away at its first request', async () => {
  writeFileSync(at('few.csv'), CSV.slice(0, -1).join('\n'))
  const away = createServer((_, response) => response.writeHead(503).end()).listen(0, '127.0.0.1')
  await once(away, 'listening')
  const { port } = away.address() as AddressInfo
  const words = ['import', at('few.csv'), '--url', `http://127.0.0.1:${port}`, '--key', KEY]
  const importing = program.runCommand(at('elsewhere'), words)
  await once(away, 'request')
  away.close()
  await once(away, 'close')
  const server = await program.startServer(at('late'), { PORT: String(port) })
  const imported = await importing
  expect(imported).toMatchObject({ code: 0, stderr: expect.stringContaining('Trying again.') })
  expect(await countsByEvent(server, ['visit'], DAY)).toEqual([50])
})
