import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const HOSTILE = [
  `it's`,
  '"quoted"',
  'back\\slash',
  '100%',
  'under_score',
  '`tick`',
  'ÉTÉ',
  'Straße',
  '日本',
  'emoji 🦔',
  '{p0:String}',
  '); DROP TABLE groups --',
  'new\nline',
  'nul\0byte',
  '__proto__',
  'a.b',
  '^up',
]
const keyOf = (i: number) => `Key-${i}`
const groupsOf = (body: { results: { group_key: string }[] }) => body.results.map((group) => group.group_key)
const pathOf = (parameters: Record<string, string>) =>
  `/api/projects/1/groups/?${new URLSearchParams({ group_type_index: '0', ...parameters })}`

async function search(parameters: Record<string, string>): Promise<string[]> {
  const { status, body } = await server.request('GET', pathOf(parameters))
  expect(status).toBe(200)
  return groupsOf(body)
}

const identify = (type: string, key: string, set: object, timestamp: string) => ({
  event: '$groupidentify',
  distinct_id: 'ada',
  timestamp,
  properties: { $group_type: type, $group_key: key, $group_set: set },
})

beforeAll(async () => {
  await server.capture(
    HOSTILE.map((text, i) =>
      identify(
        'site',
        keyOf(i),
        { name: text, tier: 'gold', ...Object.fromEntries([[text, text]]) },
        `2026-11-01T10:00:${10 + i}Z`,
      ),
    ),
  )
  // There are many groups, in the middle of the same second.
  await server.capture(
    Array.from({ length: 250 }, (_, i) =>
      identify(
        'account',
        `many ${i}`,
        { name: `PRO ${i}`, plan: 'free', i },
        `2026-11-02T10:00:00.${100 + (i % 3)}Z`,
      ),
    ),
  )
})

test.each([
  ["it's", [0]],
  ["IT'S", [0]],
  ['"QUOTED"', [1]],
  ['back\\slash', [2]],
  ['100%', [3]],
  ['r_s', [4]],
  ['`tick`', [5]],
  ['été', [6]],
  ['日', [8]],
  ['🦔', [9]],
  ['{p0:String}', [10]],
  ['DROP TABLE', [11]],
  ['new\nLINE', [12]],
  ['__PROTO__', [14]],
  ['a.b', [15]],
  ['%', [3]],
  ['nothing has this', []],
  ['kEY-3', [3]],
  ['EY-1', [16, 15, 14, 13, 12, 11, 10, 1]],
  ['\0', [13]],
  // Names of properties, other values, and the punctuation of JSON find nothing.
  ['tier', []],
  ['gold', []],
  ['"name"', []],
  ['":', []],
  ['\\n', []],
])('search %j finds groups by a part of the name or the key alone', async (asked, found) => {
  expect(await search({ search: asked })).toEqual(found.map(keyOf))
})

test('every list of groups searches the name and the key, and no other property', async () => {
  const { id, token } = await server.newProject()
  const paid = { event: 'paid', distinct_id: 'ada', timestamp: '2026-11-04T12:00:00Z' }
  const groups = [
    identify('shop', 'org-7', { name: 'Acme', tier: 'gold' }, '2026-11-04T10:00:00Z'),
    identify('shop', 'other', { name: 7, tier: 'org' }, '2026-11-04T11:00:00Z'),
  ]
  await server.capture([...groups, { ...paid, properties: { $groups: { shop: 'org-7' } } }], token)
  const ask = async (query: object) =>
    (await server.request('POST', `/api/projects/${id}/query/`, { query })).body.results
  const series = [{ kind: 'EventsNode', event: 'paid', math: 'unique_group', math_group_type_index: 0 }]
  const [{ persons_urls: links }] = await ask({
    kind: 'TrendsQuery',
    series,
    dateRange: { date_from: '2026-11-04' },
  })
  const link = links.find((one: { url: string }) => one.url.includes('2026-11-04')).url
  const lists = async (search: string) => {
    const asked = new URLSearchParams({ group_type_index: '0', search })
    const { body: listed } = await server.request('GET', `/api/projects/${id}/groups/?${asked}`)
    const { body: behind } = await server.request('GET', `${link}&${new URLSearchParams({ search })}`)
    return [
      groupsOf(listed),
      (await ask({ kind: 'GroupsQuery', group_type_index: 0, select: ['key'], search })).flat(),
      groupsOf({ results: behind.results[0].people }),
    ]
  }
  for (const [search, found] of Object.entries({
    acm: ['org-7'],
    'ORG-': ['org-7'],
    tier: [],
    gold: [],
    name: [],
  }))
    expect(await lists(search), search).toEqual([found, found, found])
  const [listed, asked] = await lists('7')
  expect([listed, asked]).toEqual([
    ['other', 'org-7'],
    ['other', 'org-7'],
  ])
})

