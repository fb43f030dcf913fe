import { beforeAll, describe, expect, test } from 'vitest'
import {
  askCorrelation,
  BY_PERSON,
  BY_PROPERTY,
  CORRELATION,
  FUNNEL,
  type Item,
} from '../fixtures/correlation-questions.ts'
import { CORRELATION_STORY } from '../fixtures/correlation-story.ts'
import { parseCsv } from '../fixtures/parse-csv.ts'
import { KEY, useApp } from '../fixtures/use-app.ts'

// Now is Friday, 20 November 2026, 12:00 UTC.
const server = useApp()
const ask = askCorrelation(server)

beforeAll(() => server.capture(CORRELATION_STORY))

const numbersOf = ({ events }: { events: Item[] }) =>
  events.map((item) => [
    item.event.event,
    item.success_count,
    item.failure_count,
    Math.round(item.odds_ratio * 1000) / 1000,
    item.correlation_type,
  ])

const VIDEO = ['watched video', 3, 1, 4, 'success'] as const
const ERROR = ['saw error', 0, 2, 0.083, 'failure'] as const

describe('a correlation (calls 13 and 14)', () => {
  test('of events, in an Insight that is not saved', async () => {
    const { status, body } = await server.request('POST', CORRELATION, FUNNEL)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: null,
      filters: { insight: 'FUNNELS', ...FUNNEL },
      results: {
        events: [
          { event: { event: 'watched video', properties: {}, elements: [] }, success_count: 3 },
          { event: { event: 'saw error', properties: {}, elements: [] }, success_count: 0 },
        ],
        skewed: false,
      },
      timezone: 'UTC',
    })
    expect(JSON.parse(body.result)).toEqual(body.results)
    expect(numbersOf(body.results)).toEqual([VIDEO, ERROR])
  })

  test('by the parameters of an address', async () => {
    const parameters = new URLSearchParams({
      events: JSON.stringify(FUNNEL.events),
      date_from: '-7d',
      funnel_window_interval: '1',
      funnel_correlation_exclude_event_names: '["saw error"]',
    })
    const { status, body } = await server.request('GET', `${CORRELATION}?${parameters}`)
    expect([status, body.detail]).toEqual([200, undefined])
    expect(numbersOf(body.results)).toEqual([VIDEO])
  })

  const funnel = {
    kind: 'FunnelsQuery',
    series: FUNNEL.events.map(({ id }) => ({ kind: 'EventsNode', event: id })),
    dateRange: { date_from: '-7d' },
    funnelsFilter: { funnelWindowInterval: 1 },
  }

  test.each(['FunnelsQuery', 'FunnelsActorsQuery'])('by a node around a %s', async (kind) => {
    const source = kind === 'FunnelsQuery' ? funnel : { kind, source: funnel }
    const query = { kind: 'FunnelCorrelationQuery', source, funnelCorrelationType: 'events' }
    for (const path of ['/api/projects/1/query/', CORRELATION]) {
      const { status, body } = await server.request('POST', path, { query })
      expect([status, body.detail]).toEqual([200, undefined])
      expect(numbersOf(body.results)).toEqual([VIDEO, ERROR])
    }
  })

  test.each<[string, object, (readonly unknown[])[]]>([
    [
      'values of the properties of events, of at least three actors',
      BY_PROPERTY,
      [['watched video::length::3', 3, 1, 4, 'success']],
    ],
    [
      'without some of the properties',
      { ...BY_PROPERTY, funnel_correlation_event_exclude_property_names: ['length'] },
      [],
    ],
    [
      'properties of persons, and the persons without them',
      BY_PERSON,
      [
        ['plan::pro', 3, 0, 12, 'success'],
        ['seats::2', 2, 1, 1.5, 'success'],
        ['plan::', 0, 1, 0.25, 'failure'],
        ['plan::free', 0, 1, 0.25, 'failure'],
        ['seats::', 1, 1, 0.667, 'failure'],
      ],
    ],
    [
      'all properties of persons but one',
      { ...BY_PERSON, funnel_correlation_names: ['$all'], funnel_correlation_exclude_names: ['plan'] },
      [['seats::2', 2, 1, 1.5, 'success']],
    ],
    [
      'named properties of persons that are all left out',
      { ...BY_PERSON, funnel_correlation_names: ['plan'], funnel_correlation_exclude_names: ['plan'] },
      [],
    ],
  ])('of %s', async (_what, more, expected) => {
    expect(numbersOf(await ask(more))).toEqual(expected)
  })

  test('the persons without a property are listed', async () => {
    const { events } = await ask(BY_PERSON)
    const counted = events.flatMap((item: Item) => [
      { url: item.success_people_url, count: item.success_count },
      { url: item.failure_people_url, count: item.failure_count },
    ])
    for (const { url, count } of counted) {
      const { body } = await server.request('GET', url)
      expect([body.results[0].people.length, body.total_count]).toEqual([count, count])
    }
  })

  test('of groups, and of their properties, with the same people', async () => {
    const source = { ...funnel, aggregation_group_type_index: 0 }
    const query = { kind: 'FunnelCorrelationQuery', source }
    const { body } = await server.request('POST', CORRELATION, { query })
    expect(numbersOf(body.results)).toEqual([VIDEO, ERROR])
    const people = await server.request('GET', body.results.events[1].failure_people_url)
    const keys = people.body.results[0].people.map((group: { group_key: string }) => group.group_key)
    expect(keys.sort()).toEqual(['dan', 'eve'])

    const ofGroups = { funnelCorrelationType: 'properties', funnelCorrelationNames: ['$all'] }
    const { body: second } = await server.request('POST', CORRELATION, { query: { ...query, ...ofGroups } })
    expect(numbersOf(second.results)).toEqual([['size::big', 2, 0, 4.5, 'success']])
  })

  test('of a saved insight', async () => {
    const query = { kind: 'InsightVizNode', source: { kind: 'FunnelCorrelationQuery', source: funnel } }
    const { body } = await server.request('POST', '/api/projects/1/insights/', { query })
    const read = await server.request('GET', `/api/projects/1/insights/${body.id}/?refresh=blocking`)
    expect(numbersOf(read.body.results)).toEqual([VIDEO, ERROR])
    expect(read.body.filters).toEqual({})
  })

  test('is skewed, with nothing to compare, if no one finishes the funnel', async () => {
    const events = [{ id: 'visit' }, { id: 'never', order: 1 }]
    expect(await ask({ events })).toEqual({ events: [], skewed: true })
  })
})

