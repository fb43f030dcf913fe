import { beforeAll, describe, expect, test } from 'vitest'
import { EventBody, EventPageBody } from '../../src/contract/event.ts'
import { type TestProject, useApp } from '../fixtures/use-app.ts'
import { HOSTILE_TEXTS } from '../security/hostile-texts.ts'

const server = useApp()
const eventsOf = (project: TestProject) => `/api/projects/${project.id}/events/`

async function list(project: TestProject, parameters: Record<string, string> = {}) {
  const { status, body } = await server.request(
    'GET',
    `${eventsOf(project)}?${new URLSearchParams(parameters)}`,
  )
  expect([status, body.detail]).toEqual([200, undefined])
  EventPageBody.parse(body)
  return body
}
const namesIn = (body: { results: { event: string }[] }) => body.results.map(({ event }) => event)

test('an event is shown as it was sent, with its person of today', async () => {
  const project = await server.newProject()
  const uuid = '0190a1b2-c3d4-7000-8000-00000000000a'
  const properties = { plan: 'pro', nothing: null, one: 1.5, $elements_chain: 'button:text="Buy"' }
  await server.capture(
    [
      {
        event: 'paid',
        distinct_id: 'ada',
        uuid,
        timestamp: '2026-11-19T10:00:00.123Z',
        properties,
      },
      {
        event: 'later',
        distinct_id: 'ada',
        timestamp: '2026-11-19T11:00:00Z',
        properties: { $set: { name: 'Ada' } },
      },
    ],
    project.token,
  )
  const expected = {
    id: uuid,
    distinct_id: 'ada',
    properties,
    event: 'paid',
    timestamp: '2026-11-19T10:00:00.123Z',
    person: { is_identified: false, distinct_ids: ['ada'], properties: { name: 'Ada' } },
    elements: [],
    elements_chain: 'button:text="Buy"',
  }
  const body = await list(project, { event: 'paid' })
  expect(body).toEqual({ next: null, results: [expected] })
  for (const id of [uuid, uuid.toUpperCase()]) {
    const { body: one } = await server.request('GET', `${eventsOf(project)}${id}/`)
    expect(EventBody.parse(one)).toEqual(expected)
  }
})

test('an event without a person profile has no person, and a merged person has all its ids', async () => {
  const project = await server.newProject()
  await server.capture(
    [
      {
        event: 'nobody',
        distinct_id: 'x',
        timestamp: '2026-11-19T10:00:00Z',
        properties: { $process_person_profile: false },
      },
      { event: 'anonymous', distinct_id: 'anon-1', timestamp: '2026-11-19T10:01:00Z' },
      {
        event: '$identify',
        distinct_id: 'ada',
        timestamp: '2026-11-19T10:02:00Z',
        properties: { $anon_distinct_id: 'anon-1' },
      },
    ],
    project.token,
  )
  const { results } = await list(project)
  expect(results.map(({ person }: { person: unknown }) => person)).toEqual([
    { is_identified: true, distinct_ids: ['ada', 'anon-1'], properties: {} },
    { is_identified: true, distinct_ids: ['ada', 'anon-1'], properties: {} },
    null,
  ])
  expect(results[2].properties.$process_person_profile).toBe(false)
})

test('integers keep every digit', async () => {
  const project = await server.newProject()
  const event =
    '{"event": "a", "distinct_id": "ada", "properties": {"account": 12345678901234567890, "__proto__": 7}}'
  await server.request('POST', '/batch/', `{"api_key": "${project.token}", "batch": [${event}]}`, null)
  const key = await server.newKey(['query:read'])
  const { body: text } = await server.app.server.inject({
    url: eventsOf(project),
    headers: { authorization: `Bearer ${key}` },
  })
  expect(text).toContain('"account":12345678901234567890')
  expect(text).toContain('"__proto__":7')
})

