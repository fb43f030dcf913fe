import { beforeAll, expect, test } from 'vitest'
import { PersonPageBody } from '../../src/contract/person.ts'
import { type TestProject, useApp } from '../fixtures/use-app.ts'
import { HOSTILE_TEXTS } from '../security/hostile-texts.ts'

const server = useApp()
const personsOf = (project: TestProject) => `/api/projects/${project.id}/persons/`

/** Writes texts as they are, and anything else as JSON text. */
const queryOf = (parameters: Record<string, unknown>) =>
  Object.entries(parameters)
    .map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)] as const)
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join('&')

async function list(project: TestProject, parameters: Record<string, unknown>) {
  const { status, body } = await server.request('GET', `${personsOf(project)}?${queryOf(parameters)}`)
  expect([status, body.detail]).toEqual([200, undefined])
  PersonPageBody.parse(body)
  return body
}
/**
 * Returns what a list of persons finds, what a question for persons finds, and what the list behind a number
 * finds.
 */
async function foundEverywhere(project: TestProject, search: string): Promise<string[][]> {
  const ask = async (query: object) =>
    (await server.request('POST', `/api/projects/${project.id}/query/`, { query })).body
  const listed = await ask({ kind: 'ActorsQuery', select: ['properties.email'], search })
  const trend = await ask({
    kind: 'TrendsQuery',
    series: [{ kind: 'EventsNode', event: 'a', math: 'dau' }],
    dateRange: { date_from: '2026-11-19', date_to: '2026-11-19' },
  })
  const [{ url }] = trend.results[0].persons_urls
  const behind = await server.request('GET', `${url}&search=${encodeURIComponent(search)}`)
  const emails = (people: { properties: { email: string } }[]) =>
    people.map(({ properties }) => properties.email)
  return [
    emails((await list(project, { search })).results),
    listed.results.flat(),
    emails(behind.body.results[0].people),
  ].map((found) => found.sort())
}
const idsIn = (body: { results: { distinct_ids: string[] }[] }) =>
  body.results.map((person) => person.distinct_ids[0])

let project: TestProject
beforeAll(async () => {
  project = await server.newProject()
  const people = [
    [
      'ada',
      {
        email: 'ada@example.com',
        plan: 'pro',
        seats: 5,
        $browser: 'Firefox',
        'a.b': 'x',
        tags: ['Tag one', { inner: 'Deep', none: null }],
      },
    ],
    ['bob', { email: 'bob@example.com', plan: 'free', seats: 50, address: { city: 'Berlin' } }],
    ['cid', { email: 'CID@example.com', note: 'says "hi"\nand leaves' }],
  ] as const
  await server.capture(
    people.map(([distinct_id, $set], i) => ({
      event: 'a',
      distinct_id,
      timestamp: `2026-11-19T10:0${i}:00Z`,
      properties: { $set },
    })),
    project.token,
  )
})

test.each<[string, string[]]>([
  ['example.com', ['cid', 'bob', 'ada']],
  ['EXAMPLE', ['cid', 'bob', 'ada']],
  ['cid@', ['cid']],
  ['berlin', ['bob']],
  // Names of properties and the punctuation of JSON are not values.
  ['plan', []],
  ['city', []],
  ['seat', []],
  ['"plan":"pro"', []],
  ['":', []],
  ['","', []],
  ['\\n', []],
  ['null', []],
  ['50', ['bob']],
  ['says', ['cid']],
  ['tag one', ['ada']],
  ['inner', []],
  ['deep', ['ada']],
  ['says "HI"', ['cid']],
  ['"hi"\nand', ['cid']],
  ['ada', ['ada']],
  ['bo', ['bob']],
  ['%', []],
  ['nobody', []],
  ["' OR 1=1 --", []],
])('search=%j', async (search, expected) => {
  const body = await list(project, { search })
  expect([idsIn(body), body.count]).toEqual([expected, expected.length])
})

test.each([
  ['EXAMPLE.COM', ['CID@example.com', 'ada@example.com', 'bob@example.com']],
  ['says "hi"', ['CID@example.com']],
  ['plan', []],
  ['email', []],
  ['{', []],
])('every list of persons searches %j in the values alone', async (search, expected) => {
  expect(await foundEverywhere(project, search)).toEqual([expected, expected, expected])
})