test.each([
  ['EY-1', [16, 15, 14, 13, 12, 11, 10, 1]],
  ['key-16', [16]],
  ['%', []],
  ['_', []],
  ["'", []],
])('group_key %j', async (asked, found) => {
  expect(await search({ group_key: asked })).toEqual(found.map(keyOf))
})

test('search and group_key must both match, and empty ones have no effect', async () => {
  expect(await search({ group_key: 'KEY-1', search: 'a.b' })).toEqual([keyOf(15)])
  expect(await search({ group_key: '', search: '', cursor: '' })).toHaveLength(HOSTILE.length)
})

test('a search has the same bodies as the plain list', async () => {
  const { body: found } = await server.request('GET', pathOf({ search: 'a.b' }))
  const { body: all } = await server.request('GET', pathOf({}))
  expect(found.results).toEqual(
    all.results.filter((group: { group_key: string }) => group.group_key === keyOf(15)),
  )
})

test('a change can be found as soon as its event has a response', async () => {
  for (const [i, name] of ['before', 'between', 'after'].entries()) {
    await server.capture([identify('team', 'x', { name }, `2026-11-03T10:00:0${i}Z`)])
    const { body } = await server.request('GET', pathOf({ group_type_index: '2', search: name }))
    expect(body.results).toMatchObject([{ group_key: 'x', group_properties: { name } }])
  }
  const { body } = await server.request('GET', pathOf({ group_type_index: '2', search: 'between' }))
  expect(body.results).toEqual([])
})

test.each(HOSTILE)('values and definitions of a property called %j', async (name) => {
  const { body } = await server.request(
    'GET',
    `/api/projects/1/groups/property_values/?${new URLSearchParams({ group_type_index: '0', key: name })}`,
  )
  expect(body.results).toEqual([{ name, count: 1 }])
  expect(Object.entries(body.group_properties)).toEqual([[name, [name]]])
  const { body: definitions } = await server.request('GET', '/api/projects/1/groups/property_definitions/')
  expect(definitions[0]).toContainEqual({ name, count: 1 })
  expect(definitions[1]).toEqual([
    { name: 'i', count: 250 },
    { name: 'name', count: 250 },
    { name: 'plan', count: 250 },
  ])
})

describe.each([
  ['plainly', {}],
  ['by name', { search: 'pro' }],
  ['by key', { group_key: 'MANY' }],
])('pages of 100, listed %s', (_name, asked) => {
  test('lead to the end and back, and keep the other parameters', async () => {
    const pages: { next: string | null; previous: string | null; results: { group_key: string }[] }[] = []
    const first = pathOf({ group_type_index: '1', format: 'json', ...asked })
    const follow = async (link: string) => {
      const url = new URL(link, 'http://localhost')
      expect(Object.fromEntries(url.searchParams)).toMatchObject({
        group_type_index: '1',
        format: 'json',
        ...asked,
      })
      return (await server.request('GET', url.pathname + url.search)).body
    }
    for (let link: string | null = first; link !== null; ) {
      const page = await follow(link)
      pages.push(page)
      link = page.next
    }
    expect(pages.map((page) => page.results.length)).toEqual([100, 100, 50])
    const newestFirst = Array.from({ length: 250 }, (_, i) => i)
      .sort((a, b) => (b % 3) - (a % 3) || b - a)
      .map((i) => `many ${i}`)
    expect(pages.flatMap(groupsOf)).toEqual(newestFirst)
    expect(pages[0]?.previous).toBeNull()
    expect(pages[0]?.next).toMatch(/^http:\/\/localhost.*\/api\/projects\/1\/groups\//)

    const second = await follow(pages[2]?.previous ?? '')
    expect(groupsOf(second)).toEqual(groupsOf(pages[1] ?? { results: [] }))
    expect(await follow(second.next)).toEqual(pages[2])
    const back = await follow(second.previous)
    expect(groupsOf(back)).toEqual(groupsOf(pages[0] ?? { results: [] }))
    expect(back.previous).toBeNull()
    expect(groupsOf(await follow(back.next))).toEqual(groupsOf(second))
  })
})
