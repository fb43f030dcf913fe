import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { capture } from '../fixtures/server-client.ts'
import { KEY, killServers } from '../fixtures/server-process.ts'
import { useBundle } from '../fixtures/use-bundle.ts'

const program = useBundle()

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-funnel-'))
})
afterEach(async () => {
  await killServers()
  await rm(folder, { recursive: true, force: true })
})

test('a funnel is walked by the worker of the bundled program', async () => {
  const server = await program.startServer(folder)
  const did = (event: string, distinct_id: string, minute: number) => ({
    ...{ event, distinct_id },
    timestamp: `2025-03-01T12:0${minute}:00Z`,
  })
  expect(await capture(server, [did('visit', 'ada', 0), did('paid', 'ada', 1), did('visit', 'bob', 2)])).toBe(
    200,
  )
  const asked = await fetch(`${server.url}/api/projects/@current/insights/funnel/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      events: ['visit', 'paid'].map((id, order) => ({ id, order })),
      date_from: '2025-03-01',
      date_to: '2025-03-01',
    }),
  })
  const { result } = (await asked.json()) as {
    result: { count: number; median_conversion_time: number | null }[]
  }
  expect([asked.status, result.map(({ count }) => count)]).toEqual([200, [2, 1]])
  expect(result[1]?.median_conversion_time).toBe(60)
})
