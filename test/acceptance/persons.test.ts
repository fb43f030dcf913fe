import { describe, expect, test } from 'vitest'
import { PersonDetail, PersonPageBody } from '../../src/contract/person.ts'
import { type TestProject, useApp } from '../fixtures/use-app.ts'

const server = useApp()
const personsOf = (project: TestProject) => `/api/projects/${project.id}/persons/`

async function list(project: TestProject, parameters: Record<string, unknown> = {}) {
  const query = Object.entries(parameters).map(
    ([key, value]) =>
      `${key}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
  )
  const { status, body } = await server.request('GET', `${personsOf(project)}?${query.join('&')}`)
  expect([status, body.detail]).toEqual([200, undefined])
  PersonPageBody.parse(body)
  return body
}
const idsIn = (body: { results: { distinct_ids: string[] }[] }) =>
  body.results.map((person) => person.distinct_ids[0])

/** Returns the text of a response, for tests in which the digits of a number matter. */
async function textOf(path: string): Promise<string> {
  const { body: keys } = await server.request('POST', '/api/personal_api_keys/', {
    label: 'text',
    scopes: ['*'],
  })
  const answer = await server.app.server.inject({
    url: path,
    headers: { authorization: `Bearer ${keys.value}` },
  })
  return answer.body
}
const pathOf = (url: string) => new URL(url).pathname + new URL(url).search

describe('a person', () => {
  test('is listed with name, properties and time of creation', async () => {
    const project = await server.newProject()
    await server.capture(
      [
        {
          event: 'signed up',
          distinct_id: 'ada',
          timestamp: '2026-11-19T10:00:00Z',
          properties: { $set: { email: 'ada@example.com', seats: 5 } },
        },
      ],
      project.token,
    )
    const body = await list(project)
    const id = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect(body).toEqual({
      count: 1,
      next: null,
      previous: null,
      results: [
        {
          id,
          uuid: body.results[0].id,
          name: 'ada@example.com',
          distinct_ids: ['ada'],
          properties: { email: 'ada@example.com', seats: 5 },
          created_at: '2026-11-19T10:00:00.000Z',
          is_identified: false,
        },
      ],
    })
  })

  test('of two distinct ids is listed once, its own id first', async () => {
    const project = await server.newProject()
    await server.capture(
      [
        { event: '$pageview', distinct_id: 'anon-1', timestamp: '2026-11-19T10:00:00Z' },
        {
          event: '$identify',
          distinct_id: 'ada',
          timestamp: '2026-11-19T10:01:00Z',
          properties: { $anon_distinct_id: 'anon-1', $set: { name: 'Ada' } },
        },
      ],
      project.token,
    )
    expect(await list(project)).toMatchObject({
      count: 1,
      results: [
        {
          name: 'Ada',
          distinct_ids: ['ada', 'anon-1'],
          is_identified: true,
          created_at: '2026-11-19T10:00:00.000Z',
        },
      ],
    })
  })

  test('does not follow from an event without a person profile', async () => {
    const project = await server.newProject()
    await server.capture(
      [{ event: '$pageview', distinct_id: 'x', properties: { $process_person_profile: false } }],
      project.token,
    )
    expect(await list(project)).toMatchObject({ count: 0, results: [] })
  })

  test('keeps every digit and every name', async () => {
    const project = await server.newProject()
    const event = `{"event": "a", "distinct_id": "ada", "properties": {"$set": {"account": 12345678901234567890, "__proto__": {"a": 1}, "text": "\\ud800\\u0000"}}}`
    await server.request('POST', '/batch/', `{"api_key": "${project.token}", "batch": [${event}]}`, null)
    const text = await textOf(personsOf(project))
    expect(text).toContain('"account":12345678901234567890')
    expect(text).toContain('"__proto__":{"a":1}')
    const [{ id }] = JSON.parse(text).results
    expect(await textOf(`${personsOf(project)}${id}/`)).toContain('"account":12345678901234567890')
  })
})

describe('pages', () => {
  test('of 100 over 250 persons, newest first, leave none out and repeat none', async () => {
    const project = await server.newProject()
    // Five persons share each second. Of these, the person with the later number counts as newer.
    const events = Array.from({ length: 250 }, (_, i) => ({
      event: 'a',
      distinct_id: `person ${i}`,
      timestamp: new Date(Date.parse('2026-11-19T10:00:00Z') + Math.floor(i / 5) * 1_000).toISOString(),
      properties: { $set: { kind: 'many' } },
    }))
    await server.capture(events, project.token)
    const newestFirst = events.map((event) => event.distinct_id).reverse()
    for (const filter of ['', '&search=MANY']) {
      const pages: string[][] = []
      for (let path: string | null = `${personsOf(project)}?limit=100${filter}`; path !== null; ) {
        const { body } = await server.request('GET', path)
        expect(body.count).toBe(250)
        pages.push(idsIn(body) as string[])
        path = body.next && pathOf(body.next)
      }
      expect(pages.map((page) => page.length)).toEqual([100, 100, 50])
      expect(pages.flat()).toEqual(newestFirst)
    }
    expect(idsIn(await list(project))).toEqual(newestFirst.slice(0, 100))
    expect(idsIn(await list(project, { limit: 5_000 }))).toHaveLength(250)
    const beyond = { count: 250, next: null, results: [] }
    expect(await list(project, { offset: 300 })).toMatchObject(beyond)
    expect(await list(project, { offset: 300, search: 'many' })).toMatchObject(beyond)
  })
})

describe('one person', () => {
  test('has all its distinct ids and the events of all of them', async () => {
    const project = await server.newProject()
    await server.capture(
      [
        { event: 'first', distinct_id: 'anon-1', timestamp: '2026-11-19T10:00:00Z' },
        {
          event: '$identify',
          distinct_id: 'ada',
          timestamp: '2026-11-19T10:01:00Z',
          properties: { $anon_distinct_id: 'anon-1' },
        },
        ...Array.from({ length: 25 }, (_, i) => ({
          event: `later ${i}`,
          distinct_id: 'ada',
          timestamp: new Date(Date.parse('2026-11-19T11:00:00Z') + i).toISOString(),
        })),
        { event: 'another', distinct_id: 'bob', timestamp: '2026-11-19T12:00:00Z' },
      ],
      project.token,
    )
    const [{ id }] = (await list(project, { distinct_id: 'anon-1' })).results
    const { status, body } = await server.request('GET', `${personsOf(project)}${id}/`)
    expect(status).toBe(200)
    PersonDetail.parse(body)
    expect(body).toMatchObject({ id, distinct_ids: ['ada', 'anon-1'], distinct_id_count: 2, name: 'ada' })
    expect(body.events.map(({ event }: { event: string }) => event)).toEqual(
      Array.from({ length: 20 }, (_, i) => `later ${24 - i}`),
    )
    expect(body.events_url).toMatch(/^http:\/\/localhost/)
    const { body: all } = await server.request('GET', pathOf(body.events_url))
    expect(all.results).toHaveLength(27)
    expect(all.results.at(-1)).toMatchObject({ event: 'first', distinct_id: 'anon-1' })
  })

  test.each(['1', 'ada', '00000000-0000-4000-8000-000000000000', '%00', "'"])(
    '%s is not found',
    async (id) => {
      const project = await server.newProject()
      await server.capture([{ event: 'a', distinct_id: 'ada' }], project.token)
      for (const method of ['GET', 'DELETE'])
        expect(await server.request(method, `${personsOf(project)}${id}/`)).toMatchObject({
          status: 404,
          body: { code: 'not_found', detail: 'Not found.' },
        })
    },
  )
})

test('a project has no persons of another, even if their ids are the same', async () => {
  const [a, b] = [await server.newProject(), await server.newProject()]
  for (const [project, plan] of [
    [a, 'pro'],
    [b, 'free'],
  ] as const)
    await server.capture(
      [{ event: plan, distinct_id: 'ada', properties: { $set: { plan, email: 'ada@example.com' } } }],
      project.token,
    )
  await server.capture([{ event: 'x', distinct_id: 'only b' }], b.token)
  const of = async (project: TestProject, parameters: Record<string, unknown>) =>
    (await list(project, parameters)).results.map((person: { properties: object }) => person.properties)
  const [inA, inB] = ['pro', 'free'].map((plan) => ({ plan, email: 'ada@example.com' }))
  for (const parameters of [
    { search: 'ada' },
    { distinct_id: 'ada' },
    { email: 'ada@example.com' },
    {
      properties: {
        type: 'OR',
        values: [
          { key: 'plan', operator: 'is_set' },
          { key: 'email', operator: 'is_set' },
        ],
      },
    },
  ]) {
    expect(await of(a, parameters)).toEqual([inA])
    expect(await of(b, parameters)).toEqual([inB])
  }
  expect((await list(a)).count).toBe(1)
  expect((await list(b)).count).toBe(2)
  expect((await list(a, { distinct_id: 'only b' })).count).toBe(0)
  const [{ id: foreign }] = (await list(b, { distinct_id: 'ada' })).results
  expect((await list(a, { search: foreign })).count).toBe(0)
  for (const method of ['GET', 'DELETE'])
    expect((await server.request(method, `${personsOf(a)}${foreign}/`)).status).toBe(404)
  expect((await list(b)).count).toBe(2)
})

test('keys need the scopes of persons', async () => {
  const project = await server.newProject()
  await server.capture([{ event: 'a', distinct_id: 'ada' }], project.token)
  const [{ id }] = (await list(project)).results
  const reader = await server.newKey(['person:read'])
  const other = await server.newKey(['insight:write', 'query:read', 'group:write'])
  const path = `${personsOf(project)}${id}/`
  expect((await server.request('GET', path, undefined, reader)).status).toBe(200)
  expect((await server.request('DELETE', path, undefined, reader)).status).toBe(403)
  for (const [method, asked] of [
    ['GET', personsOf(project)],
    ['GET', path],
    ['DELETE', path],
  ] as const)
    expect((await server.request(method, asked, undefined, other)).status).toBe(403)
})
