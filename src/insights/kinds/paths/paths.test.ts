import { describe, expect, test } from 'vitest'
import { filtersIn } from '#query/filter.ts'
import { sql } from '#sql/fragment.ts'
import { goldenOf } from '../../../../test/fixtures/golden-statement.ts'
import { flatQuestion, resolvedQuestion } from '../../../../test/fixtures/questions.ts'
import { paths } from './paths.ts'
import { edges } from './queries.ts'
import type { PathsQuery } from './query.ts'
import type { FunnelSpans } from './spans-walk.ts'

function planOf(parameters: object, { hasMerges = false } = {}) {
  const query = flatQuestion(paths, parameters).query as PathsQuery
  const calendar = { timezone: 'UTC', weekStartDay: 0, nowMs: Date.parse('2026-11-20T12:00:00Z') } as const
  return paths.plan(resolvedQuestion(paths, query, calendar, { projectId: 7, hasMerges }))
}
const FUNNEL = {
  events: [{ id: '$pageview' }, { id: 'paid', order: 1 }],
  funnel_window_interval: 2,
  funnel_step: 2,
}
const SPANS: FunnelSpans = {
  actors: Uint32Array.of(4, 9),
  fromMs: Float64Array.of(1_000, 2_000),
  untilMs: Float64Array.of(5_000, Number.POSITIVE_INFINITY),
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

  const AFTER = { ...PAGES, funnel_paths: 'funnel_path_after_step', funnel_filter: FUNNEL }

  test.each<[string, object, FunnelSpans]>([
    ['after-a-step', AFTER, SPANS],
    [
      'of-groups-after-a-step',
      { ...AFTER, funnel_filter: { ...FUNNEL, aggregation_group_type_index: 2 } },
      { ...SPANS, actors: BigUint64Array.of(4n, 2n ** 63n) },
    ],
  ])('%s', async (name, parameters, spans) => {
    await expect(goldenOf(edges(planOf(parameters), spans))).toMatchFileSnapshot(golden(name))
  })

  test('for the actors of a step', async () => {
    const { spans } = paths.queries(planOf(AFTER))
    await expect(goldenOf(spans?.sql ?? sql``)).toMatchFileSnapshot(golden('events-of-the-funnel'))
  })

  test('for the texts of items', async () => {
    const { sql } = paths.queries(planOf(PAGES)).names
    await expect(goldenOf(sql)).toMatchFileSnapshot(golden('names'))
  })

  test('for the excluded items that there are, but not for names of events', async () => {
    const named = { include_event_types: ['custom_event'], exclude_events: ['opened'] }
    expect(paths.queries(planOf(named))).not.toHaveProperty('excluded')
    const { excluded } = paths.queries(planOf({ ...PAGES, exclude_events: ['/docs/', '/docs', '/'] }))
    await expect(goldenOf(excluded?.sql ?? sql``)).toMatchFileSnapshot(golden('excluded'))
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

describe('a funnel', () => {
  const asked = (more: object = {}, own: object = {}) =>
    flatQuestion(paths, {
      ...PAGES,
      funnel_paths: 'funnel_path_before_step',
      funnel_filter: { ...FUNNEL, ...more },
      ...own,
    })
  const queryOf = (...args: Parameters<typeof asked>) => asked(...args).query as PathsQuery

  test.each<[number | string, object]>([
    [1, { step: 0, hasDropped: false }],
    ['2', { step: 1, hasDropped: false }],
    [-2, { step: 0, hasDropped: true }],
  ])('of step %s', (funnel_step, expected) => {
    expect(queryOf({ funnel_step }).funnel).toMatchObject(expected)
  })

  test('is the same however it is shown', () => {
    const shown = { funnel_viz_type: 'trends', interval: 'hour', breakdown: '$browser', funnel_from_step: 0 }
    expect(queryOf(shown)).toEqual(queryOf())
  })

  test('has the dates of the paths, or gives them its own', () => {
    expect(queryOf({ date_from: '-30d' }).dateRange.from).toBe('-30d')
    const both = asked({ date_from: '-30d' }, { date_from: '-3d' })
    expect(both.query.dateRange.from).toBe('-3d')
    expect(both.warnings).toMatchObject([{ code: 'funnel_dates_left_out', attr: 'funnel_filter__date_from' }])
    expect(asked({ date_from: '-3d' }, { date_from: '-3d' }).warnings).toEqual([])
  })

  test('has the groups of the paths, which are its own', () => {
    expect(queryOf({ aggregation_group_type_index: 2 }).groupTypeIndex).toBe(2)
    expect(() => queryOf({}, { aggregation_group_type_index: 2 })).toThrow(
      expect.objectContaining({ attr: 'aggregation_group_type_index' }),
    )
  })

  test('decides the data that is read', () => {
    const query = queryOf({ properties: [{ key: 'plan', value: 'pro' }] })
    const ofEvents = query.exclusions?.map(({ series }) => [
      series.event,
      filtersIn(series.properties).length,
    ])
    expect(ofEvents).toEqual([
      ['$pageview', 1],
      ['paid', 1],
    ])
    expect(paths.reads(query).isAnyEvent).toBe(false)
    expect(paths.reads(queryOf({ funnel_order_type: 'strict' })).isAnyEvent).toBe(true)
  })

  test.each<[object, object, string]>([
    [{ funnel_step: 3 }, {}, 'funnel_filter__funnel_step'],
    [{ funnel_step: -3 }, {}, 'funnel_filter__funnel_step'],
    [{ funnel_step: -1 }, {}, 'funnel_filter__funnel_step'],
    [{ funnel_step: 1.5 }, {}, 'funnel_filter__funnel_step'],
    [{ funnel_step: null }, {}, 'funnel_filter__funnel_step'],
    [{ funnel_step: 1 }, { funnel_paths: 'funnel_path_between_steps' }, 'funnel_filter__funnel_step'],
    [{ funnel_step: -2 }, { funnel_paths: 'funnel_path_between_steps' }, 'funnel_filter__funnel_step'],
    [{ events: [{ id: 'paid' }], funnel_step: 2 }, {}, 'funnel_filter__funnel_step'],
    [
      { events: [{ id: 'paid' }], funnel_step: 2 },
      { funnel_paths: 'funnel_path_between_steps' },
      'funnel_filter__funnel_step',
    ],
    [{ events: [{ id: 'paid' }, { id: 'a', evnt: 1 }] }, {}, 'funnel_filter__events__1__evnt'],
    [{ funnel_stp: 2 }, {}, 'funnel_filter__funnel_stp'],
    [{ funnel_aggregate_by_hogql: 'properties.x' }, {}, 'funnel_filter__funnel_aggregate_by_hogql'],
    [{}, { funnel_paths: 'funnel_path_from_step' }, 'funnel_paths'],
    [{}, { funnel_paths: null }, 'funnel_paths'],
    [{}, { funnel_filter: null }, 'funnel_filter'],
  ])('with %j and %j is refused', (more, own, attr) => {
    expect(() => asked(more, own)).toThrow(expect.objectContaining({ attr }))
  })
})
