import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, capture } from '../fixtures/server-client.ts'
import { KEY, killServers, type ServerProcess, TOKEN } from '../fixtures/server-process.ts'
import { useBundle } from '../fixtures/use-bundle.ts'

const program = useBundle()

/**
 * Reserves more than any disk has, so that the disk is full for this server. `npm run crash` fills real
 * disks.
 */
const ALL_RESERVED = { THROUGHLINE_RESERVED_DISK_MIB: String(1024 ** 3) }

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-full-disk-'))
})
afterAll(async () => {
  await killServers()
  await rm(folder, { recursive: true, force: true })
})

interface Person {
  readonly id: string
}
const personsOf = async (server: ServerProcess, distinctId: string) =>
  (await api<{ results: Person[] }>(server, 'GET', `/persons/?distinct_id=${distinctId}`)).results
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code
const stop = async (server: ServerProcess) => {
  server.kill('SIGTERM')
  expect(await server.exited).toEqual({ code: 0, signal: null })
}
const trendOf = (server: ServerProcess) =>
  api<{ result: { count: number }[] }>(server, 'POST', '/insights/trend/', {
    body: { events: [{ id: 'looked' }], date_from: '-1d', refresh: true },
  })

test('on a full disk events and deletions are refused without a trace, and everything else works', async () => {
  const before = await program.startServer(folder)
  expect(
    await capture(before, [{ event: 'looked', distinct_id: 'ada', properties: { $set: { a: 1 } } }]),
  ).toBe(200)
  await stop(before)

  const full = await program.startServer(folder, ALL_RESERVED)
  const batch = [
    { event: 'looked', distinct_id: 'bob', properties: { $set: { b: 1 } } },
    { event: 'without a distinct id' },
  ]
  for (let attempt = 1; attempt <= 3; attempt++) {
    const refused = await fetch(`${full.url}/batch/`, {
      method: 'POST',
      body: JSON.stringify({ api_key: TOKEN, batch }),
    })
    expect([refused.status, refused.headers.get('retry-after'), await codeOf(refused)]).toEqual([
      503,
      '1',
      'disk_full',
    ])
  }
  expect(await personsOf(full, 'bob')).toEqual([])
  const [ada] = await personsOf(full, 'ada')
  const deletion = await fetch(`${full.url}/api/projects/1/persons/${ada?.id}/?delete_events=true`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${KEY}` },
  })
  expect([deletion.status, await codeOf(deletion)]).toEqual([503, 'disk_full'])
  expect(await personsOf(full, 'ada')).toHaveLength(1)
  expect((await trendOf(full)).result[0]?.count).toBe(1)
  const ready = await fetch(`${full.url}/_ready`)
  expect([ready.status, await codeOf(ready)]).toEqual([503, 'disk_full'])
  const health = await fetch(`${full.url}/_health`)
  expect(health.status).toBe(200)
  expect(await health.json()).toMatchObject({
    status: 'degraded',
    disk: { level: 'full', unreadable_parts: 0 },
  })
  await stop(full)
  // The line is printed once, and not for each refused request.
  const printed = full.stdout + full.stderr
  expect(printed.split('The disk is full').length - 1).toBe(1)
  expect(printed).not.toContain('request failed')

  const after = await program.startServer(folder)
  expect(await capture(after, batch)).toBe(200)
  expect((await trendOf(after)).result[0]?.count).toBe(2)
  const { rejected } = await api<{ rejected: { reason: string; count: number }[] }>(
    after,
    'GET',
    '/ingestion/',
  )
  expect(rejected.filter(({ count }) => count > 0)).toMatchObject([
    { reason: 'missing_distinct_id', count: 1 },
  ])
  expect((await fetch(`${after.url}/_ready`)).status).toBe(200)
  await stop(after)
})
