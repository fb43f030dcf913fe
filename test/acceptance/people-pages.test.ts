import { beforeEach, describe, expect, test } from 'vitest'
import { parseCsv } from '../fixtures/parse-csv.ts'
import { readPeople } from '../fixtures/read-people.ts'
import { KEY, useApp } from '../fixtures/use-app.ts'
import { eventOf, useInsights } from '../fixtures/use-insights.ts'

const server = useApp()
const insights = useInsights(server)

const NAMES = ['ada', 'bob', 'cid', 'dan', 'eva', 'fay', 'gil']
const visitOf = (id: string) => ({
  ...eventOf('visit', id),
  properties: {
    $groups: { company: `${id}'s "Co"` },
    $set: { email: `${id}@example.com`, team: 'red & "blue"' },
  },
})
const NODE = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'visit', math: 'dau' }] }
const EVENTS = [{ id: 'visit', math: 'dau' }]
const parameters = (values: object) =>
  new URLSearchParams(
    Object.entries(values).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ).toString()
const pathOf = (kind = 'trends', project = insights.project.id) => `/api/projects/${project}/persons/${kind}/`
const address = (values: object, kind?: string) => `${pathOf(kind)}?${parameters(values)}`
const namesOf = (people: readonly { name: string }[]) => people.map(({ name }) => name.split('@')[0])

beforeEach(() => insights.capture(...NAMES.map(visitOf)))

describe('pages', () => {
  test.each([1, 2, 3, 6, 7, 8])('of %i people have each of them once, in order', async (limit) => {
    const read = await readPeople(server, address({ events: EVENTS, limit }))
    expect(namesOf(read.people)).toEqual(NAMES)
    expect(read).toMatchObject({ count: 7, total: 7, missing: 0, pages: Math.ceil(7 / limit) })
  })

  test('of groups go by their keys', async () => {
    const query = {
      kind: 'StickinessQuery',
      series: [{ kind: 'EventsNode', event: 'visit', math: 'unique_group', math_group_type_index: 0 }],
    }
    const { people, total } = await readPeople(
      server,
      address({ query, stickiness_days: 1, limit: 2 }, 'stickiness'),
    )
    expect(total).toBe(7)
    expect(people.map(({ group_key }) => group_key)).toEqual(NAMES.map((id) => `${id}'s "Co"`))
    expect(people[0]).toMatchObject({ type: 'group', id: people[0].group_key, group_type_index: 0 })
  })

  test('of a POST are followed by GET', async () => {
    const { body } = await server.request('POST', pathOf(), { query: NODE, limit: 4, search: 'example' })
    expect(namesOf(body.results[0].people)).toEqual(NAMES.slice(0, 4))
    const { people } = await readPeople(server, body.next.replace('http://localhost', ''))
    expect(namesOf(people)).toEqual(NAMES.slice(4))
    const first = await readPeople(server, body.initial.replace('http://localhost', ''))
    expect(namesOf(first.people)).toEqual(NAMES)
  })

  test('after a POST of a question that no address holds are followed by POST', async () => {
    const value = NAMES.map((_, i) => `${i}`.repeat(4_000)).concat('red & "blue"')
    const long = { ...NODE, properties: [{ key: 'team', value, type: 'person' }] }
    const random = Array.from({ length: 600 }, (_, i) => `${Math.sin(i)}`)
    long.properties.push({
      key: 'email',
      value: [...random, ...NAMES.map((id) => `${id}@example.com`)],
      type: 'person',
    })
    const { body } = await server.request('POST', pathOf(), { query: long, limit: 4 })
    const next = await server.request('POST', body.next.replace('http://localhost', ''), {
      query: long,
      limit: 4,
    })
    expect(namesOf(next.body.results[0].people)).toEqual(NAMES.slice(4))
    expect(next.body.next).toBeNull()
  })
})

test.each([
  ['a part of a property', 'BOB@EXAMPLE', ['bob']],
  ['a text with quotes', 'red & "blue"', NAMES],
  ['a whole distinct id', 'cid', ['cid']],
  ['nothing', 'no such person', []],
])('a search finds %s', async (_, search, found) => {
  const { people, total, count } = await readPeople(server, address({ events: EVENTS, search, limit: 3 }))
  expect([namesOf(people), total, count]).toEqual([found, found.length, found.length])
})

