import { expect, test } from 'vitest'
import { readPeople } from '../fixtures/read-people.ts'
import { useApp } from '../fixtures/use-app.ts'
import { useInsights } from '../fixtures/use-insights.ts'

const server = useApp()
const insights = useInsights(server)

type Properties = Readonly<Record<string, unknown>>

const event = (name: string, distinctId: string, day: string, properties: Properties = {}) => ({
  event: name,
  distinct_id: distinctId,
  timestamp: `2026-11-${day}T08:00:00Z`,
  properties,
})
const companies = (company: string) => ({ $groups: { company } })

/**
 * Captures persons with several distinct ids, one without a person profile, one that is deleted, and groups.
 */
async function captureStory(): Promise<void> {
  await insights.capture(
    event('visit', 'anon', '17', companies('acme')),
    event('visit', 'ada', '18', companies('acme')),
    event('visit', 'bob', '18', companies('initech')),
    event('visit', 'ghost', '18', { $process_person_profile: false }),
    event('visit', 'gone', '18'),
    event('paid', 'ada', '19', { ...companies('acme'), $set: { email: 'ada@example.com' } }),
    event('paid', 'gone', '19'),
    event('visit', 'anon', '20'),
    event('paid', 'bob', '20', companies('initech')),
    event('visit', 'bob', '20'),
    event('$identify', 'ada', '20', { $anon_distinct_id: 'anon' }),
  )
  const persons = `/api/projects/${insights.project.id}/persons/`
  const { body } = await server.request('GET', `${persons}?distinct_id=gone`)
  const deleted = await server.request('DELETE', `${persons}${body.results[0].id}/`)
  expect(deleted.status).toBe(200)
}

interface Item {
  readonly data: readonly number[]
  readonly persons_urls: readonly { readonly url: string }[]
}

async function answerTo(query: object): Promise<Item[]> {
  const { status, body } = await server.request('POST', `/api/projects/${insights.project.id}/query/`, {
    query,
  })
  expect([status, body.detail]).toEqual([200, undefined])
  return body.results
}

/** Expects each number of the items to have as many people as it says, and returns them. */
async function expectPeople(items: readonly Item[]): Promise<string[][][]> {
  return Promise.all(
    items.map(({ data, persons_urls: urls }) => {
      expect(urls).toHaveLength(data.length)
      return Promise.all(
        urls.map(async ({ url }, i) => {
          const { people, count, total } = await readPeople(server, url)
          expect([count, total], url).toEqual([Math.abs(data[i] ?? 0), Math.abs(data[i] ?? 0)])
          return people.map(({ name }) => name).sort()
        }),
      )
    }),
  )
}

const node = (name: string | null, rest: object = {}) => ({ kind: 'EventsNode', event: name, ...rest })

test('of each point of a trend', async () => {
  await captureStory()
  const items = await answerTo({
    kind: 'TrendsQuery',
    series: [node('visit', { math: 'dau' }), node('paid', { math: 'dau' })],
    dateRange: { date_from: '-3d' },
  })
  expect(items.map(({ data }) => data)).toEqual([
    [1, 4, 0, 2],
    [0, 0, 2, 1],
  ])
  expect(await expectPeople(items)).toEqual([
    [['ada@example.com'], ['ada@example.com', 'bob', 'ghost'], [], ['ada@example.com', 'bob']],
    [[], [], ['ada@example.com'], ['bob']],
  ])
})

test('of the whole range of a series, whose events they did', async () => {
  await captureStory()
  const url = `/api/projects/${insights.project.id}/persons/trends/?date_from=-3d&entity_order=0&events=`
  const events = encodeURIComponent(JSON.stringify([{ id: 'visit', math: 'total' }]))
  const { people, count, missing } = await readPeople(server, url + events)
  expect(people.map(({ name }) => name).sort()).toEqual(['ada@example.com', 'bob', 'ghost'])
  expect([count, missing]).toEqual([4, 1])
})

test('of each step of a funnel, converted and dropped', async () => {
  await captureStory()
  const { body } = await server.request('POST', `${insights.path}funnel/`, {
    events: [{ id: 'visit' }, { id: 'paid', order: 1 }, { id: 'visit', order: 2 }],
    date_from: '-3d',
  })
  const [first, second, third] = body.result
  expect(body.result.map(({ count }: { count: number }) => count)).toEqual([4, 3, 2])
  const counted = async (url: string) => {
    const { people, count, missing } = await readPeople(server, url)
    return [count, missing, people.map(({ name }) => name).sort()]
  }
  expect(await counted(first.converted_people_url)).toEqual([4, 1, ['ada@example.com', 'bob', 'ghost']])
  expect(first.dropped_people_url).toBeNull()
  expect(await counted(second.converted_people_url)).toEqual([3, 1, ['ada@example.com', 'bob']])
  expect(await counted(second.dropped_people_url)).toEqual([1, 0, ['ghost']])
  // bob visits and pays in the same millisecond, in which events have no order.
  expect(await counted(third.converted_people_url)).toEqual([2, 0, ['ada@example.com', 'bob']])
  expect(await counted(third.dropped_people_url)).toEqual([1, 1, []])
})

