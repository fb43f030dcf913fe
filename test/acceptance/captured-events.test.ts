import { describe, expect, test } from 'vitest'
import { droppedEvents } from '../fixtures/dropped-events.ts'
import { TOKEN, useApp } from '../fixtures/use-app.ts'

const server = useApp()

interface Counted {
  readonly event: string
  readonly math?: 'dau'
  readonly properties?: unknown
  readonly projectId?: number
}
async function count({ event, math, properties, projectId = 1 }: Counted): Promise<number> {
  const { body } = await server.request('POST', `/api/projects/${projectId}/insights/trend/`, {
    events: [{ id: event, math }],
    properties,
    date_from: '2026-01-01',
    interval: 'month',
  })
  return body.result[0].count
}

/** Returns the number of these events at exactly this millisecond. */
async function countAt(event: string, instant: string): Promise<number> {
  const { body } = await server.request('POST', '/api/projects/1/insights/trend/', {
    events: [{ id: event }],
    date_from: instant,
    date_to: instant,
    explicit_date: true,
    interval: 'hour',
  })
  return body.result[0].count
}

describe('events that cannot be stored', () => {
  test.each([
    ['no name', { distinct_id: 'x', sign: 'm1' }, 'missing_event_name', 'm1'],
    ['an empty name', { event: ' ', distinct_id: 'x', sign: 'm2' }, 'missing_event_name', 'm2'],
    ['no distinct_id', { event: 'bad', sign: 'm3' }, 'missing_distinct_id', 'm3'],
    ['null as distinct_id', { event: 'bad', distinct_id: null, sign: 'm4' }, 'missing_distinct_id', 'm4'],
    ['a number', 7, 'not_an_object', '7'],
    ['null', null, 'not_an_object', 'null'],
    ['a list', ['bad'], 'not_an_object', '["bad"]'],
    [
      'properties as text',
      { event: 'bad', distinct_id: 'x', properties: 'm5' },
      'properties_not_an_object',
      'm5',
    ],
    [
      '2 MB of properties',
      { event: 'bad', distinct_id: 'm6', properties: { text: 'x'.repeat(2_000_000) } },
      'event_too_large',
      'm6',
    ],
  ])('%s: the neighbours are stored, it is counted with a sample', async (_name, bad, reason, sign) => {
    const project = await server.newProject()
    const before = { event: 'good', distinct_id: 'ada' }
    const after = { event: 'good', distinct_id: 'bob', properties: { plan: 'pro' } }
    await server.capture([before, bad as object, after, bad as object], project.token)
    expect(await count({ event: 'good', math: 'dau', projectId: project.id })).toBe(2)
    expect(await count({ event: 'bad', projectId: project.id })).toBe(0)
    const dropped = await droppedEvents(server, project.id)
    expect(dropped).toEqual([{ reason, count: 2, sample: expect.stringContaining(sign) }])
  })

  test('are counted by reason', async () => {
    const project = await server.newProject()
    const good = { event: 'good', distinct_id: 'ada' }
    await server.capture([{ event: 'a' }, { event: 'b' }, { distinct_id: 'x' }, good], project.token)
    await server.capture([{ event: 'c' }, good], project.token)
    expect(await droppedEvents(server, project.id)).toEqual([
      { reason: 'missing_distinct_id', count: 3, sample: expect.stringContaining('"c"') },
      { reason: 'missing_event_name', count: 1, sample: expect.stringContaining('"x"') },
    ])
  })
})

test.each([
  ['missing_distinct_id', { event: 'a' }],
  ['missing_event_name', { distinct_id: 'ada' }],
  ['properties_not_an_object', { event: 'a', distinct_id: 'ada', properties: 5 }],
])('a request of events with %s alone is refused with this code, and counted', async (code, event) => {
  const { id, token } = await server.newProject()
  for (const body of [
    { ...event, api_key: token },
    { api_key: token, batch: [event, event] },
  ])
    expect(await server.request('POST', '/e/', body, null)).toMatchObject({
      status: 400,
      body: { type: 'validation_error', code, detail: expect.stringMatching(/^No event was stored\. /) },
    })
  expect(await droppedEvents(server, id)).toMatchObject([{ reason: code, count: 3 }])
})