test.each<[object, string, string]>([
  [
    { funnel_correlation_exclude_event_names: ['saw error', 'nosuch'] },
    'unknown_event',
    'funnel_correlation_exclude_event_names__1',
  ],
  [
    { ...BY_PROPERTY, funnel_correlation_event_names: ['nosuch'] },
    'unknown_event',
    'funnel_correlation_event_names__0',
  ],
  [
    { ...BY_PROPERTY, funnel_correlation_event_exclude_property_names: ['nosuch'] },
    'unknown_property',
    'funnel_correlation_event_exclude_property_names__0',
  ],
  [
    { ...BY_PERSON, funnel_correlation_names: ['plan', 'nosuch', '$all'] },
    'unknown_property',
    'funnel_correlation_names__1',
  ],
])('a name that the project does not have is warned of: %j', async (more, code, attr) => {
  const { status, body } = await server.request('POST', CORRELATION, { ...FUNNEL, ...more })
  expect(status).toBe(200)
  expect(body.warnings).toEqual([expect.objectContaining({ code, attr })])
})

describe('refused', () => {
  test.each<[object, string, string]>([
    [
      { funnel_correlation_type: 'properties' },
      'funnel_correlation_names',
      'Property correlation expects atleast one Property',
    ],
    [
      { funnel_correlation_type: 'event_with_properties' },
      'funnel_correlation_event_names',
      'Event properties correlation expects atleast one Event',
    ],
    [{ funnel_correlation_type: 'event' }, 'funnel_correlation_type', ''],
    [{ funnel_correlation_name: ['a'] }, 'funnel_correlation_name', 'funnel_correlation_names'],
    [
      { ...BY_PERSON, funnel_aggregate_by_hogql: 'properties.x' },
      'funnel_correlation_type',
      'have no properties',
    ],
    [{ events: [{ id: 'visit' }] }, 'events', 'steps'],
  ])('%j', async (more, attr, detail) => {
    const { status, body } = await server.request('POST', CORRELATION, { ...FUNNEL, ...more })
    expect([status, body.attr]).toEqual([400, attr])
    expect(body.detail).toContain(detail)
  })
})

test('a table of the items as CSV', async () => {
  const { payload } = await server.app.server.inject({
    method: 'POST',
    url: `${CORRELATION}?format=csv`,
    headers: { authorization: `Bearer ${KEY}` },
    payload: FUNNEL,
  })
  expect(parseCsv(payload)).toEqual([
    ['name', 'success_count', 'failure_count', 'odds_ratio', 'correlation_type'],
    ['watched video', '3', '1', '4', 'success'],
    ['saw error', '0', '2', String(1 / 12), 'failure'],
  ])
})
