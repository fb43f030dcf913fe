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
})

describe('pages of values', () => {
  const project = { id: 0 }
  beforeAll(async () => {
    const { id, token } = await server.newProject()
    project.id = id
    const many = Array.from({ length: 1_050 }, (_, n) => ({
      ...{ event: '$pageview', distinct_id: `id ${n}`, timestamp: daysAgo(1) },
      properties: {
        ...{ n, $session_id: `s${n}`, $current_url: `https://example.com/${n}` },
        $set: { n },
        $groups: { site: `${n}` },
      },
    }))
    const groups = many.map((_, n) => ({
      ...{ event: '$groupidentify', distinct_id: 'id 0', timestamp: daysAgo(1) },
      properties: { $group_type: 'site', $group_key: `${n}`, $group_set: { n } },
    }))
    await server.capture([...many, ...groups], token)
  })

  const LISTS = [
    ['events/values/', 'key=n'],
    ['persons/values/', 'key=n'],
    ['sessions/values/', 'key=$entry_pathname'],
    ['groups/property_values/', 'group_type_index=0&key=n'],
  ]
  test.each(LISTS)('%s has 20 by default, at most 1,000, and next', async (list, asked) => {
    const path = `/api/projects/${project.id}/${list}?${asked}`
    const page = async (address: string) => {
      const { status, headers, body } = await server.request('GET', address)
      expect(status).toBe(200)
      const [, linked = null] = /^<(.*)>; rel="next"$/.exec(String(headers.link)) ?? []
      const next: string | null = Array.isArray(body) ? linked : body.next
      const rows: { name: string }[] = Array.isArray(body) ? body : body.results
      return { next, names: rows.map(({ name }) => name) }
    }
    expect((await page(path)).names).toHaveLength(20)
    expect((await page(`${path}&limit=1`)).names).toHaveLength(1)
    const first = await page(`${path}&limit=5000`)
    expect(first.names).toHaveLength(1_000)
    const last = await page(String(first.next))
    expect([last.names.length, last.next]).toEqual([50, null])
    expect(new Set([...first.names, ...last.names]).size).toBe(1_050)
    const end = await page(`${path}&limit=7&offset=1043`)
    expect(end).toEqual({ next: null, names: last.names.slice(-7) })
    expect((await page(`${path}&offset=2000`)).names).toEqual([])
  })

  test.each(LISTS)('%s refuses a limit and an offset that are none', async (list, asked) => {
    for (const [name, value] of [
      ['limit', '0'],
      ['limit', 'x'],
      ['offset', '-1'],
      ['offset', '1e9'],
      ['offset', '99999999999999999999'],
    ])
      expect(
        await server.request('GET', `/api/projects/${project.id}/${list}?${asked}&${name}=${value}`),
      ).toMatchObject({ status: 400, body: { attr: name } })
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