test('a search finds the uuid of a person, and the distinct id of one without a profile', async () => {
  const ghost = { ...eventOf('visit', 'ghost'), properties: { $process_person_profile: false } }
  await insights.capture(ghost)
  const all = await readPeople(server, address({ events: EVENTS }))
  expect(all.people.at(-1)).toMatchObject({ name: 'ghost', has_profile: false, created_at: null })
  const [first] = all.people
  for (const [search, name] of [
    [first.uuid, first.name],
    ['ghost', 'ghost'],
  ])
    expect((await readPeople(server, address({ events: EVENTS, search }))).people).toMatchObject([{ name }])
  // The person keeps its uuid when an event gives it a profile.
  await insights.capture(eventOf('visit', 'ghost'))
  const after = await readPeople(server, address({ events: EVENTS, search: 'ghost' }))
  expect(after.people).toMatchObject([{ uuid: all.people.at(-1).uuid, has_profile: true }])
})

test('a search finds a group by its properties and a part of its key', async () => {
  const identify = (key: string, name: string) => ({
    ...eventOf('$groupidentify', 'ada'),
    properties: { $group_type: 'company', $group_key: key, $group_set: { name } },
  })
  await insights.capture(identify(`bob's "Co"`, 'Eva and Sons'))
  const query = { kind: 'LifecycleQuery', series: [{ kind: 'EventsNode', event: 'visit' }] }
  const number = { lifecycle_type: 'new', target_date: '2026-11-20' }
  const groups = { ...query, aggregation_group_type_index: 0 }
  const { people } = await readPeople(
    server,
    address({ query: groups, ...number, search: 'EVA' }, 'lifecycle'),
  )
  expect(people.map(({ group_key }) => group_key)).toEqual([`bob's "Co"`, `eva's "Co"`])
  expect(people[0].properties).toEqual({ name: 'Eva and Sons' })
})

test('CSV has all people, whatever the limit, with those without a profile', async () => {
  await insights.capture({ ...eventOf('visit', '=ghost'), properties: { $process_person_profile: false } })
  for (const [method, given] of [
    ['GET', undefined],
    ['POST', { events: EVENTS, limit: 2 }],
  ] as const) {
    const url =
      given === undefined ? address({ events: EVENTS, limit: 2, format: 'csv' }) : `${pathOf()}?format=csv`
    const { statusCode, headers, body } = await server.app.server.inject({
      method,
      url,
      headers: { authorization: `Bearer ${KEY}` },
      ...(given !== undefined && { payload: given }),
    })
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    const [head = [], ...rows] = parseCsv(body)
    const cellOf = (row: readonly string[], name: string) => row[head.indexOf(name)]
    expect(rows.map((row) => cellOf(row, 'name'))).toEqual([
      ...NAMES.map((id) => `${id}@example.com`),
      "'=ghost",
    ])
    expect(rows.map((row) => cellOf(row, 'has_profile')).at(-1)).toBe('false')
  }
})