test('a merge that is refused is counted, and its event stored', async () => {
  const { id, token } = await server.newProject()
  const identify = (distinct_id: string, $anon_distinct_id: string) => ({
    event: '$identify',
    distinct_id,
    properties: { $anon_distinct_id },
  })
  await server.capture([identify('ada', 'anon-1'), identify('bob', 'anon-2'), identify('ada', 'bob')], token)
  const [refused] = await droppedEvents(server, id)
  expect(refused).toMatchObject({ reason: 'refused_merge', count: 1 })
  expect(JSON.parse(refused?.sample ?? '')).toMatchObject({
    event: '$identify',
    distinct_id: 'ada',
    properties: { $anon_distinct_id: 'bob' },
  })
})

test('a $groupidentify under the made-up id of a server SDK creates no person', async () => {
  const { id, token } = await server.newProject()
  const properties = { $group_type: 'company', $group_key: 'acme', $group_set: { seats: 5 } }
  await server.capture(
    ['$company_acme', 'ada'].map((distinct_id) => ({ event: '$groupidentify', distinct_id, properties })),
    token,
  )
  const { body } = await server.request('GET', `/api/projects/${id}/persons/`)
  expect(body.results).toMatchObject([{ distinct_ids: ['ada'] }])
})

describe('the same uuid counts once', () => {
  const UUID = 'a1b2c3d4-0000-4000-8000-00000000000'
  const sent = (event: string, uuid: string) => ({ event, distinct_id: 'ada', uuid })

  test('in one batch', async () => {
    await server.capture([sent('batch', `${UUID}1`), sent('batch', `${UUID}1`)])
    expect(await count({ event: 'batch' })).toBe(1)
  })
  test('in two requests', async () => {
    await server.capture([sent('retry', `${UUID}2`)])
    await server.capture([sent('retry', `${UUID}2`), sent('retry', `${UUID}3`)])
    expect(await count({ event: 'retry' })).toBe(2)
  })
  test('in concurrent requests', async () => {
    await Promise.all(Array.from({ length: 8 }, () => server.capture([sent('race', `${UUID}4`)])))
    expect(await count({ event: 'race' })).toBe(1)
  })
  test('in upper case', async () => {
    await server.capture([sent('case', `${UUID}5`)])
    await server.capture([sent('case', `${UUID}5`.toUpperCase())])
    expect(await count({ event: 'case' })).toBe(1)
  })
  test('when it is a text that is no UUID', async () => {
    await server.capture([sent('text', 'order-17'), sent('text', 'order-18')])
    await server.capture([sent('text', 'order-17')])
    expect(await count({ event: 'text' })).toBe(2)
  })
  test('but once in each project', async () => {
    const project = await server.newProject()
    await server.capture([sent('everywhere', `${UUID}6`)])
    await server.capture([sent('everywhere', `${UUID}6`)], project.token)
    expect(await count({ event: 'everywhere' })).toBe(1)
    expect(await count({ event: 'everywhere', projectId: project.id })).toBe(1)
  })
  test('and events without one all count', async () => {
    await server.capture(['', null, undefined].map((uuid) => ({ event: 'none', distinct_id: 'ada', uuid })))
    expect(await count({ event: 'none' })).toBe(3)
  })
})

describe('the distinct id', () => {
  test.each([
    ['a number and its text', [{ distinct_id: 42 }, { distinct_id: '42' }], 1],
    ['in properties', [{ distinct_id: 'ada' }, { properties: { distinct_id: 'ada' } }], 1],
    ['$distinct_id', [{ distinct_id: 'ada' }, { properties: { $distinct_id: 'ada' } }], 1],
    [
      'the event before its properties',
      [{ distinct_id: 'a', properties: { distinct_id: 'b' } }, { distinct_id: 'a' }],
      1,
    ],
    ['different letters', [{ distinct_id: 'ada' }, { distinct_id: 'Ada' }], 2],
  ])('%s', async (event, ids, persons) => {
    await server.capture(ids.map((id) => ({ event, ...id })))
    expect(await count({ event })).toBe(2)
    expect(await count({ event, math: 'dau' })).toBe(persons)
  })
})

