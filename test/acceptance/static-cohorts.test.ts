import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const COHORTS = '/api/environments/1/cohorts/'
const UNKNOWN_UUID = '00000000-0000-4000-8000-000000000000'

const visit = (distinctId: string, properties: object = {}) => ({
  event: 'visit',
  distinct_id: distinctId,
  timestamp: new Date(server.nowMs).toISOString(),
  properties,
})
const identify = (distinctId: string, anonymousId: string) => ({
  event: '$identify',
  distinct_id: distinctId,
  properties: { $anon_distinct_id: anonymousId },
})

beforeAll(async () => {
  await server.capture(['ada', 'bob', 'cid', 'dan', 'eve'].map((id) => visit(id)))
  await server.capture([visit('nobody', { $process_person_profile: false })])
})

const create = async (name: string, more: object = {}) =>
  (await server.request('POST', COHORTS, { name, is_static: true, ...more })).body
const add = (id: number, body: object) =>
  server.request('PATCH', `${COHORTS}${id}/add_persons_to_static_cohort/`, body)
const remove = (id: number, personId: unknown) =>
  server.request('PATCH', `${COHORTS}${id}/remove_person_from_static_cohort/`, { person_id: personId })
async function membersOf(id: number): Promise<string[]> {
  const { body } = await server.request('GET', `${COHORTS}${id}/persons/`)
  expect((await server.request('GET', `${COHORTS}${id}/`)).body.count).toBe(body.count)
  return body.results.map((one: { distinct_ids: string[] }) => one.distinct_ids.join(' ')).sort()
}
const uuidOf = async (distinctId: string) =>
  (await server.request('GET', `/api/projects/1/persons/?distinct_id=${distinctId}`)).body.results[0].uuid
