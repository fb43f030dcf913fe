import { expect, test } from 'vitest'
import { PersonDeletion } from '../../src/contract/person.ts'
import { type TestProject, useApp } from '../fixtures/use-app.ts'

const server = useApp()
const api = (project: TestProject, path: string) => `/api/projects/${project.id}/${path}`

async function read(project: TestProject, path: string) {
  const { status, body } = await server.request('GET', api(project, path))
  expect([status, body.detail]).toEqual([200, undefined])
  return body
}
async function erase(project: TestProject, id: string, query = '') {
  const { status, body } = await server.request('DELETE', api(project, `persons/${id}/${query}`))
  expect(status).toBe(200)
  return PersonDeletion.parse(body)
}
/** Returns the number of all events, and the number of their persons. */
async function counts(project: TestProject): Promise<number[]> {
  const { body } = await server.request('POST', api(project, 'insights/trend/'), {
    events: [{ id: null }, { id: null, math: 'dau', order: 1 }],
    date_from: '2026-11-01',
    interval: 'month',
  })
  return body.result.map(({ count }: { count: number }) => count)
}

/**
 * Makes a project in which Ada has two distinct ids and three events, and bob one distinct id and one
 * event.
 */
async function newProjectOfTwo() {
  const project = await server.newProject()
  await server.capture(
    [
      { event: 'a', distinct_id: 'anon-1', timestamp: '2026-11-19T10:00:00Z' },
      {
        event: '$identify',
        distinct_id: 'ada',
        timestamp: '2026-11-19T10:01:00Z',
        properties: { $anon_distinct_id: 'anon-1', $set: { plan: 'pro' } },
      },
      { event: 'b', distinct_id: 'ada', timestamp: '2026-11-19T10:02:00Z' },
      { event: 'c', distinct_id: 'bob', timestamp: '2026-11-19T10:03:00Z' },
    ],
    project.token,
  )
  const { results } = await read(project, 'persons/?distinct_id=ada')
  return { project, id: results[0].id as string }
}

test('a person is deleted with all events of all its distinct ids, and no other person', async () => {
  const [{ project, id }, other] = [await newProjectOfTwo(), await newProjectOfTwo()]
  expect(await counts(project)).toEqual([4, 2])
  expect(await erase(project, id, '?delete_events=true')).toEqual({
    deleted_events: 3,
    events_left: 0,
    distinct_ids_left: 0,
    cached_results_left: 0,
    samples_left: 0,
    is_rewritten: true,
  })
  expect(await counts(project)).toEqual([1, 1])
  expect((await read(project, 'events/')).results).toMatchObject([{ event: 'c', distinct_id: 'bob' }])
  for (const query of ['', '?search=pro', '?search=ada', '?distinct_id=anon-1']) {
    const { results } = await read(project, `persons/${query}`)
    expect(results.map(({ name }: { name: string }) => name)).toEqual(query === '' ? ['bob'] : [])
  }
  for (const method of ['GET', 'DELETE'])
    expect((await server.request(method, api(project, `persons/${id}/`))).status).toBe(404)
  expect(await counts(other.project)).toEqual([4, 2])
  expect(await read(other.project, `persons/${other.id}/`)).toMatchObject({ distinct_id_count: 2 })
})

test.each(['', '?delete_events=false'])(
  'events that are not deleted stay and count as those of one unlisted person: %j',
  async (query) => {
    const { project, id } = await newProjectOfTwo()
    expect(await erase(project, id, query)).toEqual({
      deleted_events: 0,
      events_left: 3,
      distinct_ids_left: 0,
      cached_results_left: 0,
      samples_left: 0,
      is_rewritten: true,
    })
    expect(await counts(project)).toEqual([4, 2])
    const { results } = await read(project, 'events/')
    expect(
      results.map(({ event, person }: { event: string; person: unknown }) => [event, person === null]),
    ).toEqual([
      ['c', false],
      ['b', true],
      ['$identify', true],
      ['a', true],
    ])
    expect((await read(project, 'persons/')).count).toBe(1)
  },
)

test.each(['true', 'false'])(
  'the same distinct id is a new person afterwards (delete_events=%s)',
  async (deleteEvents) => {
    const { project, id } = await newProjectOfTwo()
    await erase(project, id, `?delete_events=${deleteEvents}`)
    const before = await counts(project)
    await server.capture(
      [
        {
          event: 'd',
          distinct_id: 'ada',
          timestamp: '2026-11-20T10:00:00Z',
          properties: { $set: { seats: 4711 } },
        },
      ],
      project.token,
    )
    const { count, results } = await read(project, 'persons/?distinct_id=ada')
    expect(count).toBe(1)
    expect(results[0]).toMatchObject({
      distinct_ids: ['ada'],
      is_identified: false,
      properties: { seats: 4711 },
      created_at: '2026-11-20T10:00:00.000Z',
    })
    const detail = await read(project, `persons/${results[0].id}/`)
    expect(detail.events.map(({ event }: { event: string }) => event)).toEqual(['d'])
    expect(await counts(project)).toEqual(before.map((one) => one + 1))
    expect((await read(project, 'persons/?search=4711')).count).toBe(1)
  },
)

test('a deletion with an invalid delete_events is refused', async () => {
  const { project, id } = await newProjectOfTwo()
  for (const value of ['yes', '1']) {
    const answer = await server.request('DELETE', api(project, `persons/${id}/?delete_events=${value}`))
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_choice', attr: 'delete_events' } })
  }
  expect(await counts(project)).toEqual([4, 2])
  expect((await read(project, 'persons/')).count).toBe(2)
})
