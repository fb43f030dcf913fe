import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Session } from 'chdb'
import { beforeAll, describe, expect, test } from 'vitest'
import { KEY, type TestProject, useApp } from '../fixtures/use-app.ts'

const server = useApp()
let project: TestProject
const ROWS = 600
beforeAll(async () => {
  project = await server.newProject('Files', 'Europe/Berlin')
  const events = Array.from({ length: ROWS }, (_, i) => ({
    event: i % 2 === 0 ? 'read' : '=cmd()',
    distinct_id: `person ${i % 3}`,
    timestamp: new Date(Date.parse('2026-11-20T00:00:00Z') + i * 1_000).toISOString(),
    properties: { place: i, $set: { plan: 'free' } },
  }))
  await server.capture(events, project.token)
  await server.app.server.listen({ port: 0, host: '127.0.0.1' })
})

const pathOf = (search: string, prefix = 'projects') => `/api/${prefix}/${project.id}/query/${search}`

/** Returns a file as its bytes. */
async function fileOf(query: object, format: string, prefix = 'projects') {
  const response = await server.app.server.inject({
    method: 'POST',
    url: pathOf(`?format=${format}`, prefix),
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    payload: { query },
  })
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload }
}
const hogql = (query: string) => ({ kind: 'HogQLQuery', query })
const refusalOf = async (query: object, format: string, rest: object = {}) =>
  (await server.request('POST', pathOf(`?format=${format}`), { query, ...rest })).body

const OF_EACH_TYPE = hogql(
  `select event, toInt(properties.place) as place, place / 3 as third, place > 1 as late, timestamp, toDate(timestamp) as day, person_id,
  [event, 'b'] as list, nullIf(event, 'read') as missing, timestamp as event from events order by timestamp limit 3`,
)

test('CSV has all rows without a limit, in the values of a JSON answer', async () => {
  const query =
    'select place, person_id from (select toInt(properties.place) as place, person_id from events) order by place'
  const { status, headers, bytes } = await fileOf(hogql(query), 'csv')
  expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(headers['content-disposition']).toBe(`attachment; filename="projects-${project.id}-query.csv"`)
  const [names, ...lines] = bytes.toString().trimEnd().split('\r\n')
  expect(names).toBe('place,person_id')
  expect(lines).toHaveLength(ROWS)
  const { body } = await server.request('POST', pathOf(''), { query: hogql(`${query} limit 1000`) })
  expect(lines).toEqual(body.results.map((row: unknown[]) => row.join(',')))
})

test('the limit of a statement itself holds, also above that of an answer', async () => {
  const cross = 'select 1 from events as a cross join events as b limit 60000'
  const { bytes } = await fileOf(hogql(cross), 'csv')
  expect(bytes.toString().trimEnd().split('\r\n')).toHaveLength(60_001)
})

test('JSON lines have an object for each row, whose columns have names of their own', async () => {
  const { headers, bytes } = await fileOf(OF_EACH_TYPE, 'jsonl', 'environments')
  expect(headers['content-type']).toBe('application/jsonl; charset=utf-8')
  const rows = bytes
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const { body } = await server.request('POST', pathOf(''), { query: OF_EACH_TYPE })
  const names = [...body.columns.slice(0, -1), 'event_2']
  expect(Object.keys(rows[0])).toEqual(names)
  expect(rows.map((row: object) => Object.values(row))).toEqual(body.results)
  expect(rows[1]).toMatchObject({
    event: '=cmd()',
    third: 1 / 3,
    late: false,
    timestamp: '2026-11-20T01:00:01+01:00',
    person_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    list: ['=cmd()', 'b'],
  })
})

test('a Parquet file has the types and the values', async () => {
  const { headers, bytes } = await fileOf(OF_EACH_TYPE, 'parquet')
  expect(headers['content-type']).toBe('application/vnd.apache.parquet')
  const { types, rows } = await readParquet(bytes)
  expect(types).toEqual([
    ['event', 'Nullable(String)'],
    ['place', 'Nullable(Float64)'],
    ['third', 'Nullable(Float64)'],
    ['late', 'Nullable(Bool)'],
    ['timestamp', "Nullable(DateTime64(3, 'UTC'))"],
    ['day', 'Nullable(Date32)'],
    ['person_id', 'Nullable(String)'],
    ['list', 'Array(Nullable(String))'],
    ['missing', 'Nullable(String)'],
    ['event_2', "Nullable(DateTime64(3, 'UTC'))"],
  ])
  const { body } = await server.request('POST', pathOf(''), { query: OF_EACH_TYPE })
  const instant = '2026-11-20 00:00:01.000'
  const row = body.results[1]
  expect(rows[1]).toEqual([...row.slice(0, 4), instant, '2026-11-20', ...row.slice(6, 9), instant])
  expect(rows).toHaveLength(3)
})

test('a Parquet file of several groups of rows has all of them', async () => {
  const cross =
    'select a.uuid as one, toInt(a.properties.place) * 1000 + toInt(b.properties.place) as pair from events as a cross join events as b'
  const { bytes } = await fileOf(hogql(`${cross} limit 130000`), 'parquet')
  const { rows } = await readParquet(bytes, 'SELECT count(), uniqExact(one, pair), countIf(pair < 0)')
  expect(rows).toEqual([[130_000, 130_000, 0]])
})

