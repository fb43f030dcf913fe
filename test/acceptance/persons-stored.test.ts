import { beforeAll, describe, expect, test } from 'vitest'
import { createPersonStore, type PersonStore } from '../../src/metadata/people/person-store.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
let store: PersonStore
let project = 0
let other = 0

/** Inserts a person whose root is the first of these distinct ids. Numbers count up from `first`. */
async function insert(projectId: number, first: number, distinctIds: readonly string[], createdAt: string) {
  const { metadata } = server.app
  await metadata
    .insertInto('person')
    .values({
      project_id: projectId,
      number: first,
      uuid: uuidOf(projectId, first),
      created_at: createdAt,
      is_identified: 1,
      registers: JSON.stringify({
        project: { set: { at: 1, value: projectId } },
        gone: { set: { at: 1 } },
      }),
      version: 1,
    })
    .execute()
  const ids = distinctIds.map((distinct_id, i) => ({
    project_id: projectId,
    distinct_id,
    number: first + i,
    person: first,
    profile_us: 1,
    registers: null,
    version: 0,
  }))
  for (let i = 0; i < ids.length; i += 500)
    await metadata
      .insertInto('person_distinct_id')
      .values(ids.slice(i, i + 500))
      .execute()
}
const uuidOf = (projectId: number, number: number) =>
  `0000${String(projectId).padStart(4, '0')}-0000-8000-8000-${String(number).padStart(12, '0')}`
const named = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name} ${i}`)

beforeAll(async () => {
  store = createPersonStore(server.app.metadata)
  project = (await server.newProject()).id
  other = (await server.newProject()).id
  await insert(project, 10, ['ada', ...named('ada', 11)], '2026-11-19T10:00:00.000Z')
  await insert(project, 100, ['bob'], '2026-11-19T10:00:00.000Z')
  await insert(project, 1_000, named('cid', 1_005), '2026-11-18T10:00:00.000Z')
  await insert(other, 10, ['ada'], '2026-11-20T10:00:00.000Z')
  // The root of this person is not its oldest id.
  await insert(other, 21, ['root'], '2026-11-20T10:00:00.000Z')
  await server.app.metadata
    .insertInto('person_distinct_id')
    .values({ project_id: other, distinct_id: 'older', number: 20, person: 21, profile_us: null, version: 2 })
    .execute()
})

describe('the store', () => {
  test('lists by creation, then by number, newest first', async () => {
    const list = async (projectId: number, offset: number) => {
      const range = { side: 'after', position: null } as const
      const { count, positions } = await store.list(projectId, { range, limit: 2, offset })
      return { count, numbers: positions.map(({ number }) => number) }
    }
    const { count, numbers } = await list(project, 0)
    expect([count, numbers]).toEqual([3, [100, 10]])
    expect((await store.byNumbers(project, numbers)).get(100)).toEqual({
      number: 100,
      uuid: uuidOf(project, 100),
      createdAt: '2026-11-19T10:00:00.000Z',
      isIdentified: true,
      properties: { project },
    })
    expect((await list(project, 2)).numbers).toEqual([1_000])
    expect(await list(other, 2)).toEqual({ count: 2, numbers: [] })
  })

  test('finds by id and by distinct id within the project', async () => {
    for (const [projectId, distinctId, number] of [
      [project, 'ada', 10],
      [project, 'ada 10', 10],
      [other, 'older', 21],
      [other, 'bob', null],
      [project, 'nobody', null],
    ] as const)
      expect((await store.byDistinctId(projectId, distinctId))?.number ?? null).toBe(number)
    expect((await store.byUuid(other, uuidOf(other, 10)))?.properties).toEqual({ project: other })
    expect(await store.byUuid(other, uuidOf(project, 10))).toBeNull()
  })

  test('finds by the numbers that events carry', async () => {
    const found = await store.byNumbers(project, [10, 15, 100, 2_004, 50, 99_999])
    expect([...found.keys()].sort((a, b) => a - b)).toEqual([10, 15, 100, 2_004])
    expect([10, 15, 100, 2_004].map((number) => found.get(number)?.number)).toEqual([10, 10, 100, 1_000])
    expect((await store.byNumbers(project, [])).size).toBe(0)
    // More numbers than one statement takes.
    const many = Array.from({ length: 40_000 }, (_, i) => i)
    expect((await store.byNumbers(project, many)).size).toBe(12 + 1 + 1_005)
  })

  test("gives a person's distinct ids, the root's own first", async () => {
    const ids = await store.distinctIds(project, [10, 100], 3)
    expect([...ids]).toEqual([
      [10, ['ada', 'ada 0', 'ada 1']],
      [100, ['bob']],
    ])
    expect([...(await store.distinctIds(other, [21, 100], 3))]).toEqual([
      [21, ['root', 'older']],
      [100, []],
    ])
    expect((await store.numbersOf(other, 21)).sort()).toEqual([20, 21])
    expect(await store.numbersOf(other, 100)).toEqual([])
  })
})

test('a list shows ten distinct ids of each person, the detail a thousand and their number', async () => {
  const path = `/api/projects/${project}/persons/`
  const { body } = await server.request('GET', path)
  const shown = body.results.map((person: { distinct_ids: string[] }) => person.distinct_ids.length)
  expect(shown).toEqual([1, 10, 10])
  expect(body.results[1].distinct_ids[0]).toBe('ada')
  const { body: one } = await server.request('GET', `${path}${uuidOf(project, 1_000)}/`)
  expect(one).toMatchObject({ distinct_id_count: 1_005, events: [] })
  expect(one.distinct_ids).toEqual(named('cid', 1_000))
})