describe('some events', () => {
  let project: TestProject
  let personId = ''
  beforeAll(async () => {
    project = await server.newProject('Shop', 'Europe/Berlin')
    await server.capture(
      [
        { event: 'a', distinct_id: 'anon-1', timestamp: '2026-11-17T10:00:00.000Z', properties: { n: 1 } },
        { event: 'b', distinct_id: 'anon-1', timestamp: '2026-11-18T10:00:00.001Z', properties: { n: 2 } },
        {
          event: '$identify',
          distinct_id: 'ada',
          timestamp: '2026-11-18T10:00:00.002Z',
          properties: { $anon_distinct_id: 'anon-1', n: 3 },
        },
        { event: 'c', distinct_id: 'ada', timestamp: '2026-11-19T10:00:00.000Z', properties: { n: 4 } },
        { event: 'a', distinct_id: 'bob', timestamp: '2026-11-20T10:00:00.000Z', properties: { n: 5 } },
        // A year ago, so only the last of the three spans finds it.
        { event: 'old', distinct_id: 'bob', timestamp: '2025-11-20T10:00:00.000Z', properties: { n: 0 } },
      ],
      project.token,
    )
    const { body } = await server.request('GET', `/api/projects/${project.id}/persons/?distinct_id=ada`)
    personId = body.results[0].id
  })

  test.each<[Record<string, string>, number[]]>([
    [{}, [5, 4, 3, 2, 1, 0]],
    [{ event: 'a' }, [5, 1]],
    [{ event: 'A' }, []],
    [{ distinct_id: 'anon-1' }, [2, 1]],
    [{ distinct_id: 'ada' }, [4, 3]],
    [{ person_id: 'ADA' }, [4, 3, 2, 1]],
    [{ person_id: 'ADA', event: 'a' }, [1]],
    [{ person_id: '00000000-0000-4000-8000-000000000000' }, []],
    [{ properties: '[{"key": "n", "value": 3, "operator": "gte"}]' }, [5, 4, 3]],
    [{ after: '2026-11-18T10:00:00.002Z' }, [5, 4, 3]],
    [{ before: '2026-11-18T10:00:00.002Z' }, [2, 1, 0]],
    [{ after: '2026-11-18T10:00:00.001Z', before: '2026-11-19T10:00:00.000Z' }, [3, 2]],
    // These times are finer than a millisecond, or have an offset, or have none. Times without an offset
    // are in the project's time zone, an hour ahead of UTC.
    [{ after: '2026-11-18T10:00:00.001001Z' }, [5, 4, 3]],
    [{ before: '2026-11-18T10:00:00.001999+0000' }, [2, 1, 0]],
    [{ after: '2026-11-18T11:00:00.002+01:00' }, [5, 4, 3]],
    [{ after: '2026-11-18T11:00:00.002' }, [5, 4, 3]],
    [{ after: '2026-11-19' }, [5, 4]],
    [{ before: '1960-01-01', after: '' }, []],
    [{ after: '2026-11-20', before: '', event: '', person_id: '', distinct_id: '', cursor: '' }, [5]],
    [{ after: '2026-11-20', before: '2026-11-19' }, []],
    [{ limit: '2' }, [5, 4]],
    [{ limit: '2', offset: '4' }, [1, 0]],
    [{ offset: '6' }, []],
  ])('%j', async (parameters, expected) => {
    const asked = parameters.person_id === 'ADA' ? { ...parameters, person_id: personId } : parameters
    const { results } = await list(project, asked)
    expect(results.map(({ properties }: { properties: { n: number } }) => properties.n)).toEqual(expected)
  })

  test.each<[string, string, Record<string, string>]>([
    ['after', 'invalid_input', { after: 'yesterday' }],
    ['before', 'invalid_input', { before: '2026-13-01' }],
    ['person_id', 'invalid_input', { person_id: 'ada' }],
    ['cursor', 'invalid_input', { cursor: 'x' }],
    ['cursor', 'invalid_input', { cursor: Buffer.from("1:' OR 1=1").toString('base64url') }],
    ['limit', 'min_value', { limit: '0' }],
    ['offset', 'min_value', { offset: '-1' }],
    ['properties', 'invalid_input', { properties: '{' }],
    ['format', 'invalid_choice', { format: 'xml' }],
  ])('%s is refused, %s: %j', async (attr, code, parameters) => {
    const answer = await server.request('GET', `${eventsOf(project)}?${new URLSearchParams(parameters)}`)
    expect(answer).toMatchObject({ status: 400, body: { type: 'validation_error', code, attr } })
  })
})

test('hostile texts are found as text', async () => {
  const project = await server.newProject()
  const events = HOSTILE_TEXTS.map((text) => ({
    event: `e ${text}`,
    distinct_id: `id ${text}`,
    properties: { text },
  }))
  await server.capture(events, project.token)
  for (const sent of events) {
    const filters = JSON.stringify([{ key: 'text', value: sent.properties.text }])
    for (const parameters of [
      { event: sent.event },
      { distinct_id: sent.distinct_id },
      { properties: filters },
    ]) {
      const { results } = await list(project, parameters)
      expect([parameters, results.length]).toEqual([parameters, 1])
      expect(results[0]).toMatchObject(sent)
    }
    const answer = await server.request(
      'GET',
      `${eventsOf(project)}?cursor=${encodeURIComponent(sent.event)}`,
    )
    expect(answer).toMatchObject({ status: 400, body: { attr: 'cursor' } })
  }
})

test('a project has no events and persons of another', async () => {
  const [a, b] = [await server.newProject(), await server.newProject()]
  const uuid = '0190a1b2-c3d4-7000-8000-00000000000b'
  await server.capture([{ event: 'in a', distinct_id: 'ada' }], a.token)
  await server.capture(
    [{ event: 'in b', distinct_id: 'ada', uuid, properties: { $set: { plan: 'secret' } } }],
    b.token,
  )
  const { body: people } = await server.request('GET', `/api/projects/${b.id}/persons/`)
  expect(namesIn(await list(a))).toEqual(['in a'])
  expect(namesIn(await list(a, { distinct_id: 'ada' }))).toEqual(['in a'])
  expect(namesIn(await list(a, { person_id: people.results[0].id }))).toEqual([])
  expect(
    namesIn(
      await list(a, {
        properties: JSON.stringify({
          type: 'OR',
          values: [
            { key: 'x', operator: 'is_not_set' },
            { key: 'x', operator: 'is_set' },
          ],
        }),
      }),
    ),
  ).toEqual(['in a'])
  expect((await list(a)).results[0].person.properties).toEqual({})
  const notFound = { status: 404, body: { code: 'not_found', detail: 'Not found.' } }
  for (const id of [uuid, 'ada', '1', '00000000-0000-4000-8000-000000000000'])
    expect(await server.request('GET', `${eventsOf(a)}${id}/`)).toMatchObject(notFound)
  expect((await server.request('GET', `${eventsOf(b)}${uuid}/`)).status).toBe(200)
})

test('keys need the scope of queries', async () => {
  const reader = await server.newKey(['query:read'])
  const other = await server.newKey(['insight:write', 'person:write'])
  for (const method of ['GET', 'HEAD'])
    expect((await server.request(method, '/api/environments/1/events', undefined, reader)).status).toBe(200)
  expect((await server.request('GET', '/api/projects/1/events/', undefined, other)).status).toBe(403)
})
