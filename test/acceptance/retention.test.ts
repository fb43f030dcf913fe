import { beforeAll, describe, expect, test } from 'vitest'
import {
  countsOf,
  EXAMPLE,
  FILTERS,
  FLAT,
  NODE,
  RETENTION_EVENTS,
  type RetentionItem,
} from '../fixtures/retention-example.ts'
import { useApp } from '../fixtures/use-app.ts'

// Now is Friday, 20 November 2026, 12:00 UTC.
const server = useApp()
const PROJECT = '/api/projects/1'
const INSIGHTS = `${PROJECT}/insights/`
const RETENTION = `${INSIGHTS}retention/`
beforeAll(() => server.capture([...RETENTION_EVENTS]))

const { target_entity, returning_entity } = FLAT
const post = (body: object) => server.request('POST', RETENTION, body)
async function answerTo(parameters: object): Promise<number[][]> {
  const { status, body } = await post(parameters)
  expect([status, body.detail]).toEqual([200, undefined])
  return countsOf(body.results)
}

const ROLLING = { time_window_mode: '24_hour_windows' }

describe('call 19', () => {
  test('answers an Insight that has the question and every field of an item', async () => {
    const { status, body } = await post(FLAT)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: null, filters: FILTERS, query: null, timezone: 'UTC' })
    expect(JSON.parse(body.result)).toEqual(body.results)
    expect(countsOf(body.results)).toEqual(EXAMPLE)
    expect(body.results[1]).toEqual({
      label: 'Day 1',
      date: '2026-11-18T00:00:00Z',
      people_url: expect.stringContaining('breakdown_values=%5B1%5D'),
      values: [
        { ...value('Day 0', 1), base: 1, rate: 1, is_incomplete: false },
        { ...value('Day 1', 1), base: 1, rate: 1, is_incomplete: false },
        { ...value('Day 2', 1), base: 1, rate: 1, is_incomplete: true },
      ],
    })
  })
  const value = (label: string, count: number) => ({
    label,
    count,
    people: [],
    people_url: expect.stringMatching(/breakdown_values=%5B1%5D&selected_interval=\d$/),
  })

  test.each<[string, object, number[][]]>([
    ['first time', { retention_type: 'retention_first_time' }, [[1, 1, 0, 1], [1, 1, 1], [0, 0], [0]]],
    ['cumulative', { cumulative: true }, [[2, 2, 1, 1], [1, 1, 1], [1, 1], [0]]],
    ['at least 2 payments', { minimum_occurrences: 2 }, [[2, 1, 0, 0], [1, 0, 0], [1, 0], [0]]],
    ['windows of 24 hours', ROLLING, [[2, 1, 1, 0], [1, 1, 0], [0, 0], [0]]],
    [
      'windows of 24 hours of first times',
      { ...ROLLING, retention_type: 'retention_first_time' },
      [[1, 0, 1, 0], [1, 1, 0], [0, 0], [0]],
    ],
    [
      'windows of 24 hours, cumulative',
      { ...ROLLING, cumulative: true },
      [[2, 2, 1, 0], [1, 1, 0], [0, 0], [0]],
    ],
    ['brackets', { retention_custom_brackets: [2, 1] }, [[2, 2, 1], [1, 1], [1, 1], [0]]],
    ['brackets as JSON text', { retention_custom_brackets: '[2, 1]' }, [[2, 2, 1], [1, 1], [1, 1], [0]]],
    [
      'brackets of windows of 24 hours',
      { ...ROLLING, retention_custom_brackets: ['1', 2] },
      [[2, 1, 1], [1, 1, 0], [0, 0], [0]],
    ],
    // The weeks of the 8th and 15th.
    ['weeks', { period: 'Week', total_intervals: '2' }, [[0, 0], [4]]],
    // initech has ada, acme the others.
    ['companies', { aggregation_group_type_index: 1 }, [[2, 2, 1, 2], [1, 1, 1], [1, 1], [0]]],
    [
      'a filter that matches nothing',
      { properties: [{ key: 'plan', value: 'free' }] },
      [[0, 0, 0, 0], [0, 0, 0], [0, 0], [0]],
    ],
    [
      'page views, which there are none of',
      { target_entity: undefined },
      [[0, 0, 0, 0], [0, 0, 0], [0, 0], [0]],
    ],
    ['a node', { ...withoutFlat(), query: NODE }, EXAMPLE],
    [
      'a node in a wrapper as JSON text',
      { ...withoutFlat(), query: JSON.stringify({ kind: 'InsightVizNode', source: NODE }) },
      EXAMPLE,
    ],
    [
      'filters, beside other fields of an insight',
      { ...withoutFlat(), filters: FILTERS, name: 'Back', saved: true },
      EXAMPLE,
    ],
  ])('computes %s', async (_name, more, expected) => {
    expect(await answerTo({ ...FLAT, ...more })).toEqual(expected)
  })

  test('has 11 days without a choice, of the event $pageview', async () => {
    const { body } = await post({})
    expect(body.results.map(({ values }: RetentionItem) => values.length)).toEqual([
      11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1,
    ])
    expect(body.warnings).toEqual([
      expect.objectContaining({ code: 'unknown_event', attr: 'target_entity__id' }),
      expect.objectContaining({ attr: 'returning_entity__id' }),
    ])
  })

  test('names brackets, and warns of those that no cohort has a value for', async () => {
    const { body } = await post({ ...FLAT, retention_custom_brackets: [1, 2, 30, 5] })
    expect(countsOf(body.results)).toEqual([[2, 2, 1], [1, 1, 1], [1, 1], [0]])
    expect(body.results[0].values.map(({ label }: { label: string }) => label)).toEqual([
      'Day 0',
      'Day 1',
      'Day 2-3',
    ])
    expect(body.warnings).toMatchObject([{ code: 'ignored', attr: 'retention_custom_brackets' }])
    expect(body.warnings[0].detail).toContain('Day 4-33')
  })

  test('warns of a date_from, which has no effect', async () => {
    const { body } = await post({ ...FLAT, date_from: '-30d' })
    expect(countsOf(body.results)).toEqual(EXAMPLE)
    expect(body.warnings).toMatchObject([{ code: 'date_from_left_out', attr: 'date_from' }])
  })

  test.each<[string, object, string, string]>([
    [
      'the cohorts of groups',
      { aggregation_group_type_index: 1, breakdown: 1, breakdown_type: 'cohort' },
      'invalid_choice',
      'breakdown_type',
    ],
    [
      'more values than an answer has',
      { total_intervals: 200, breakdown: 'plan' },
      'max_value',
      'breakdown_limit',
    ],
    ['a type without a breakdown', { breakdown_type: 'person' }, 'required', 'breakdown_type'],
    ['another time window', { time_window_mode: '24_hours' }, 'invalid_choice', 'time_window_mode'],
    ['brackets of no list', { retention_custom_brackets: 3 }, 'invalid_input', 'retention_custom_brackets'],
    [
      'brackets of other text',
      { retention_custom_brackets: '1,3' },
      'invalid_input',
      'retention_custom_brackets',
    ],
    ['an empty bracket', { retention_custom_brackets: [1, 0] }, 'min_value', 'retention_custom_brackets__1'],
    ['a negative bracket', { retention_custom_brackets: [-1] }, 'min_value', 'retention_custom_brackets__0'],
    [
      'half a bracket',
      { retention_custom_brackets: [1, 1.5] },
      'invalid_input',
      'retention_custom_brackets__1',
    ],
    [
      'brackets of 200 intervals',
      { retention_custom_brackets: [199, 1] },
      'max_value',
      'retention_custom_brackets',
    ],
    ['a math', { target_entity: { id: 'paid', math: 'sum' } }, 'not_supported', 'target_entity__math'],
    ['another type', { retention_type: 'recurring' }, 'invalid_choice', 'retention_type'],
    ['another period', { period: 'Year' }, 'invalid_choice', 'period'],
    ['another reference', { retention_reference: 'first' }, 'invalid_choice', 'retention_reference'],
    ['no interval', { total_intervals: 0 }, 'min_value', 'total_intervals'],
    ['too many intervals', { total_intervals: 201 }, 'max_value', 'total_intervals'],
    ['no occurrence', { minimum_occurrences: 0 }, 'min_value', 'minimum_occurrences'],
    [
      'a sixth group type',
      { aggregation_group_type_index: 5 },
      'invalid_input',
      'aggregation_group_type_index',
    ],
    ['an entity that is a name', { target_entity: 'paid' }, 'invalid_input', 'target_entity'],
    [
      'an entity whose name is no event',
      { target_entity: { name: 'paid' } },
      'required',
      'target_entity__id',
    ],
    [
      'an entity with an unknown key',
      { target_entity: { id: 'paid', evnt: 1 } },
      'unknown_field',
      'target_entity__evnt',
    ],
    [
      'an action of no number',
      { returning_entity: { id: 'paid', type: 'actions' } },
      'invalid_input',
      'returning_entity__id',
    ],
    [
      'a table',
      { returning_entity: { id: 'paid', type: 'data_warehouse' } },
      'not_supported',
      'returning_entity__type',
    ],
    [
      'a filter without a value',
      { returning_entity: { id: 'a', properties: [{ key: 'b' }] } },
      'required',
      'returning_entity__properties__0__value',
    ],
    ['series', { events: [{ id: 'paid' }] }, 'unknown_field', 'events'],
    ['a question in two forms', { query: NODE }, 'invalid_input', 'target_entity'],
    [
      'the question of a trend',
      { ...withoutFlat(), filters: { insight: 'TRENDS' } },
      'invalid_input',
      'filters__insight',
    ],
    [
      'the node of a trend',
      { ...withoutFlat(), query: { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'paid' }] } },
      'invalid_input',
      'query__kind',
    ],
    [
      'an unknown field beside a node',
      { ...withoutFlat(), query: NODE, refrsh: true },
      'unknown_field',
      'refrsh',
    ],
  ])('refuses %s', async (_name, more, code, attr) => {
    expect(await post({ ...FLAT, ...more })).toMatchObject({
      status: 400,
      body: { type: 'validation_error', code, attr },
    })
  })

  function withoutFlat() {
    return { target_entity: undefined, returning_entity: undefined, total_intervals: undefined }
  }
})

