import { expect, test } from 'vitest'
import { shownPage } from '../../src/listings/persons.ts'
import { createPersonStore } from '../../src/metadata/people/person-store.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const idsIn = (body: { results: { distinct_ids: string[] }[] }) =>
  body.results.map((person) => person.distinct_ids[0])
const pathOf = (url: string) => new URL(url).pathname + new URL(url).search

const PEOPLE = 24
const minute = (i: number) => new Date(Date.UTC(2026, 10, 19, 10, i)).toISOString()
const visitOf = (id: string, i: number) => ({
  ...{ event: 'a', distinct_id: id, timestamp: minute(i) },
  properties: { $set: { kind: 'many' } },
})
const ids = Array.from({ length: PEOPLE }, (_, i) => `p${i}`)
const KIND = { type: 'person', key: 'kind', value: 'many', operator: 'exact' }

/** Makes new people. Returns the addresses of these people in each list that has pages. */
async function newPeople() {
  const { id, token } = await server.newProject()
  await server.capture(ids.map(visitOf), token)
  const cohort = await server.request('POST', `/api/projects/${id}/cohorts/`, {
    name: 'Many',
    filters: { properties: { type: 'AND', values: [KIND] } },
  })
  const path = `/api/projects/${id}/`
  const lists = ['persons/?', 'persons/?search=many&', `cohorts/${cohort.body.id}/persons/?`]
  return { token, lists: lists.map((one) => `${path}${one}limit=5`) }
}
type Row = { id: string; distinct_ids: string[] }
async function walk(first: string, between: (page: Row[]) => Promise<unknown>) {
  const rows: Row[] = []
  for (let path: string | null = first; path !== null; ) {
    const { status, body } = await server.request('GET', path)
    expect([status, body.detail]).toEqual([200, undefined])
    rows.push(...body.results)
    path = body.next && pathOf(body.next)
    if (path !== null) await between(body.results)
  }
  return rows
}

test.each([0, 1, 2])(
  'pages of list %i lose nobody and repeat nobody while persons merge and arrive',
  async (at) => {
    const { token, lists } = await newPeople()
    let round = 0
    const rows = await walk(lists[at] ?? '', async ([one, other]) => {
      round += 1
      const properties = { $anon_distinct_id: other?.distinct_ids[0] }
      await server.capture(
        [
          {
            event: '$identify',
            distinct_id: one?.distinct_ids[0],
            timestamp: minute(60 + round),
            properties,
          },
          visitOf(`new ${round}`, 90 + round),
        ],
        token,
      )
    })
    expect(rows.flatMap((row) => row.distinct_ids).sort()).toEqual([...ids].sort())
    expect(new Set(rows.map((row) => row.id)).size).toBe(PEOPLE)
  },
)

test.each([0, 1, 2])(
  'pages of list %i give the ids of a person that merges with one further down',
  async (at) => {
    const { token, lists } = await newPeople()
    let isMerged = false
    const rows = await walk(lists[at] ?? '', async ([one]) => {
      const properties = { $anon_distinct_id: 'p3' }
      const merge = {
        event: '$identify',
        distinct_id: one?.distinct_ids[0],
        timestamp: minute(60),
        properties,
      }
      if (!isMerged) await server.capture([merge], token)
      isMerged = true
    })
    expect([...new Set(rows.flatMap((row) => row.distinct_ids))].sort()).toEqual([...ids].sort())
  },
)

test.each([0, 1, 2])(
  'pages of list %i lead to the end and back, also from an offset and from past the end',
  async (at) => {
    const { lists } = await newPeople()
    const first = lists[at] ?? ''
    const get = async (path: string) => (await server.request('GET', path)).body
    const pages = [await get(first)]
    for (let page = pages[0]; page.next !== null; pages.push(page)) page = await get(pathOf(page.next))
    const shown = pages.map((page) => idsIn(page))
    expect(shown.map((page) => page.length)).toEqual([5, 5, 5, 5, 4])
    const back = [pages[4]]
    for (let page = pages[4]; page.previous !== null; back.push(page)) page = await get(pathOf(page.previous))
    expect(back.map((page) => idsIn(page))).toEqual([...shown].reverse())
    expect(idsIn(await get(pathOf(back[4].next)))).toEqual(shown[1])

    const middle = await get(`${first}&offset=7`)
    expect(idsIn(middle)).toEqual([...ids].reverse().slice(7, 12))
    expect(idsIn(await get(pathOf(middle.next)))).toEqual([...ids].reverse().slice(12, 17))
    expect(idsIn(await get(pathOf(middle.previous)))).toEqual([...ids].reverse().slice(2, 7))
    const past = await get(`${first}&offset=50`)
    expect([past.count, past.results, past.next]).toEqual([PEOPLE, [], null])
    expect(idsIn(await get(pathOf(past.previous)))).toEqual(['p4', 'p3', 'p2', 'p1', 'p0'])

    const { status } = await server.request('GET', `${first}&cursor=x`)
    const both = await server.request('GET', `${pathOf(pages[0].next)}&offset=3`)
    expect([status, both.status, both.body.attr]).toEqual([404, 400, 'offset'])
  },
)

/** Persons are read 250 at a time, so that this page has two parts. */
const IN_TWO_PARTS = 300

test.each([
  ['into one of the second part', 'p10', 'p290'],
  ['into one of the first part', 'p290', 'p10'],
])('a person that merges %s between the two appears once', async (_, kept, merged) => {
  const { id, token } = await server.newProject()
  const all = Array.from({ length: IN_TWO_PARTS }, (_, i) => `p${i}`)
  await server.capture(all.map(visitOf), token)
  const store = createPersonStore(server.app.metadata)
  const merge = {
    ...{ event: '$identify', distinct_id: kept, timestamp: minute(400) },
    properties: { $anon_distinct_id: merged },
  }
  let reads = 0
  const persons: typeof store = {
    ...store,
    async byNumbers(...asked) {
      const found = await store.byNumbers(...asked)
      reads += 1
      if (reads === 1) await server.capture([merge], token)
      return found
    },
  }
  const part = { range: { side: 'after', position: null }, offset: 0, limit: IN_TWO_PARTS } as const
  const page = await shownPage({ persons }, id, part, await store.list(id, part))
  expect(reads).toBe(2)
  expect(page.persons.flatMap(({ distinctIds }) => distinctIds).sort()).toEqual(all.toSorted())
  const one = page.persons.filter(({ distinctIds }) => distinctIds.includes(kept))
  expect(one.map(({ distinctIds }) => distinctIds)).toEqual([[kept, merged]])
  expect(page.persons.length).toBe(IN_TWO_PARTS - 1)
})