test('search by a whole distinct id or id', async () => {
  await server.capture(
    [{ event: 'a', distinct_id: 'Whole-Id', timestamp: '2026-11-19T09:00:00Z' }],
    project.token,
  )
  expect(idsIn(await list(project, { search: 'Whole-Id' }))).toEqual(['Whole-Id'])
  expect(idsIn(await list(project, { search: 'Whole' }))).toEqual([])
  const { results } = await list(project, { distinct_id: 'Whole-Id' })
  expect(results).toHaveLength(1)
  expect(idsIn(await list(project, { search: results[0].id.toUpperCase() }))).toEqual(['Whole-Id'])
})

test.each<[unknown, string[]]>([
  [[{ key: 'plan', value: 'pro' }], ['ada']],
  [[{ key: 'plan', value: 'pro', operator: 'exact', type: 'person' }], ['ada']],
  [[{ key: 'plan', value: ['pro', 'free'] }], ['bob', 'ada']],
  [[{ key: 'email', value: 'cid', operator: 'icontains' }], ['cid']],
  [[{ key: 'email', value: '^[a-b]', operator: 'regex' }], ['bob', 'ada']],
  [[{ key: 'seats', value: 5, operator: 'gt' }], ['bob']],
  [[{ key: 'seats', value: 5 }], ['ada']],
  // These properties have a typed column in the table of events, but not in the table of persons.
  [[{ key: '$browser', value: 'fire', operator: 'icontains' }], ['ada']],
  [[{ key: 'a.b', operator: 'is_set' }], ['ada']],
  [[{ key: 'address', operator: 'is_set' }], ['bob']],
  [
    [
      { key: 'plan', value: 'pro', operator: 'is_not' },
      { key: 'email', operator: 'is_set' },
    ],
    ['cid', 'bob'],
  ],
  [
    {
      type: 'OR',
      values: [
        { key: 'plan', value: 'free' },
        { key: 'note', operator: 'is_set' },
      ],
    },
    ['cid', 'bob'],
  ],
])('properties=%j', async (properties, expected) => {
  expect(idsIn(await list(project, { properties }))).toEqual(expected)
})

test.each<[Record<string, unknown>, string[]]>([
  [{ email: 'ada@example.com' }, ['ada']],
  [{ email: 'cid@example.com' }, []],
  [{ distinct_id: 'bob' }, ['bob']],
  [{ distinct_id: 'Bob' }, []],
  [{ distinct_id: 'bob', email: 'ada@example.com' }, []],
  [{ distinct_id: 'bob', search: 'berlin' }, ['bob']],
  [{ email: 'ada@example.com', properties: [{ key: 'plan', value: 'free' }] }, []],
  [{ properties: [], search: '', email: '', distinct_id: '', limit: 2 }, ['bob', 'cid']],
])('%j', async (parameters, expected) => {
  const found = idsIn(await list(project, parameters)).sort()
  expect(found).toEqual(expected)
})

test.each<[string, string, Record<string, unknown>]>([
  ['limit', 'min_value', { limit: 0 }],
  ['offset', 'min_value', { offset: -1 }],
  ['limit', 'invalid_input', { limit: 'many' }],
  ['format', 'invalid_choice', { format: 'xml' }],
  ['search', 'null_characters_not_allowed', { search: 'a\0' }],
  ['properties', 'invalid_input', { properties: '[{' }],
  ['properties__0__type', 'not_supported', { properties: [{ key: 'id', value: 1, type: 'session' }] }],
  ['properties__0__operator', 'invalid_choice', { properties: [{ key: 'a', value: 1, operator: 'like' }] }],
])('%s is refused, %s: %j', async (attr, code, parameters) => {
  const answer = await server.request('GET', `${personsOf(project)}?${queryOf(parameters)}`)
  expect(answer).toMatchObject({ status: 400, body: { type: 'validation_error', code, attr } })
})

test('hostile texts are found as text', async () => {
  const strange = await server.newProject()
  await server.capture(
    HOSTILE_TEXTS.map((text) => ({
      event: 'a',
      distinct_id: `id ${text}`,
      properties: { $set: { email: text, [`key ${text}`]: 1 } },
    })),
    strange.token,
  )
  for (const text of HOSTILE_TEXTS) {
    const id = `id ${text}`
    // Other persons may contain the text as well, and the store writes a dot in a name as %2E.
    for (const parameters of [{ search: text }, { properties: [{ key: `key ${text}`, operator: 'is_set' }] }])
      expect(idsIn(await list(strange, parameters)), text).toContain(id)
    const only = [
      { distinct_id: id },
      { search: id },
      { email: text },
      { properties: [{ key: 'email', value: text }] },
    ]
    for (const parameters of only) {
      const found = await list(strange, parameters)
      expect([parameters, idsIn(found), found.count]).toEqual([parameters, [id], 1])
    }
  }
})