test('call 18 answers the same from the query string', async () => {
  const texts = Object.entries(FLAT).map(([name, value]) => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ])
  const { status, body } = await server.request(
    'GET',
    `${RETENTION}?${new URLSearchParams(Object.fromEntries(texts))}`,
  )
  expect([status, body.detail]).toEqual([200, undefined])
  expect(body.filters).toMatchObject({ insight: 'RETENTION', target_entity, returning_entity })
  expect(countsOf(body.results)).toEqual(EXAMPLE)
})

test('a rate is a share of the cohort, or of the value before', async () => {
  const ratesOf = async (retention_reference: string) => {
    const { body } = await post({ ...FLAT, retention_reference })
    return body.results[0].values.map(({ rate }: { rate: number | null }) => rate)
  }
  expect(await ratesOf('total')).toEqual([1, 1, 0, 0.5])
  expect(await ratesOf('previous')).toEqual([1, 1, 0, null])
})

test('an action can bring a person in, and another one back', async () => {
  const idOf = async (name: string, event: string) =>
    (await server.request('POST', `${PROJECT}/actions/`, { name, steps: [{ event }] })).body.id
  const [came, paid] = [await idOf('Came', 'signed in'), await idOf('Paid', 'paid')]
  const actions = {
    target_entity: { id: came, type: 'actions' },
    returning_entity: { id: String(paid), type: 'actions' },
  }
  expect(await answerTo({ ...FLAT, ...actions })).toEqual(EXAMPLE)
  const { body } = await post({ ...FLAT, target_entity: { id: 999, type: 'actions' } })
  expect(body.warnings).toMatchObject([{ code: 'unknown_action', attr: 'target_entity__id' }])
})

test('the fields that clients leave empty or at their default change nothing', async () => {
  const ask = async (more: object) => {
    const query = { ...NODE, retentionFilter: { ...NODE.retentionFilter, ...more } }
    const { status, body } = await server.request('POST', `${PROJECT}/query/`, { query })
    return [status, body.detail, body.warnings?.length, countsOf(body.results ?? [])]
  }
  const plain = await ask({})
  for (const more of [
    { retentionCustomBrackets: [], customAggregationTarget: false, aggregationPropertyType: 'event' },
    { timeWindowMode: 'strict_calendar_dates', aggregationType: 'count', cohortLabelStartIndex: 1 },
  ])
    expect(await ask(more)).toEqual(plain)
  expect((await ask({ customAggregationTarget: true })).slice(0, 1)).toEqual([400])
})
