import { beforeAll, describe, expect, test } from 'vitest'
import { parseCsv } from '../fixtures/parse-csv.ts'
import { countsOf, EXAMPLE, FILTERS, NODE, RETENTION_EVENTS } from '../fixtures/retention-example.ts'
import { KEY, useApp } from '../fixtures/use-app.ts'

// Now is Friday, 20 November 2026, 12:00 UTC.
const server = useApp()
const PROJECT = '/api/projects/1'
const INSIGHTS = `${PROJECT}/insights/`
beforeAll(() => server.capture([...RETENTION_EVENTS]))

describe('a saved insight', () => {
  const create = async (body: object) => (await server.request('POST', INSIGHTS, body)).body
  const read = async (id: number, query = '') =>
    (await server.request('GET', `${INSIGHTS}${id}/?refresh=blocking${query}`)).body

  test.each([
    ['filters', { filters: { ...FILTERS, display: 'ActionsTable', date_from: '-7d' } }],
    ['a query', { query: { kind: 'InsightVizNode', source: NODE } }],
  ])('with %s is computed', async (_name, body) => {
    const { id } = await create(body)
    expect(countsOf((await read(id)).results)).toEqual(EXAMPLE)
  })

  test('with a query is shown with the same question as filters', async () => {
    const { filters } = await create({ query: NODE })
    expect(filters).toEqual(FILTERS)
  })

  test('is asked by its dashboard with the dates of it', async () => {
    const { id: dashboard } = (
      await server.request('POST', `${PROJECT}/dashboards/`, {
        name: 'Dated',
        filters: { date_to: '2026-11-19' },
      })
    ).body
    const { id } = await create({ filters: FILTERS, dashboards: [dashboard] })
    const { results } = await read(id, `&from_dashboard=${dashboard}`)
    expect(countsOf(results)).toEqual([[1, 1, 0, 0], [2, 2, 0], [1, 1], [1]])
  })

  test('is a table', async () => {
    const { id } = await create({ filters: FILTERS })
    const { payload } = await server.app.server.inject({
      url: `${INSIGHTS}${id}/?format=csv`,
      headers: { authorization: `Bearer ${KEY}` },
    })
    expect(parseCsv(payload)).toEqual([
      ['cohort', 'cohort size', 'Day 0', 'Day 1', 'Day 2', 'Day 3'],
      ['2026-11-17', '2', '2', '2', '0', '1'],
      ['2026-11-18', '1', '1', '1', '1', ''],
      ['2026-11-19', '1', '1', '1', '', ''],
      ['2026-11-20', '0', '0', '', '', ''],
    ])
  })

  test('has the means and the rates of each cohort on its shared page', async () => {
    const { id } = await create({ name: 'Coming back', filters: FILTERS })
    const { body } = await server.request('PATCH', `${INSIGHTS}${id}/sharing`, { enabled: true })
    const { body: page } = await server.app.server.inject({ url: `/shared/${body.access_token}` })
    expect(page).toContain('* The interval is not over yet.')
    const rows = [...page.matchAll(/<tr><th scope="row">(.*?)<\/tr>/g)].map(([, row = '']) =>
      row.split(/<[^>]*>/).filter((text) => text !== ''),
    )
    expect(rows).toEqual([
      ['Weighted mean', '100%', '0%', '–'],
      ['2026-11-17', '2', '100%', '0%', '50% *'],
      ['2026-11-18', '1', '100%', '100% *', '–'],
      ['2026-11-19', '1', '100% *', '–', '–'],
      ['2026-11-20', '0', '–', '–', '–'],
    ])
  })

  test('of the first time is computed again after an earlier event', async () => {
    const project = await server.newProject()
    const insights = `/api/projects/${project.id}/insights/`
    const done = (event: string, day: string) => ({
      event,
      distinct_id: 'fay',
      timestamp: `2026-${day}T09:00:00Z`,
    })
    await server.capture([done('signed in', '11-18'), done('paid', '11-19')], project.token)
    const { body } = await server.request('POST', insights, {
      filters: { ...FILTERS, retention_type: 'retention_first_time' },
    })
    const counts = async () =>
      countsOf((await server.request('GET', `${insights}${body.id}/?refresh=blocking`)).body.results)
    expect(await counts()).toEqual([[0, 0, 0, 0], [1, 1, 0], [0, 0], [0]])
    await server.capture([done('signed in', '01-01')], project.token)
    expect(await counts()).toEqual([[0, 0, 0, 0], [0, 0, 0], [0, 0], [0]])
  })
})