test.each([
  ['persons', {}, {}],
  [
    'persons, cumulative and compared',
    {},
    { stickinessFilter: { computedAs: 'cumulative' }, compareFilter: { compare: true } },
  ],
  ['groups', { math: 'unique_group', math_group_type_index: 0 }, {}],
])('of each number of a stickiness of %s', async (_, math, rest) => {
  await captureStory()
  const items = await answerTo({
    kind: 'StickinessQuery',
    series: [node('visit', math), node(null, math)],
    dateRange: { date_from: '-1d' },
    ...rest,
  })
  const names = await expectPeople(items)
  expect(names.flat(2).length).toBeGreaterThan(1)
})

test.each([
  ['persons', {}],
  ['groups', { aggregation_group_type_index: 0 }],
])('of each number of a lifecycle of %s', async (_, rest) => {
  await captureStory()
  const items = await answerTo({
    kind: 'LifecycleQuery',
    series: [node(null)],
    dateRange: { date_from: '-3d' },
    ...rest,
  })
  expect(items).toHaveLength(4)
  const names = await expectPeople(items)
  expect(names.flat(2).length).toBeGreaterThan(3)
})

test('of each hour, also of the two that have one name when the clocks are set back', async () => {
  const project = await server.newProject('Berlin', 'Europe/Berlin')
  const hours = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z']
  await server.capture(
    ['ada', 'bob', 'bob', 'cid'].map((id, i) => ({
      event: 'visit',
      distinct_id: id,
      timestamp: hours[i < 2 ? 0 : 1],
    })),
    project.token,
  )
  const { body } = await server.request('POST', `/api/projects/${project.id}/insights/trend/`, {
    events: [{ id: 'visit', math: 'dau' }],
    date_from: '2026-10-25',
    date_to: '2026-10-25',
    interval: 'hour',
  })
  const [item] = body.result
  expect(item.days.slice(2, 4)).toEqual(['2026-10-25 02:00:00', '2026-10-25 02:00:00'])
  const namesOf = async (i: number) =>
    (await readPeople(server, item.persons_urls[i].url)).people.map(({ name }) => name)
  expect(await namesOf(2)).toEqual(['ada', 'bob'])
  expect(await namesOf(3)).toEqual(['bob', 'cid'])
})

test('of an answer with too many points for links are those of its series with a day', async () => {
  await captureStory()
  const { body } = await server.request('POST', `${insights.path}trend/`, {
    events: [
      { id: 'visit', math: 'dau' },
      { id: 'paid', order: 1 },
    ],
    date_from: '-365d',
    interval: 'hour',
  })
  const [{ persons, persons_urls: urls, data, days }] = body.result
  expect([urls, data.length]).toEqual([[], 365 * 24 + 13])
  const i = data.indexOf(4)
  const { total } = await readPeople(server, `${persons.url}&day=${encodeURIComponent(days[i])}`)
  expect(total).toBe(4)
})

test('behind a link stay those of its instant, whatever the time', async () => {
  await captureStory()
  const { body } = await server.request('POST', `${insights.path}trend/`, {
    events: [{ id: 'visit', math: 'dau' }],
    date_from: '-1d',
  })
  const [item] = body.result
  server.nowMs += 30 * 86_400_000
  expect(await expectPeople([item])).toEqual([[[], ['ada@example.com', 'bob']]])
})

test('of a saved insight, from the cache as well', async () => {
  await captureStory()
  const filters = { events: [{ id: 'visit', math: 'dau' }], date_from: '-3d', no_such_key: true }
  const id = await insights.create({ insight: 'TRENDS', ...filters })
  await insights.read(id, '?refresh=true')
  const { body } = await insights.read(id)
  expect(body.is_cached).toBe('true')
  await expectPeople(body.results)
})

test('are not linked from the page of a shared insight', async () => {
  await captureStory()
  const id = await insights.create({ insight: 'TRENDS', events: [{ id: 'visit' }] })
  const { body } = await server.request('PATCH', `${insights.path}${id}/sharing/`, { enabled: true })
  const shared = await server.request('GET', `/shared/${body.access_token}.json`, undefined, null)
  expect(shared.body.results[0]).toMatchObject({ count: 7, persons: null, persons_urls: [] })
  expect(JSON.stringify(shared.body)).not.toContain(`projects/${insights.project.id}`)
})
