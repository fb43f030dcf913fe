import { describe, expect, test } from 'vitest'
import { KEY, useApp } from '../fixtures/use-app.ts'

const server = useApp()

const timing = (body: unknown, project = 1) =>
  server.request('POST', `/api/projects/${project}/insights/timing/`, body)
async function metrics(project = 1): Promise<{ type: unknown; lines: string[] }> {
  const url = `/api/projects/${project}/metrics/`
  const answer = await server.app.server.inject({ url, headers: { authorization: `Bearer ${KEY}` } })
  expect(answer.statusCode).toBe(200)
  return { type: answer.headers['content-type'], lines: answer.body.split('\n') }
}
const bodiesOf = (project: number) =>
  server.app.metadata
    .selectFrom('client_timing')
    .select('body')
    .where('project_id', '=', project)
    .orderBy('id')
    .execute()

describe('call 20, POST timing/', () => {
  test('stores the timing as sent and returns an empty Insight', async () => {
    const { id } = await server.newProject()
    const sent = [
      {
        type: 'insight_load',
        status: 'success',
        time_to_see_data_ms: 420,
        query_id: 'q',
        nested: { a: [null] },
      },
      {},
      { name: 'a field of an Insight', tags: 5, ['__proto__']: 1, text: 'é\ud800"\u0000' },
    ]
    for (const body of sent) {
      const answer = await timing(body, id)
      expect(answer.status).toBe(200)
      expect(answer.body).toMatchObject({ id: null, short_id: null, name: null, result: null, results: null })
      expect(answer.body).toMatchObject({ filters: {}, tags: [], dashboards: [], is_cached: 'false' })
    }
    const kept = await bodiesOf(id)
    expect(kept.map(({ body }) => body)).toEqual(sent.map((body) => JSON.stringify(body)))
  })

  test.each(['[]', 'null', '1', '"text"'])('%s is refused', async (body) => {
    expect(await timing(body)).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  })

  test('one of more than 16 KiB is refused and not stored', async () => {
    const { id } = await server.newProject()
    expect((await timing({ a: 'x'.repeat(16 * 1024) }, id)).status).toBe(413)
    expect(await bodiesOf(id)).toEqual([])
  })
})

describe('GET metrics/', () => {
  test('shows the timings of the project to Prometheus', async () => {
    const { id } = await server.newProject()
    for (const time_to_see_data_ms of [40, 420, 700_000])
      await timing({ type: 'insight_load', status: 'success', time_to_see_data_ms }, id)
    await timing({ type: 'insight_load', status: 'success', time_to_see_data_ms: -5 }, id)
    await timing({ type: 'a"} 1\nfake_total 9', status: 5 }, id)
    const { type, lines } = await metrics(id)
    expect(type).toBe('text/plain; version=0.0.4; charset=utf-8')
    const labels = 'type="insight_load",status="success"'
    expect(lines).toEqual(
      expect.arrayContaining([
        '# TYPE throughline_client_timings_total counter',
        `throughline_client_timings_total{${labels}} 4`,
        'throughline_client_timings_total{type="a\\"} 1 fake_total 9",status="unknown"} 1',
        '# TYPE throughline_time_to_see_data_seconds histogram',
        `throughline_time_to_see_data_seconds_bucket{${labels},le="0.05"} 1`,
        `throughline_time_to_see_data_seconds_bucket{${labels},le="0.5"} 2`,
        `throughline_time_to_see_data_seconds_bucket{${labels},le="+Inf"} 3`,
        `throughline_time_to_see_data_seconds_sum{${labels}} 700.46`,
        `throughline_time_to_see_data_seconds_count{${labels}} 3`,
      ]),
    )
    const other = await server.newProject()
    expect((await metrics(other.id)).lines.filter((line) => /^[^#]/.test(line))).toEqual([])
  })

  test('needs a key with insight:read and access to the project, and no parameters', async () => {
    const get = (path: string, key?: string | null) => server.request('GET', path, undefined, key)
    expect((await get('/api/projects/1/metrics/', null)).status).toBe(401)
    expect((await get('/api/projects/1/metrics/', await server.newKey(['project:read']))).status).toBe(403)
    const { id } = await server.newProject()
    const limited = await server.newKey(['insight:read'], [id])
    expect((await get('/api/projects/1/metrics/', limited)).status).toBe(404)
    expect(await get('/api/projects/1/metrics/?type=a')).toMatchObject({
      status: 400,
      body: { attr: 'type' },
    })
  })
})
