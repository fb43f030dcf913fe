import { expect, test } from 'vitest'
import { KEY, TOKEN, useApp } from '../fixtures/use-app.ts'

const server = useApp()

const inject = (remoteAddress: string, headers: Record<string, string> = {}) =>
  server.app.server.inject({ url: '/metrics', remoteAddress, headers })

/** Returns the values of all series, by name and labels as they are written. */
async function series(): Promise<ReadonlyMap<string, number>> {
  const { body, statusCode, headers } = await inject('127.0.0.1')
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  const lines = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  )
}

test('events, flushes, questions, cached results and requests are counted', async () => {
  await server.capture([
    { event: 'visited', distinct_id: 'ada', uuid: '01890000-0000-7000-8000-000000000001' },
    { event: 'visited', distinct_id: 'bob' },
    { event: 'visited' },
  ])
  await server.capture([
    { event: 'visited', distinct_id: 'ada', uuid: '01890000-0000-7000-8000-000000000001' },
    { event: '$create_alias', distinct_id: 'ada' },
  ])
  const refused = { api_key: TOKEN, batch: [{ distinct_id: 'ada' }] }
  expect((await server.request('POST', '/batch/', refused, null)).status).toBe(400)
  for (let i = 0; i < 2; i++)
    await server.request('POST', '/api/projects/1/insights/trend/', { events: [{ id: 'visited' }] })
  await server.request('GET', '/nowhere')

  const found = await series()
  const metric = (name: string) => found.get(`throughline_${name}`)
  expect(metric('capture_events_total{outcome="stored",reason=""}')).toBe(3)
  expect(metric('capture_events_total{outcome="dropped",reason="missing_distinct_id"}')).toBe(1)
  expect(metric('capture_events_total{outcome="dropped",reason="duplicate_uuid"}')).toBe(1)
  expect(metric('capture_events_total{outcome="partial",reason="illegal_merge_id"}')).toBe(1)
  expect(metric('capture_events_total{outcome="dropped",reason="missing_event_name"}')).toBe(1)
  expect(metric('capture_flush_seconds_count{result="stored"}')).toBe(2)
  expect(metric('capture_flush_events_sum')).toBe(4)
  expect(metric('answers_total{kind="trends",result="computed"}')).toBe(1)
  expect(metric('answers_total{kind="trends",result="cached"}')).toBe(1)
  expect(metric('query_seconds_count{kind="trends",source="key"}')).toBeGreaterThan(0)
  expect(metric('query_wait_seconds_count{source="key"}')).toBeGreaterThan(0)
  expect(metric('http_requests_total{method="POST",route="/batch/",status="200"}')).toBe(2)
  expect(metric('http_requests_total{method="GET",route="none",status="404"}')).toBe(1)
  expect(metric('http_request_seconds_count{route="/api/projects/:project_id/insights/trend/"}')).toBe(2)
})

test('the state of the stores, the disk and the duties is read', async () => {
  await server.pass(60)
  const found = await series()
  const metric = (name: string) => found.get(`throughline_${name}`)
  for (const name of [
    'ready',
    'store_up{store="events"}',
    'store_up{store="metadata"}',
    'disk_level{level="ample"}',
  ])
    expect([name, metric(name)]).toEqual([name, 1])
  expect(metric('engine_rows{table="events"}')).toBe(3)
  for (const name of [
    'engine_parts{table="events"}',
    'engine_table_bytes{table="events"}',
    'engine_memory_limit_bytes',
    'disk_free_bytes{store="events"}',
    'disk_free_bytes{store="metadata"}',
    'disk_reserved_bytes',
    'metadata_bytes',
    'duty_runs{duty="mirror"}',
    'duty_last_run_timestamp_seconds{duty="mirror"}',
  ])
    expect([name, metric(name)]).toEqual([name, expect.toSatisfy((value: number) => value > 0)])
  for (const name of [
    'engine_memory_bytes',
    'engine_merges',
    'engine_mutations',
    'duty_failures{duty="mirror"}',
  ])
    expect([name, metric(name)]).toEqual([name, expect.toSatisfy((value: number) => value >= 0)])
})

test('another machine, and a proxy for one, are told of no metrics', async () => {
  expect((await inject('192.0.2.7', { authorization: `Bearer ${KEY}` })).statusCode).toBe(404)
  expect((await inject('127.0.0.1', { 'x-forwarded-for': '192.0.2.7' })).statusCode).toBe(404)
})
