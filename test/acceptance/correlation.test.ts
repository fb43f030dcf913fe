import { beforeAll, describe, expect, test } from 'vitest'
import { CORRELATION_STORY } from '../fixtures/correlation-story.ts'
import { parseCsv } from '../fixtures/parse-csv.ts'
import { KEY, useApp } from '../fixtures/use-app.ts'

// Now is Friday, 20 November 2026, 12:00 UTC.
const server = useApp()
const CORRELATION = '/api/projects/1/insights/funnel/correlation/'

beforeAll(() => server.capture(CORRELATION_STORY))

const FUNNEL = {
  events: [
    { id: 'visit', order: 0 },
    { id: 'paid', order: 1 },
  ],
  date_from: '-7d',
  funnel_window_interval: 1,
}

interface Item {
  event: { event: string; properties: object; elements: unknown[] }
  success_count: number
  failure_count: number
  odds_ratio: number
  correlation_type: string
  success_people_url: string
  failure_people_url: string
}

async function ask(more: object): Promise<{ events: Item[]; skewed: boolean }> {
  const { status, body } = await server.request('POST', CORRELATION, { ...FUNNEL, ...more })
  expect([status, body.detail]).toEqual([200, undefined])
  return body.results
}
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

const BY_PROPERTY = {
  funnel_correlation_type: 'event_with_properties',
  funnel_correlation_event_names: ['watched video'],
}
const BY_PERSON = { funnel_correlation_type: 'properties', funnel_correlation_names: ['plan', 'seats'] }

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
      'properties of persons',
      BY_PERSON,
      [
        ['plan::pro', 3, 0, 12, 'success'],
        ['plan::free', 0, 1, 0.25, 'failure'],
        ['seats::2', 2, 1, 1.5, 'success'],
      ].toSorted((a, b) => Number(b[3]) - Number(a[3])),
    ],
    [
      'all properties of persons but one',
      { ...BY_PERSON, funnel_correlation_names: ['$all'], funnel_correlation_exclude_names: ['plan'] },
      [['seats::2', 2, 1, 1.5, 'success']],
    ],
  ])('of %s', async (_what, more, expected) => {
    expect(numbersOf(await ask(more))).toEqual(expected)
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

  test('is skewed, with nothing to compare, where no one finishes the funnel', async () => {
    const events = [{ id: 'visit' }, { id: 'never', order: 1 }]
    expect(await ask({ events })).toEqual({ events: [], skewed: true })
  })
})

describe('the people behind it', () => {
  test.each<[string, object]>([
    ['events', {}],
    ['properties of events', BY_PROPERTY],
    ['properties of persons', BY_PERSON],
  ])('of %s are as many as the counts', async (_what, more) => {
    const { events } = await ask(more)
    expect(events.length).toBeGreaterThan(0)
    for (const item of events) {
      const counts = [item.success_count, item.failure_count]
      for (const [i, url] of [item.success_people_url, item.failure_people_url].entries()) {
        const { status, body } = await server.request('GET', url)
        expect([status, body.detail]).toEqual([200, undefined])
        expect(body.results[0]).toMatchObject({ count: counts[i] })
        expect(body.results[0].people).toHaveLength(counts[i] ?? 0)
      }
    }
  })

  test('are those of each item where items have one name', async () => {
    // Colons that a sender puts into a property or a value.
    const did = (id: string, event: string, minute: number, properties = {}) => ({
      event,
      distinct_id: id,
      timestamp: `2026-11-18T09:0${minute}:00Z`,
      properties,
    })
    const sent = ['gus', 'hal', 'ida', 'jon'].map((id, i) => [
      did(id, 'began', 0, { $set: i < 2 ? { 'a::b': 'c' } : { a: 'b::c' } }),
      did(id, 'looked', 1, i < 3 ? { 'x::y': 'z' } : { x: 'y::z' }),
      did(id, 'looked', 2, { x: 'y::z' }),
      ...(i % 2 === 0 ? [did(id, 'ended', 3)] : []),
    ])
    await server.capture(sent.flat())
    const events = [{ id: 'began' }, { id: 'ended', order: 1 }]
    for (const more of [
      { funnel_correlation_type: 'properties', funnel_correlation_names: ['$all'] },
      { funnel_correlation_type: 'event_with_properties', funnel_correlation_event_names: ['looked'] },
    ]) {
      const found = await ask({ events, ...more })
      expect(new Set(found.events.map((item) => item.event.event)).size).toBe(1)
      expect(found.events).toHaveLength(2)
      for (const item of found.events)
        for (const [url, count] of [
          [item.success_people_url, item.success_count],
          [item.failure_people_url, item.failure_count],
        ] as const)
          expect((await server.request('GET', url)).body.results[0]).toMatchObject({ count })
    }
  })

  test('are named, and each has the explanation of the funnel', async () => {
    const { events } = await ask({})
    const { body } = await server.request('GET', events[1]?.failure_people_url ?? '')
    const people = body.results[0].people as { distinct_ids: string[]; explain_url: string }[]
    expect(people.map(({ distinct_ids: [id] }) => id).sort()).toEqual(['dan', 'eve'])
    for (const { explain_url } of people) {
      const explained = await server.request('GET', explain_url)
      expect(explained.body).toMatchObject({ steps: FUNNEL.events.length, reason: expect.any(String) })
      expect(explained.body.steps_reached).toBeLessThan(FUNNEL.events.length)
    }
  })

  test('are refused without a side or an item', async () => {
    const people = (more: object) =>
      server.request('POST', '/api/projects/1/persons/correlation/', { ...FUNNEL, ...more })
    const side = { funnel_correlation_person_converted: true }
    expect((await people({})).body).toMatchObject({ attr: 'funnel_correlation_person_converted' })
    expect((await people(side)).body).toMatchObject({ attr: 'funnel_correlation_person_entity' })
  })
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