async function upload(method: 'POST' | 'PATCH', path: string, type: string, payload: string) {
  const response = await server.app.server.inject({
    method,
    url: path,
    headers: { authorization: 'Bearer phx_test_0123456789abcdef', 'content-type': type },
    payload,
  })
  return { status: response.statusCode, body: JSON.parse(response.body) }
}
const BOUNDARY = '------------------------d74496d66958873e'
const FORM = `multipart/form-data; boundary=${BOUNDARY}`
const formOf = (csv: string, fields: Record<string, string> = {}) =>
  [
    ...Object.entries(fields).map(
      ([name, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}`,
    ),
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="csv"; filename="people.csv"\r\ncontent-type: text/csv\r\n\r\n${csv}`,
    `--${BOUNDARY}--\r\n`,
  ].join('\r\n')

test('persons are added by distinct id and by uuid, and unknown ones are named', async () => {
  const { id, count, is_static: isStatic } = await create('Added')
  expect([count, isStatic]).toEqual([0, true])
  const byId = await add(id, { distinct_ids: ['ada', 'ada', 'bob', 'unknown-1', 'nobody'] })
  expect([byId.status, byId.body]).toMatchObject([
    200,
    { count: 2, added: { known: 2, unknown_count: 2, unknown: ['unknown-1', 'nobody'] } },
  ])
  const uuid: string = await uuidOf('cid')
  const byUuid = await add(id, { person_ids: [uuid.toUpperCase(), UNKNOWN_UUID] })
  expect(byUuid.body).toMatchObject({
    count: 3,
    added: { known: 1, unknown_count: 1, unknown: [UNKNOWN_UUID] },
  })
  expect(await membersOf(id)).toEqual(['ada', 'bob', 'cid'])
})

test('a person is removed, and can be added again', async () => {
  const { id } = await create('Removed')
  await add(id, { distinct_ids: ['ada', 'bob'] })
  const uuid = await uuidOf('ada')
  expect((await remove(id, uuid)).body.count).toBe(1)
  expect(await membersOf(id)).toEqual(['bob'])
  expect((await remove(id, uuid)).body.count).toBe(1)
  expect((await remove(id, UNKNOWN_UUID)).status).toBe(404)
  await add(id, { person_ids: [uuid] })
  expect(await membersOf(id)).toEqual(['ada', 'bob'])
})

test('a merge takes the member along, and two members become one', async () => {
  const { id } = await create('Merged')
  await server.capture([visit('anon-1'), visit('anon-2')])
  await add(id, { distinct_ids: ['anon-1', 'anon-2'] })
  await server.capture([identify('zoe', 'anon-1')])
  expect(await membersOf(id)).toEqual(['anon-2', 'zoe anon-1'])
  await server.capture([identify('zoe', 'anon-2')])
  expect(await membersOf(id)).toEqual(['zoe anon-1 anon-2'])
  expect((await remove(id, await uuidOf('zoe'))).body.count).toBe(0)
})

test('a deleted person is no member, and neither is the next person with the same id', async () => {
  const { id } = await create('Deleted')
  await server.capture([visit('fay')])
  await add(id, { distinct_ids: ['fay', 'ada'] })
  await server.request('DELETE', `/api/projects/1/persons/${await uuidOf('fay')}/`)
  expect(await membersOf(id)).toEqual(['ada'])
  await server.capture([visit('fay')])
  expect(await membersOf(id)).toEqual(['ada'])
})

test('a static cohort is a condition of another', async () => {
  const { id } = await create('Condition')
  await add(id, { distinct_ids: ['ada', 'bob'] })
  const done = {
    type: 'behavioral',
    key: 'visit',
    value: 'performed_event',
    time_value: 1,
    time_interval: 'day',
  }
  const out = { type: 'cohort', key: 'id', value: id, negation: true }
  const { body } = await server.request('POST', COHORTS, {
    name: 'Not in it',
    filters: { properties: { type: 'AND', values: [done, out] } },
  })
  const members = await membersOf(body.id)
  expect([members.includes('ada'), members.includes('cid'), members.includes('dan')]).toEqual([
    false,
    true,
    true,
  ])
})

test('members are still there after a restart', async () => {
  const { id } = await create('Kept')
  await add(id, { distinct_ids: ['dan'] })
  await server.restart()
  expect(await membersOf(id)).toEqual(['dan'])
})

test('a CSV file is uploaded in a form, as a body, and in JSON', async () => {
  const form = await upload(
    'POST',
    COHORTS,
    FORM,
    formOf('distinct_id,x\r\nada,1\r\nwho,2\r\n', { name: 'Form', is_static: 'true' }),
  )
  expect([form.status, form.body]).toMatchObject([
    201,
    { name: 'Form', is_static: true, count: 1, added: { known: 1, unknown_count: 1, unknown: ['who'] } },
  ])
  const path = `${COHORTS}${form.body.id}/`
  expect((await upload('PATCH', path, FORM, formOf('bob\n'))).body).toMatchObject({ name: 'Form', count: 2 })
  expect((await upload('PATCH', path, 'text/csv; charset=utf-8', 'cid\n')).body.count).toBe(3)
  expect((await server.request('PATCH', path, { csv: 'dan\n' })).body.count).toBe(4)
  expect(await membersOf(form.body.id)).toEqual(['ada', 'bob', 'cid', 'dan'])
  expect((await upload('POST', COHORTS, 'text/csv', 'eve\n')).body).toMatchObject({
    name: '',
    count: 1,
    is_static: true,
  })
})

test('a file may be larger than another body, up to a limit', async () => {
  const large = await upload('POST', COHORTS, 'text/csv', 'ada\n'.repeat(800_000))
  expect([large.status, large.body.added]).toEqual([201, { known: 1, unknown_count: 0, unknown: [] }])
  expect((await upload('POST', COHORTS, 'text/csv', 'ada\n'.repeat(4_200_000))).status).toBe(413)
})

test.each<[string, string, string, number, string | null]>([
  ['a form without an end', FORM, `--${BOUNDARY}\r\nbroken`, 400, null],
  ['a file without names', 'text/csv', '\n\n', 400, 'csv'],
  ['a file of unknown columns', FORM, formOf('a,b\n1,2\n'), 400, 'csv'],
  ['a flag that is none', FORM, formOf('ada\n', { is_static: 'maybe' }), 400, 'is_static'],
  ['another type', 'text/plain', 'ada', 415, null],
])('%s is refused', async (_name, type, payload, status, attr) => {
  const answer = await upload('POST', COHORTS, type, payload)
  expect([answer.status, answer.body.attr]).toEqual([status, attr])
})

test('persons cannot be added to a cohort with a definition, and a cohort stays static or not', async () => {
  const { body } = await server.request('POST', COHORTS, { name: 'Defined' })
  expect((await add(body.id, { distinct_ids: ['ada'] })).body).toMatchObject({
    code: 'invalid_input',
    attr: 'id',
  })
  const csv = await server.request('PATCH', `${COHORTS}${body.id}/`, { name: 'Renamed', csv: 'ada\n' })
  expect(csv.body).toMatchObject({ code: 'invalid_input', attr: 'csv' })
  expect((await server.request('GET', `${COHORTS}${body.id}/`)).body.name).toBe('Defined')
  const made = await server.request('PATCH', `${COHORTS}${body.id}/`, { is_static: true })
  expect(made.body).toMatchObject({ code: 'invalid_input', attr: 'is_static' })
  const { id } = await create('Static')
  expect((await add(id, {})).body).toMatchObject({ code: 'required', attr: 'distinct_ids' })
  expect((await add(id, { distinct_ids: 'ada' })).body).toMatchObject({
    code: 'invalid_input',
    attr: 'distinct_ids',
  })
})

test('a whole body can be sent back', async () => {
  const { id } = await create('Echo')
  const { body } = await server.request('GET', `${COHORTS}${id}/`)
  expect((await server.request('PUT', `${COHORTS}${id}/`, body)).body).toMatchObject({
    id,
    name: 'Echo',
    is_static: true,
  })
})

describe('a CSV file of this server', () => {
  const IDS = ['plain', '@handle', '=cmd', '+49 170 12345', 'blank ', "'quoted", 'a;b', 'a,b']
  test('comes back as a static cohort of the same persons, whichever list it is of', async () => {
    const { id: projectId, token } = await server.newProject()
    const events = IDS.map((id) => ({ ...visit(id), timestamp: '2026-11-19T10:00:00Z' }))
    await server.capture(events, token)
    const base = `/api/projects/${projectId}/`
    const file = async (method: 'GET' | 'POST', url: string, payload?: object) => {
      const headers = { authorization: 'Bearer phx_test_0123456789abcdef' }
      return (await server.app.server.inject({ method, url, headers, ...(payload && { payload }) })).body
    }
    const series = [{ kind: 'EventsNode', event: 'visit', math: 'dau' }]
    const range = { date_from: '2026-11-19', date_to: '2026-11-19' }
    const query = { kind: 'TrendsQuery', series, dateRange: range }
    const trend = await server.request('POST', `${base}query/`, { query })
    const rows = (asked: object) => file('POST', `${base}query/?format=csv`, { query: asked })
    const files = [
      await file('GET', `${trend.body.results[0].persons_urls[0].url}&format=csv`),
      await file('GET', `${base}persons/?format=csv`),
      await rows({ kind: 'HogQLQuery', query: 'select distinct distinct_id from events' }),
      await rows({ kind: 'HogQLQuery', query: 'select distinct person_id, 1 as x from events' }),
      await rows({ kind: 'ActorsQuery', select: ['id', 'created_at'] }),
      await rows({ kind: 'EventsQuery', select: ['event', 'distinct_id'], after: 'all' }),
    ]
    for (const csv of files) {
      const { status, body } = await upload('POST', `${base}cohorts/`, 'text/csv', csv)
      expect([status, body.count, body.added?.unknown], csv).toEqual([201, IDS.length, []])
    }
  })

  test('an id keeps what belongs to it, and loses what a file adds', async () => {
    await server.capture(['kept ', '@at', "'=own"].map((id) => visit(id)))
    const { id } = await create('Cells')
    const csv = 'distinct_id;plan\n"kept ";1\n\'@at;2\n"\'=own";3\n ada ;4\nkept;5\n'
    const { body } = await upload('PATCH', `${COHORTS}${id}/`, 'text/csv', csv)
    expect(body.added).toEqual({ known: 4, unknown: ['kept'], unknown_count: 1 })
    expect(await membersOf(id)).toEqual(["'=own", '@at', 'ada', 'kept '])
  })

  test('a first row that names no ids is refused by its name', async () => {
    const { id } = await create('Refused')
    for (const [csv, name] of [
      ['email\nplain@example.com\n', 'email'],
      ['E-Mail;Plan\na@b.c;pro\n', 'E-Mail'],
    ] as const) {
      const { status, body } = await upload('PATCH', `${COHORTS}${id}/`, 'text/csv', csv)
      expect([status, body.attr]).toEqual([400, 'csv'])
      expect(body.detail).toContain(`"${name}"`)
    }
  })
})