test('no rows are a file with columns', async () => {
  const none = hogql("select event, timestamp from events where event = 'never'")
  expect((await fileOf(none, 'csv')).bytes.toString()).toBe('event,timestamp\r\n')
  expect((await fileOf(none, 'jsonl')).bytes.toString()).toBe('')
  const { types, rows } = await readParquet((await fileOf(none, 'parquet')).bytes)
  expect([types.map(([name]) => name), rows]).toEqual([['event', 'timestamp'], []])
})

test('events and persons are files as well, with their objects as JSON', async () => {
  const events = { kind: 'EventsQuery', select: ['*', 'person', 'event'], after: 'all', event: 'read' }
  const lines = (await fileOf(events, 'jsonl')).bytes.toString().trimEnd().split('\n')
  expect(lines).toHaveLength(ROWS / 2)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    '*': { event: 'read', properties: { place: 598 } },
    person: { properties: { plan: 'free' } },
  })
  const { rows } = await readParquet((await fileOf(events, 'parquet')).bytes)
  expect(JSON.parse(String(rows[0]?.[0]))).toMatchObject({ event: 'read' })
  const persons = { kind: 'ActorsQuery', select: ['id', 'properties.plan'] }
  expect((await fileOf(persons, 'csv')).bytes.toString().trimEnd().split('\r\n')).toHaveLength(4)
})

test('cells of CSV that look like formulas begin with an apostrophe', async () => {
  const { bytes } = await fileOf(hogql("select event from events where event != 'read' limit 1"), 'csv')
  expect(bytes.toString()).toBe("event\r\n'=cmd()\r\n")
})

describe('refusals are JSON', () => {
  test.each([
    ['xml', hogql('select 1'), {}, 'format'],
    ['jsonl', { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'read' }] }, {}, 'format'],
    ['csv', hogql('select nothing from events'), {}, 'query__query'],
    ['parquet', hogql('select 1'), { refresh: 'async' }, 'refresh'],
  ])('of %s', async (format, query, rest, attr) => {
    expect(await refusalOf(query, format, rest)).toMatchObject({ type: 'validation_error', attr })
  })
})

/** A statement whose rows would take hours. */
const ENDLESS = `select a.uuid, b.uuid, c.uuid, d.uuid, e.uuid from events as a cross join events as b cross join events as c
  cross join events as d cross join events as e`

/** Starts a file. Resolves when its first bytes have arrived. */
async function begun(query: string, format: string, rest: object = {}): Promise<IncomingMessage> {
  const { port } = server.app.server.server.address() as AddressInfo
  const sent = request({
    ...{ host: '127.0.0.1', port, method: 'POST', path: pathOf(`?format=${format}`) },
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
  })
  sent.end(JSON.stringify({ query: hogql(query), ...rest }))
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return response
}
test.each(['csv', 'parquet'])('a query is cancelled by its id, and its %s is broken off', async (format) => {
  const response = await begun(ENDLESS, format, { client_query_id: 'long one' })
  const read = expect(text(response)).rejects.toThrow('aborted')
  const cancelled = await server.request('DELETE', `/api/projects/${project.id}/query/long%20one/`)
  expect(cancelled.status).toBe(204)
  await read
})

test('a client that disconnects ends the query, and its place is free', async () => {
  for (let i = 0; i < 3; i++) {
    const response = await begun(ENDLESS, 'csv', { client_query_id: `gone ${i}` })
    expect(response.statusCode).toBe(200)
    response.destroy()
    const path = `/api/projects/${project.id}/query/gone%20${i}/`
    while ((await server.request('DELETE', path)).status !== 404) await nextTurn()
  }
})

test('a project has two files at once', async () => {
  const two = [await begun(ENDLESS, 'csv'), await begun(ENDLESS, 'csv')]
  expect(await refusalOf(hogql('select 1'), 'csv')).toMatchObject({
    type: 'throttled_error',
    code: 'too_many_files',
  })
  const answer = await server.request('POST', pathOf(''), { query: hogql('select count() from events') })
  expect(answer.body.results).toEqual([[ROWS]])
  for (const response of two) response.destroy()
  while ((await fileOf(hogql('select 1'), 'csv')).status !== 200) await nextTurn()
})

/** Returns the columns of a Parquet file and its rows, as the engine reads them. */
async function readParquet(bytes: Uint8Array, select = 'SELECT *') {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-parquet-'))
  const file = join(folder, 'rows.parquet')
  await writeFile(file, bytes)
  const session = new Session(`${server.folder}/events`)
  try {
    const from = `file('${file}', Parquet)`
    const types = (await session.queryAsync(`DESCRIBE ${from}`, { format: 'JSONCompact' })).json<{
      data: string[][]
    }>()
    const rows = await session.queryAsync(
      `${select} FROM ${from} SETTINGS output_format_json_quote_64bit_integers = 0`,
      {
        format: 'JSONCompact',
      },
    )
    return {
      types: types.data.map(([name, type]) => [name, type]),
      rows: rows.json<{ data: unknown[][] }>().data,
    }
  } finally {
    session.close()
    await rm(folder, { recursive: true })
  }
}
