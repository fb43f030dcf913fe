import { describe, expect, test } from 'vitest'
import { goldenOf } from '../../../test/fixtures/golden-statement.ts'
import { flatQuestion, resolvedQuestion } from '../../../test/fixtures/questions.ts'
import { paths } from './paths.ts'
import type { PathsQuery } from './query.ts'

function planOf(parameters: object, { hasMerges = false } = {}) {
  const query = flatQuestion(paths, parameters).query as PathsQuery
  const calendar = { timezone: 'UTC', weekStartDay: 0, nowMs: Date.parse('2026-11-20T12:00:00Z') } as const
  return paths.plan(resolvedQuestion(paths, query, calendar, { projectId: 7, hasMerges }))
}
const golden = (name: string) => `./__golden__/${name}.sql`
const PAGES = { include_event_types: ['$pageview'] }

describe('the statement', () => {
  test.each<[string, object, { hasMerges?: boolean }]>([
    ['every-event', {}, {}],
    ['pages-of-merged-persons', PAGES, { hasMerges: true }],
    ['pages-of-groups', { ...PAGES, aggregation_group_type_index: 2 }, {}],
    [
      'custom-events-and-an-expression',
      {
        include_event_types: ['custom_event', 'hogql'],
        paths_hogql_expression: "concat(person.properties.plan, ' ', event)",
        min_edge_weight: 2,
        max_edge_weight: 9,
      },
      {},
    ],
    [
      'changed-items',
      {
        ...PAGES,
        include_custom_events: ['paid'],
        local_path_cleaning_filters: [{ regex: '\\d+', alias: '<\\0>\\' }],
        path_groupings: ['/users/*', '/50%_*'],
        exclude_events: ['/terms', ''],
      },
      {},
    ],
    ['from-a-start', { ...PAGES, start_point: '/' }, {}],
    ['to-an-end', { ...PAGES, end_point: '/' }, {}],
    ['between-two-points', { ...PAGES, start_point: '/', end_point: '/paid', edge_limit: 7 }, {}],
  ])('%s', async (name, parameters, circumstances) => {
    const { sql } = paths.queries(planOf(parameters, circumstances)).edges
    await expect(goldenOf(sql)).toMatchFileSnapshot(golden(name))
  })

  test('for the texts of items', async () => {
    const { sql } = paths.queries(planOf(PAGES)).names
    await expect(goldenOf(sql)).toMatchFileSnapshot(golden('names'))
  })

  test('of the people behind a number', async () => {
    const cell = {
      start: { step: 1, item: '/' },
      end: { step: 2, item: '/docs' },
      dropoff: { step: 2, item: '/docs' },
    }
    await expect(goldenOf(paths.cells.people(planOf(PAGES), cell).sql)).toMatchFileSnapshot(golden('people'))
  })
})
