import { beforeAll, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

// Now is 20 November 2026, 12:00 UTC.
const server = useApp()

const viewed = (who: string, page?: string, plan = 'pro/1') => ({
  event: 'view',
  distinct_id: who,
  timestamp: '2026-11-20T08:00:00Z',
  properties: { ...(page !== undefined && { page }), plan },
})
const NONE = '$$_posthog_breakdown_null_$$'

const clean = (path_cleaning_filters: object[]) =>
  server.request('PATCH', '/api/projects/1/', { path_cleaning_filters })

beforeAll(async () => {
  await server.capture([
    viewed('ada', '/users/1'),
    viewed('ada', '/users/2?tab=a'),
    viewed('bob', '/users/3'),
    viewed('bob', '/'),
    viewed('cid'),
  ])
  await clean([
    { regex: '/<id>.*', alias: '/<id>', order: 2 },
    { regex: '/\\d+', alias: '/<id>', order: 1 },
    // The expression also matches the empty text, but a missing value stays missing.
    { regex: '^$', alias: 'nothing', order: 3 },
  ])
})

const PAGES = { breakdown: 'page', breakdown_path_cleaning: true, date_from: 'dStart' }
const trend = (more: object = {}) =>
  server.request('POST', '/api/projects/1/insights/trend/', { events: [{ id: 'view' }], ...PAGES, ...more })
interface Item {
  readonly breakdown_value: unknown
  readonly count: number
}
const rowsOf = async (more: object = {}) => {
  const { body } = await trend(more)
  return body.result.map(({ breakdown_value: value, count }: Item) => [value, count])
}

test('values are cleaned by the rules of the project, in their order', async () => {
  expect(await rowsOf({ breakdown_path_cleaning: false })).toHaveLength(5)
  expect(await rowsOf()).toEqual([
    ['/users/<id>', 3],
    ['/', 1],
    [NONE, 1],
  ])
})

test('the address is cut before it is cleaned, and several properties are cleaned alike', async () => {
  await clean([{ regex: '\\d+$', alias: 'n' }])
  expect(await rowsOf()).toContainEqual(['/users/2?tab=a', 1])
  expect(await rowsOf({ breakdown_normalize_url: true })).toContainEqual(['/users/n', 3])
  const breakdowns = [{ property: 'page' }, { property: 'plan' }]
  const several = await rowsOf({ breakdown: undefined, breakdowns })
  expect(several[0]).toEqual([['/users/n', 'pro/n'], 2])
})

test('the people of a row, a funnel and a retention have the same rows', async () => {
  await clean([{ regex: '/\\d+.*', alias: '/<id>' }])
  const selected = new URLSearchParams({
    ...PAGES,
    breakdown_path_cleaning: 'true',
    events: JSON.stringify([{ id: 'view' }]),
    breakdown_value: '/users/<id>',
  })
  const { body: people } = await server.request('GET', `/api/projects/1/persons/trends/?${selected}`)
  expect(people.results[0].people).toHaveLength(2)
  const { body: funnel } = await server.request('POST', '/api/projects/1/insights/funnel/', {
    ...PAGES,
    events: [{ id: 'view' }, { id: 'view', order: 1 }],
  })
  const first = funnel.result.map(([step]: { breakdown_value: unknown; count: number }[]) => [
    step?.breakdown_value,
    step?.count,
  ])
  // bob saw the start page at the same time, and it sorts first.
  expect(first).toEqual([
    ['/', 1],
    ['/users/<id>', 1],
    [NONE, 1],
  ])
  const query = {
    kind: 'RetentionQuery',
    retentionFilter: { targetEntity: { id: 'view' }, returningEntity: { id: 'view' }, totalIntervals: 1 },
    breakdownFilter: { breakdown: 'page', breakdown_path_cleaning: true },
  }
  const { body: retention } = await server.request('POST', '/api/projects/1/query/', { query })
  expect(retention.results).toContainEqual(
    expect.objectContaining({
      breakdown_value: '/users/<id>',
      values: [expect.objectContaining({ count: 2 })],
    }),
  )
})

test('a new rule gives another answer, and bins are not cleaned', async () => {
  await clean([])
  expect(await rowsOf()).toHaveLength(5)
  await clean([{ regex: '.+', alias: 'any' }])
  expect(await rowsOf()).toEqual([
    ['any', 4],
    [NONE, 1],
  ])
  const { body } = await trend({ breakdown: 'size', breakdown_histogram_bin_count: 2 })
  expect(body.warnings).toContainEqual(
    expect.objectContaining({ code: 'ignored', attr: 'breakdown_path_cleaning' }),
  )
})