describe('refused', () => {
  const LATEST = { events: EVENTS }
  const query = JSON.stringify(NODE)
  const TWO = { events: [...EVENTS, ...EVENTS] }
  const STEPS = { ...TWO, funnel_step: '1' }
  const TIMES = { ...TWO, funnel_viz_type: 'time_to_convert', funnel_time_from: '5' }
  const INTERVAL = { ...TWO, funnel_viz_type: 'trends', entrance_period_start: '2026-11-20' }
  test.each<[string, string, object, string]>([
    ['a day outside of the range', 'trends', { ...LATEST, day: '2026-12-01' }, 'day'],
    ['a day in another form', 'trends', { ...LATEST, day: '20-Nov-2026' }, 'day'],
    ['a second day of one', 'trends', { ...LATEST, day: '2026-11-20', occurrence: '2' }, 'occurrence'],
    ['a series that is not asked for', 'trends', { ...LATEST, entity_order: '1' }, 'entity_order'],
    ['a negative series', 'trends', { ...LATEST, entity_order: '-1' }, 'entity_order'],
    ['another event', 'trends', { ...LATEST, entity_id: 'paid' }, 'entity_id'],
    ['no series of two', 'trends', { events: [...EVENTS, ...EVENTS] }, 'entity_order'],
    ['no step', 'funnel', { events: [...EVENTS, ...EVENTS] }, 'funnel_step'],
    ['step 0', 'funnel', { events: [...EVENTS, ...EVENTS], funnel_step: '0' }, 'funnel_step'],
    [
      'the dropped of the first step',
      'funnel',
      { events: [...EVENTS, ...EVENTS], funnel_step: '-1' },
      'funnel_step',
    ],
    ['a step too many', 'funnel', { events: [...EVENTS, ...EVENTS], funnel_step: '3' }, 'funnel_step'],
    [
      'a step and an interval',
      'funnel',
      { ...STEPS, entrance_period_start: '2026-11-20' },
      'entrance_period_start',
    ],
    ['a step and those who dropped in an interval', 'funnel', { ...STEPS, drop_off: 'true' }, 'drop_off'],
    ['a step and a time', 'funnel', { ...STEPS, funnel_time_from: '0' }, 'funnel_time_from'],
    ['a step and the second of two intervals', 'funnel', { ...STEPS, occurrence: '2' }, 'occurrence'],
    ['a time and those who dropped', 'funnel', { ...TIMES, drop_off: 'true' }, 'drop_off'],
    ['a time of a funnel shown by steps', 'funnel', { ...TWO, funnel_time_from: '0' }, 'funnel_time_from'],
    ['a time that ends before it begins', 'funnel', { ...TIMES, funnel_time_to: '4' }, 'funnel_time_to'],
    [
      'a row that the question hides',
      'funnel',
      {
        ...STEPS,
        breakdown: 'plan',
        breakdown_hide_other_aggregation: 'true',
        funnel_step_breakdown: '$$_posthog_breakdown_other_$$',
      },
      'funnel_step_breakdown',
    ],
    ['an interval and the end of a time', 'funnel', { ...INTERVAL, funnel_time_to: '9' }, 'funnel_time_to'],
    ['an interval and an open window', 'funnel', { ...INTERVAL, window_open: 'true' }, 'window_open'],
    ['no number of intervals', 'stickiness', { ...LATEST }, 'stickiness_days'],
    ['too many intervals', 'stickiness', { ...LATEST, stickiness_days: '9' }, 'stickiness_days'],
    [
      'an earlier period without a comparison',
      'stickiness',
      { ...LATEST, stickiness_days: '1', compare_label: 'previous' },
      'compare_label',
    ],
    ['no status', 'lifecycle', { ...LATEST, target_date: '2026-11-20' }, 'lifecycle_type'],
    ['an unknown status', 'lifecycle', { ...LATEST, lifecycle_type: 'old' }, 'lifecycle_type'],
    ['no date', 'lifecycle', { ...LATEST, lifecycle_type: 'new' }, 'target_date'],
    ['an unknown key', 'trends', { ...LATEST, dayy: '2026-11-20' }, 'dayy'],
    ['an unknown key beside a node', 'trends', { query, dayy: '2026-11-20' }, 'dayy'],
    ['a number of another kind', 'trends', { ...LATEST, funnel_step: '1' }, 'funnel_step'],
    ['a question twice', 'trends', { ...LATEST, query }, 'events'],
    ['a node twice', 'trends', { query, question: '1abc' }, 'query'],
    ['a node of another kind', 'funnel', { query, funnel_step: '1' }, 'query__kind'],
    ['a node that is no JSON', 'trends', { query: '{' }, 'query'],
    ['a question that no answer has', 'trends', { question: '1abc' }, 'question'],
    ['a question of another release', 'trends', { question: '2abc' }, 'question'],
    ['an instant without a zone', 'trends', { ...LATEST, as_of: '2026-11-20T12:00:00' }, 'as_of'],
    ['an instant before all', 'trends', { ...LATEST, as_of: '1969-11-20T12:00:00Z' }, 'as_of'],
    ['a page without people', 'trends', { ...LATEST, limit: '0' }, 'limit'],
    ['a cursor that is none', 'trends', { ...LATEST, cursor: 'abc' }, 'cursor'],
    [
      'a cursor of groups',
      'trends',
      { ...LATEST, cursor: Buffer.from('["a"]').toString('base64url') },
      'cursor',
    ],
  ])('%s', async (_, kind, values, attr) => {
    const { status, body } = await server.request('GET', address(values, kind))
    expect([status, body.attr, body.detail]).toEqual([400, attr, expect.any(String)])
  })
})

test('people of another project are never reached', async () => {
  const trend = await server.request('POST', `${insights.path}trend/`, { events: EVENTS })
  const { url } = trend.body.result[0].persons_urls[7]
  const other = await server.newProject()
  const moved = url.replace(`/projects/${insights.project.id}/`, `/projects/${other.id}/`)
  expect(await readPeople(server, moved)).toMatchObject({ people: [], total: 0 })
  const key = await server.newKey(['person:read', 'insight:read'], [other.id])
  expect((await server.request('GET', url, undefined, key)).status).toBe(404)
  expect((await server.request('GET', moved, undefined, key)).status).toBe(200)
})

test('a key needs both scopes', async () => {
  for (const [scopes, status] of [
    [['person:read'], 403],
    [['insight:read'], 403],
    [['person:read', 'insight:read'], 200],
  ] as const) {
    const key = await server.newKey(scopes)
    expect((await server.request('GET', address({ events: EVENTS }), undefined, key)).status).toBe(status)
  }
})