describe('the time of an event', () => {
  // The server's clock stands at 12:00:00.000 on 20 November, so all requests arrive then.
  const ARRIVAL = '2026-11-20T12:00:00.000Z'
  test.each([
    ['missing', undefined, ARRIVAL],
    ['in UTC', '2026-11-18T10:20:30.456Z', '2026-11-18T10:20:30.456Z'],
    ['with an offset', '2026-11-18T10:20:30+05:30', '2026-11-18T04:50:30.000Z'],
    ['with an offset without a colon', '2026-11-18T10:20:30-0800', '2026-11-18T18:20:30.000Z'],
    ['with a space', '2026-11-18 10:20:30', '2026-11-18T10:20:30.000Z'],
    ['with microseconds', '2026-11-18T10:20:30.456789Z', '2026-11-18T10:20:30.456Z'],
    ['a date only', '2026-11-18', '2026-11-18T00:00:00.000Z'],
    ['unreadable', 'yesterday evening', ARRIVAL],
    ['an object', { at: '2026-11-18' }, ARRIVAL],
    ['in the year 300000', '+300000-01-01T00:00:00Z', ARRIVAL],
    ['in the year 1800', '1800-01-01T00:00:00Z', ARRIVAL],
  ])('%s', async (name, timestamp, instant) => {
    const event = `at a time that is ${name}`
    await server.capture([{ event, distinct_id: 'ada', timestamp }])
    expect(await countAt(event, instant)).toBe(1)
  })

  test('in several months of one batch', async () => {
    const months = ['2026-01', '2026-03', '2026-03', '2026-11']
    await server.capture(
      months.map((month) => ({ event: 'spread', distinct_id: 'ada', timestamp: `${month}-15T00:00:00Z` })),
    )
    const { body } = await server.request('POST', '/api/projects/1/insights/trend/', {
      events: [{ id: 'spread' }],
      date_from: '2026-01-01',
      interval: 'month',
    })
    expect(body.result[0].data).toEqual([1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1])
  })
})

describe('properties', () => {
  const exactly = (key: string, value: unknown) => [{ key, value, operator: 'exact', type: 'event' }]

  test.each(['9007199254740993', '18446744073709551615', '-9223372036854775808'])(
    'the integer %s is kept digit by digit',
    async (digits) => {
      const event = `integer ${digits}`
      const text = `{"api_key":"${TOKEN}","batch":[{"event":"${event}","distinct_id":"ada","properties":{"n":${digits}}}]}`
      expect((await server.request('POST', '/batch/', text, null)).status).toBe(200)
      expect(await count({ event, properties: exactly('n', digits) })).toBe(1)
      const neighbour = String(BigInt(digits) - 1n)
      expect(await count({ event, properties: exactly('n', neighbour) })).toBe(0)
    },
  )

  test('an integer beyond 64 bits has no effect on other events', async () => {
    const one = (n: string) => `{"event":"huge","distinct_id":"ada","properties":{"n":${n},"plan":"pro"}}`
    const batch = [one('1'), one('123456789012345678901234567890'), one('2')].join(',')
    const answer = await server.request('POST', '/batch/', `{"api_key":"${TOKEN}","batch":[${batch}]}`, null)
    expect(answer.status).toBe(200)
    expect(await count({ event: 'huge', properties: exactly('plan', 'pro') })).toBe(3)
    expect(await count({ event: 'huge', properties: exactly('n', '2') })).toBe(1)
  })

  test('empty lists where PHP means empty maps', async () => {
    await server.capture([
      { event: 'php', distinct_id: 'ada', properties: [], groups: [], $set: [], $set_once: [] },
      { event: 'php', distinct_id: 'bob', properties: { plan: 'pro', $groups: [], $set: [] } },
    ])
    expect(await count({ event: 'php' })).toBe(2)
    expect(await count({ event: 'php', properties: exactly('plan', 'pro') })).toBe(1)
  })
})
