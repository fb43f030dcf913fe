import { beforeAll, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const PROJECT = '/api/projects/1/'
let id = 0
let board = 0
const read = async (parameters: Record<string, string>) => {
  const query = new URLSearchParams(parameters)
  return server.request('GET', `${PROJECT}insights/${id}/?${query}`)
}
const daysOf = (body: { results: { days: string[] }[] | null }) => body.results?.[0]?.days ?? null

beforeAll(async () => {
  board = (
    await server.request('POST', `${PROJECT}dashboards/`, { name: 'b', filters: { date_from: '-2d' } })
  ).body.id
  const filters = { insight: 'TRENDS', events: [{ id: 'visit' }], date_from: '-1d' }
  id = (await server.request('POST', `${PROJECT}insights/`, { filters, dashboards: [board] })).body.id
})

test('call 4: filters_override applies to one request', async () => {
  const filters_override = JSON.stringify({ date_from: '2026-11-01', date_to: '2026-11-02' })
  const { status, body } = await read({ filters_override, refresh: 'true' })
  expect([status, daysOf(body)]).toEqual([200, ['2026-11-01', '2026-11-02']])
  expect(body.filters).toMatchObject({ date_from: '2026-11-01', date_to: '2026-11-02' })
  // The insight itself has not been computed.
  expect(daysOf((await read({})).body)).toBeNull()
  expect(daysOf((await read({ refresh: 'true' })).body)).toHaveLength(2)
  expect(daysOf((await read({})).body)).toHaveLength(2)
})

test('call 4: filters_override wins over the filters of a dashboard, whose tile keeps its own result', async () => {
  const from_dashboard = String(board)
  expect(daysOf((await read({ from_dashboard, refresh: 'true' })).body)).toHaveLength(3)
  const filters_override = '{"date_from":"-5d"}'
  expect(daysOf((await read({ from_dashboard, filters_override, refresh: 'true' })).body)).toHaveLength(6)
  expect(daysOf((await read({ from_dashboard })).body)).toHaveLength(3)
})

test('a filter that there is not is refused with the nearest one, also next to a node', async () => {
  const detail = expect.stringContaining('A dashboard has no filter "date_form". Did you mean "date_from"?')
  const filters_override = { date_form: '-1d' }
  expect((await read({ filters_override: JSON.stringify(filters_override) })).body).toMatchObject({ detail })
  const query = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'visit' }] }
  expect(await server.request('POST', `${PROJECT}query/`, { query, filters_override })).toMatchObject({
    status: 400,
    body: { code: 'unknown_field', detail, attr: 'filters_override__date_form' },
  })
})

test('the dates of filters_override are taken as they are with explicitDate, by both of its names', async () => {
  const dates = { date_from: '2026-11-01T10:00:00', date_to: '2026-11-02T10:00:00' }
  for (const name of ['explicitDate', 'explicit_date']) {
    const { body } = await read({ filters_override: JSON.stringify({ ...dates, [name]: true }) })
    expect(body.filters).toMatchObject({ ...dates, explicit_date: true })
  }
})

test.each([
  ['filters_override', 'nojson'],
  ['filters_override', '[1]'],
  ['filters_override', '{"date_from":"someday"}'],
  ['filters_override', '{"date_form":"-1d"}'],
  ['variables_override', '{"a":1}'],
  ['from_dashboard', 'x'],
  ['unheard_of', '1'],
])('call 4: %s=%s is refused and named', async (name, value) => {
  expect(await read({ [name]: value })).toMatchObject({ status: 400, body: { attr: name } })
})

test.each<[string, object, string]>([
  [
    'an unknown field',
    { breakdown_filter: { breakdown: 'plan', breakdownn: 'x' } },
    'breakdown_filter__breakdownn',
  ],
  ['a text', { breakdown_filter: 'plan' }, 'breakdown_filter'],
  ['a list', { breakdown_filter: ['plan'] }, 'breakdown_filter'],
  ['a type alone', { breakdown_filter: { breakdown_type: 'person' } }, 'breakdown_filter__breakdown_type'],
  ['a limit alone', { breakdown_limit: 1 }, 'breakdown_limit'],
  ['a second one', { breakdown: 'plan', breakdown_filter: { breakdown: 'x' } }, 'breakdown'],
  ['two forms', { breakdown: 'plan', breakdowns: [{ property: 'x' }] }, ''],
])('a breakdown of filters_override that is %s is refused', async (_, filters_override, attr) => {
  const query = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'visit' }] }
  const { status, body } = await server.request('POST', `${PROJECT}query/`, { query, filters_override })
  expect(status).toBe(400)
  if (attr !== '') expect(body.attr).toBe(`filters_override__${attr}`)
})
