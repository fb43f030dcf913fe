import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(server.nowMs - days * DAY_MS).toISOString()

beforeAll(() =>
  server.capture([
    ...['pro', 'pro', 'Professional', 'free'].map((plan, i) => ({
      event: i === 0 ? 'paid' : 'seen',
      distinct_id: `id ${i}`,
      timestamp: daysAgo(i),
      properties: {
        plan,
        seats: i,
        $browser: i < 3 ? 'Firefox' : 'Safari',
        $set: { city: i < 2 ? 'Oslo' : 'Rome' },
      },
    })),
    { event: 'seen', distinct_id: 'id 0', timestamp: daysAgo(40), properties: { plan: 'old' } },
    {
      event: 'seen',
      distinct_id: 'id 0',
      properties: { plan: null, 'a.b': true, list: ['x', 1], flag: false },
    },
  ]),
)

async function values(path: string, projectId = 1) {
  const { status, body } = await server.request('GET', `/api/projects/${projectId}/${path}`)
  expect([status, body.detail]).toEqual([200, undefined])
  return body.map(({ name, count }: { name: string; count: number }) => [name, count])
}

describe('values of events', () => {
  test.each([
    [
      'the most frequent first, of the last 30 days',
      'key=plan',
      [
        ['pro', 2],
        ['Professional', 1],
        ['free', 1],
      ],
    ],
    ['of one event', 'key=plan&event_name=paid', [['pro', 1]]],
    [
      'of all events for an empty name',
      'key=$browser&event_name=',
      [
        ['Firefox', 3],
        ['Safari', 1],
      ],
    ],
    [
      'that contain a part, in any case',
      'key=plan&value=PRO',
      [
        ['pro', 2],
        ['Professional', 1],
      ],
    ],
    ['a part is no pattern', 'key=plan&value=%25', []],
    ['numbers as text', 'key=seats&value=3', [['3', 1]]],
    ['booleans as text', 'key=flag', [['false', 1]]],
    ['of a key with a dot', 'key=a.b', [['true', 1]]],
    ['of a property that nothing has', 'key=nothing', []],
  ])('%s', async (_name, query, expected) => {
    expect(await values(`events/values/?${query}`)).toEqual(expected)
  })

  test('each is the value of a filter that finds as many events', async () => {
    for (const key of ['plan', 'seats', 'list', 'a.b'])
      for (const [name, count] of await values(`events/values/?key=${key}`))
        expect(
          (
            await server.request('POST', '/api/projects/1/insights/trend/', {
              events: [{ id: null }],
              date_from: '-30d',
              properties: [{ key, value: [name] }],
            })
          ).body.result[0].count,
        ).toBe(count)
  })

  test('20 at most', async () => {
    const { id, token } = await server.newProject()
    await server.capture(
      Array.from({ length: 30 }, (_, n) => ({ event: 'e', distinct_id: 'ada', properties: { n } })),
      token,
    )
    expect(await values('events/values/?key=n', id)).toHaveLength(20)
  })
})

test('values of persons as they are now', async () => {
  expect(await values('persons/values/?key=city')).toEqual([
    ['Oslo', 2],
    ['Rome', 2],
  ])
  await server.capture([{ event: '$set', distinct_id: 'id 0', properties: { $set: { city: 'Rome' } } }])
  expect(await values('persons/values/?key=city')).toEqual([
    ['Rome', 3],
    ['Oslo', 1],
  ])
  expect(await values('persons/values/?key=city&value=os')).toEqual([['Oslo', 1]])
})

test('the same under environments', async () => {
  const { body } = await server.request('GET', '/api/environments/1/events/values/?key=plan&value=free')
  expect(body).toEqual([{ name: 'free', count: 1 }])
  expect((await server.request('GET', '/api/environments/1/persons/values/?key=city')).status).toBe(200)
})

test.each(['events', 'persons'])('%s: a request without a key, or with an unknown parameter', async (of) => {
  const get = (query: string) => server.request('GET', `/api/projects/1/${of}/values/${query}`)
  for (const query of ['', '?key='])
    expect(await get(query)).toMatchObject({ status: 400, body: { attr: 'key' } })
  expect(await get('?key=a&valu=x')).toMatchObject({
    status: 400,
    body: { detail: 'This call has no parameter "valu". Did you mean "value"?' },
  })
})

describe('values of sessions', () => {
  beforeAll(async () => {
    const view = (session: string, properties: object, days = 1) => ({
      event: '$pageview',
      distinct_id: 'id 0',
      timestamp: daysAgo(days),
      properties: { $session_id: session, ...properties },
    })
    await server.capture([
      view('s1', { $referring_domain: 'www.google.com', $current_url: 'https://example.com/a' }),
      view('s2', { $referring_domain: 'bing.com', $current_url: 'https://example.com/b' }),
      view('s3', { $referring_domain: '$direct' }),
      view('s4', { $referring_domain: 't.co' }, 40),
    ])
  })

  test.each([
    [
      'channels',
      'key=$channel_type',
      [
        ['Organic Search', 2],
        ['Direct', 1],
      ],
    ],
    ['with a part', 'key=$channel_type&value=SEARCH', [['Organic Search', 2]]],
    [
      'of sessions that have one',
      'key=$entry_pathname',
      [
        ['/a', 1],
        ['/b', 1],
      ],
    ],
    ['numbers', 'key=$pageview_count', [['1', 3]]],
    ['under an older name', 'key=$exit_pathname&value=b', [['/b', 1]]],
  ])('%s', async (_name, query, expected) => {
    expect(await values(`sessions/values/?${query}`)).toEqual(expected)
  })

  test('a property that sessions do not have is refused with those that they have', async () => {
    const { status, body } = await server.request('GET', '/api/projects/1/sessions/values/?key=plan')
    expect([status, body.code, body.attr]).toEqual([400, 'invalid_choice', 'key'])
    expect(body.detail).toMatch(/^Sessions have no property "plan": use \$session_duration, /)
  })
})

test('of another project they are none', async () => {
  const { id } = await server.newProject()
  for (const path of [
    'events/values/?key=plan',
    'persons/values/?key=city',
    'sessions/values/?key=$channel_type',
  ])
    expect(await values(path, id)).toEqual([])
})
