import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { api, capture, countsByEvent } from '../fixtures/server-client.ts'
import { KEY, killServers, type ServerProcess } from '../fixtures/server-process.ts'
import { useBundle } from '../fixtures/use-bundle.ts'

const program = useBundle()
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-restart-'))
})
afterEach(async () => {
  await killServers()
  await rm(folder, { recursive: true, force: true })
})

const MARCH = { from: '2025-03-01', to: '2025-03-31' }
const at = (time: string) => `2025-03-${time}Z`
const pageview = (uuid: string, person: string, time: string, browser: string) => ({
  uuid: `00000000-0000-4000-8000-${uuid.padStart(12, '0')}`,
  event: '$pageview',
  distinct_id: person,
  timestamp: at(time),
  properties: { $browser: browser, $current_url: 'https://example.com/' },
})
const purchase = (person: string, time: string) => ({
  event: 'purchase',
  distinct_id: person,
  timestamp: at(time),
  properties: { amount: 12.5 },
})

interface SavedInsight {
  readonly short_id: string
  readonly name: string
  readonly result: string
}

/** Reads everything that must be the same in another process. */
async function numbers(server: ServerProcess, insightId: number) {
  const saved = await api<SavedInsight>(server, 'GET', `/insights/${insightId}/?refresh=true`)
  const firefox = { key: '$browser', type: 'event', operator: 'exact', value: 'Firefox' }
  const trend = await api<{ result: readonly { data: number[] }[] }>(server, 'POST', '/insights/trend/', {
    body: {
      events: [{ id: '$pageview' }],
      properties: [firefox],
      date_from: '2025-03-01',
      date_to: '2025-03-03',
    },
  })
  const funnel = await api<{ result: readonly { count: number }[] }>(server, 'POST', '/insights/funnel/', {
    body: {
      events: [{ id: '$pageview' }, { id: 'purchase', order: 1 }],
      date_from: MARCH.from,
      date_to: MARCH.to,
    },
  })
  return {
    name: saved.name,
    shortId: saved.short_id,
    saved: JSON.parse(saved.result).map((series: { data: number[] }) => series.data),
    onFirefox: trend.result.map((series) => series.data),
    funnel: funnel.result.map((step) => step.count),
  }
}

test('numbers, insights and keys are the same after a kill and after an orderly stop', async () => {
  const first = await program.startServer(folder)
  await capture(first, [
    pageview('1', 'ada', '01T09:00:00', 'Firefox'),
    pageview('2', 'ada', '02T09:00:00', 'Firefox'),
    pageview('3', 'bob', '02T10:00:00', 'Safari'),
    purchase('bob', '03T11:00:00'),
  ])
  const filters = {
    insight: 'TRENDS',
    events: [{ id: '$pageview', math: 'dau' }],
    date_from: MARCH.from,
    date_to: '2025-03-03',
  }
  const { id } = await api<{ id: number }>(first, 'POST', '/insights/', {
    body: { name: 'Visitors', filters },
    status: 201,
  })
  await api(first, 'PATCH', `/insights/${id}/`, { body: { name: 'Visitors in March' } })
  const before = await numbers(first, id)
  expect(before).toMatchObject({
    name: 'Visitors in March',
    saved: [[1, 2, 0]], // 1st ada, 2nd ada and bob
    onFirefox: [[1, 1, 0]],
    funnel: [2, 1], // bob bought, ada did not
  })

  first.kill('SIGKILL')
  await first.exited
  const second = await program.startServer(folder)
  expect(await numbers(second, id)).toEqual(before)

  second.kill('SIGTERM')
  expect(await second.exited).toEqual({ code: 0, signal: null })
  const third = await program.startServer(folder)
  expect(await numbers(third, id)).toEqual(before)
})

test('only the first start prints a key, and only one that it has made up', async () => {
  const given = await program.startServer(folder)
  expect(given.stdout).toContain('Personal key   THROUGHLINE_INIT_PERSONAL_API_KEY')
  expect(given.stdout + given.stderr).not.toContain(KEY)
  given.kill('SIGTERM')
  await given.exited
  await rm(folder, { recursive: true })

  const first = await program.startServer(folder, { THROUGHLINE_INIT_PERSONAL_API_KEY: '' })
  expect(first.stdout).toContain('shown only this once')
  const key = /phx_\w+/.exec(first.stdout)?.[0]
  first.kill('SIGTERM')
  await first.exited

  const second = await program.startServer(folder, {
    THROUGHLINE_INIT_PERSONAL_API_KEY: 'phx_another_0123456789abcdef',
  })
  const headers = { authorization: `Bearer ${key}` }
  expect((await fetch(`${second.url}/api/projects/1/insights/`, { headers })).status).toBe(200)
  second.kill('SIGTERM')
  await second.exited
  expect(second.stdout).not.toContain('phx_')
  expect(second.stdout).not.toContain('Personal key')
})

test('a stored event that is sent again after a restart counts once', async () => {
  // There are enough events that the new process is still reading their uuids when the first requests
  // arrive.
  const events = Array.from({ length: 40_000 }, (_, i) =>
    pageview(String(i), 'ada', '05T12:00:00', 'Firefox'),
  )
  const [oldest] = events
  const newest = events.slice(-10)
  const first = await program.startServer(folder)
  expect(await capture(first, events.slice(0, 20_000))).toBe(200)
  expect(await capture(first, events.slice(20_000))).toBe(200)
  first.kill('SIGKILL')
  await first.exited

  const second = await program.startServer(folder)
  const one = pageview('999999', 'bob', '05T13:00:00', 'Safari')
  // Stored events arrive again right away, in several requests at the same time, with one new event among
  // them.
  const statuses = await Promise.all([
    capture(second, [oldest ?? one]),
    capture(second, [...newest, one]),
    capture(second, [one, ...newest]),
  ])
  expect(statuses).toEqual([200, 200, 200])
  expect(await countsByEvent(second, ['$pageview'], MARCH)).toEqual([40_001])
  // These events arrive once more after the uuids have been read. Storing this large batch surely takes
  // longer than the reading.
  expect(await capture(second, events.slice(0, 20_000))).toBe(200)
  expect(await capture(second, [...newest, one])).toBe(200)
  expect(await countsByEvent(second, ['$pageview'], MARCH)).toEqual([40_001])
})
