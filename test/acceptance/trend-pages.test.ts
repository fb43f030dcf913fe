import { beforeAll, describe, expect, test } from 'vitest'
import { type TestProject, useApp } from '../fixtures/use-app.ts'

// Now is 20 November 2026, 12:00 UTC.
const server = useApp()
let project: TestProject
const asked = {
  events: [{ id: 'visit', math: 'dau' }],
  breakdown: 'page',
  breakdown_limit: 2,
  date_from: '-1d',
}

// Page a has 5 events, b 4, c 3, d 2 and e 1. Each event is of another person; f has no page.
beforeAll(async () => {
  project = await server.newProject('Pages')
  const visits = [...'abcde'].flatMap((page, i) =>
    Array.from({ length: 5 - i }, () => ({ distinct_id: page, properties: { page } })),
  )
  const events = [...visits, { distinct_id: 'f', properties: {} }].map((one) => ({
    ...one,
    event: 'visit',
    timestamp: '2026-11-20T09:00:00Z',
  }))
  await server.capture(events, project.token)
})

const path = (query = '') => `/api/projects/${project.id}/insights/trend/${query}`
const post = async (body: object, address = path()) => (await server.request('POST', address, body)).body
const pathOf = (url: string) => new URL(url).pathname + new URL(url).search
// biome-ignore lint/suspicious/noExplicitAny: items of an answer
const rowsOf = (items: any[]) => items.map(({ breakdown_label, count }) => [breakdown_label, count])

const OTHER = 'Other (i.e. all remaining values)'
const NONE = 'None (i.e. no value)'
const PAGES = [
  [
    ['a', 1],
    ['b', 1],
    [OTHER, 3],
    [NONE, 1],
  ],
  [
    ['c', 1],
    ['d', 1],
    [OTHER, 1],
  ],
  [['e', 1]],
]

describe('the pages of a breakdown', () => {
  test('are read by POST to next with the same body, and each value is on one of them', async () => {
    const pages = []
    for (let address: string | null = path(); address !== null; ) {
      const { result, next } = await post({ ...asked, offset: 0 }, address)
      pages.push(rowsOf(result))
      address = next && pathOf(next)
    }
    expect(pages).toEqual(PAGES)
  })

  test('are read by GET', async () => {
    const parameters = new URLSearchParams({ ...asked, events: JSON.stringify(asked.events) } as never)
    const pages = []
    for (let address: string | null = path(`?${parameters}`); address !== null; ) {
      const { body } = await server.request('GET', address)
      pages.push(rowsOf(body.results))
      address = body.next && pathOf(body.next)
    }
    expect(pages).toEqual(PAGES)
  })

  test('are those of a node with breakdown_offset', async () => {
    const query = {
      kind: 'TrendsQuery',
      series: [{ kind: 'EventsNode', event: 'visit', math: 'dau' }],
      dateRange: { date_from: '-1d' },
      breakdownFilter: { breakdown: 'page', breakdown_limit: 2, breakdown_offset: 2 },
    }
    const { body } = await server.request('POST', `/api/projects/${project.id}/query/`, { query })
    expect(rowsOf(body.results)).toEqual(PAGES[1])
  })

  test('have the size of limit, which breakdown_limit overrules', async () => {
    const { breakdown_limit: _, ...unlimited } = asked
    const sizes = []
    for (const limits of [{ limit: 3 }, { limit: 3, breakdown_limit: 1 }]) {
      const { result, next } = await post({ ...unlimited, ...limits })
      sizes.push([result.length, new URL(next).searchParams.get('offset')])
    }
    expect(sizes).toEqual([
      [5, '3'],
      [3, '1'],
    ])
  })

  test('have next even if the row of the others is hidden, and none after the last value', async () => {
    const hidden = await post({ ...asked, breakdown_hide_other_aggregation: true })
    expect([rowsOf(hidden.result).length, new URL(hidden.next).searchParams.get('offset')]).toEqual([3, '2'])
    for (const limit of [5, 25]) expect((await post({ ...asked, breakdown_limit: limit })).next).toBeNull()
    expect(await post({ ...asked, offset: 100 })).toMatchObject({ result: [], next: null })
  })

  test('of a formula go on for all of its series together', async () => {
    const formula = { ...asked, events: [...asked.events, { id: 'visit', order: 1 }], formula: 'B / A' }
    const { result, next } = await post({ ...formula, offset: 1 })
    expect(rowsOf(result)).toEqual([
      ['b', 4],
      ['c', 3],
      [OTHER, 1.5],
    ])
    expect(new URL(next).searchParams.get('offset')).toBe('3')
  })

  test('link to the people of their rows, also of the others', async () => {
    const { result } = await post({ ...asked, offset: 2 })
    const people = []
    for (const { persons_urls: urls } of result) {
      const { body } = await server.request('GET', pathOf(new URL(urls[1].url, 'http://x').href))
      people.push(body.results[0].people.map(({ name }: { name: string }) => name))
    }
    expect(people).toEqual([['c'], ['d'], ['e']])
  })
})

test.each<[string, object, string]>([
  ['without a breakdown', { breakdown: undefined }, 'offset'],
  ['by cohorts', { breakdown: ['all'], breakdown_type: 'cohort' }, 'offset'],
  ['into bins', { breakdown_histogram_bin_count: 3 }, 'offset'],
  ['below zero', { offset: -1 }, 'offset'],
  ['that is too large', { offset: 10_001 }, 'offset'],
  ['that is no number', { offset: 'x' }, 'offset'],
  ['beside a limit of nothing', { limit: 0 }, 'limit'],
])('an offset %s is refused', async (_name, change, attr) => {
  const { status, body } = await server.request('POST', path(), { ...asked, offset: 2, ...change })
  expect([status, body.attr]).toEqual([400, attr])
})

test('an offset in a list of people leaves out the people before it', async () => {
  const address = `/api/projects/${project.id}/persons/trends/`
  const peopleFrom = async (offset: number) => {
    const { body } = await server.request('POST', address, { ...asked, day: '2026-11-20', offset })
    return body.results[0].people.map(({ id }: { id: string }) => id)
  }
  const all = await peopleFrom(0)
  expect(all.length).toBeGreaterThan(1)
  expect(await peopleFrom(1)).toEqual(all.slice(1))
  expect(await peopleFrom(all.length)).toEqual([])
})
