import { beforeAll, describe, expect, test } from 'vitest'
import {
  askCorrelation,
  BY_PERSON,
  BY_PROPERTY,
  FUNNEL,
  type Item,
} from '../fixtures/correlation-questions.ts'
import { CORRELATION_STORY } from '../fixtures/correlation-story.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const ask = askCorrelation(server)

beforeAll(() => server.capture(CORRELATION_STORY))

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

  test('are those of each item if items have one name', async () => {
    // Senders may put colons into properties and values.
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

  test.each<[string, object, object]>([
    ['an event', {}, { funnelCorrelationPersonEntity: { kind: 'EventsNode', event: 'watched video' } }],
    [
      'a value of a property of an event',
      { funnelCorrelationType: 'event_with_properties', funnelCorrelationEventNames: ['watched video'] },
      {
        funnelCorrelationPersonEntity: {
          ...{ kind: 'EventsNode', event: 'watched video' },
          properties: [{ key: 'length', value: [3], operator: 'exact', type: 'event' }],
        },
      },
    ],
    [
      'a value of a property',
      { funnelCorrelationType: 'properties', funnelCorrelationNames: ['plan'] },
      { funnelCorrelationPropertyValues: [{ key: 'plan', value: 'pro', operator: 'exact', type: 'person' }] },
    ],
  ])('are those of %s in the form of a node', async (_, more, entity) => {
    const steps = FUNNEL.events.map(({ id }) => ({ kind: 'EventsNode', event: id }))
    const funnel = {
      ...{ kind: 'FunnelsQuery', series: steps, dateRange: { date_from: '-7d' } },
      funnelsFilter: { funnelWindowInterval: 1 },
    }
    const correlation = { kind: 'FunnelCorrelationQuery', source: funnel, ...more }
    const run = async (query: object) => {
      const { status, body } = await server.request('POST', '/api/projects/1/query/', { query })
      expect([status, body.detail]).toEqual([200, undefined])
      return body.results
    }
    const [value] = Object.values(entity).flat()
    const name = value.key
      ? `${value.key}::${value.value}`
      : [
          value.event,
          ...(value.properties ?? []).flatMap((one: { key: string; value: string[] }) => [
            one.key,
            one.value[0],
          ]),
        ].join('::')
    const item = (await run(correlation)).events.find((one: Item) => one.event.event === name)
    for (const funnelCorrelationPersonConverted of [true, false]) {
      const source = {
        ...{ kind: 'FunnelCorrelationActorsQuery', source: correlation, funnelCorrelationPersonConverted },
        ...entity,
      }
      const people = await run({ kind: 'ActorsQuery', source, select: ['id'] })
      const count = funnelCorrelationPersonConverted ? item.success_count : item.failure_count
      expect(people).toHaveLength(count)
    }
  })

  test.each<[string, object, object, string]>([
    [
      'the event of a step',
      {},
      { funnel_correlation_person_entity: 'paid' },
      'funnel_correlation_person_entity',
    ],
    [
      'an event that is left out',
      { funnel_correlation_exclude_event_names: ['watched video'] },
      { funnel_correlation_person_entity: 'watched video' },
      'funnel_correlation_person_entity',
    ],
    [
      'an event of a question by its properties',
      BY_PROPERTY,
      { funnel_correlation_person_entity: 'watched video' },
      'funnel_correlation_person_entity',
    ],
    [
      'another property',
      BY_PERSON,
      { funnel_correlation_property_values: 'email::x' },
      'funnel_correlation_property_values',
    ],
    [
      'two items',
      BY_PERSON,
      { funnel_correlation_property_values: 'plan::pro', funnel_correlation_person_entity: 'watched video' },
      'funnel_correlation_property_values',
    ],
    [
      'a value of another item',
      BY_PERSON,
      { funnel_correlation_property_values: 'plan::pro', funnel_correlation_value: 'free' },
      'funnel_correlation_value',
    ],
    [
      'a series with more than a value',
      {},
      { funnel_correlation_person_entity: '{"id":"watched video","math":"sum"}' },
      'funnel_correlation_person_entity__math',
    ],
    [
      'a series with an unknown field',
      {},
      { funnel_correlation_person_entity: '{"id":"watched video","bogus":1}' },
      'funnel_correlation_person_entity__bogus',
    ],
  ])('are refused for %s', async (_, question, selectors, attr) => {
    const { status, body } = await server.request('POST', '/api/projects/1/persons/correlation/', {
      ...FUNNEL,
      ...{ funnel_correlation_person_converted: true, ...question, ...selectors },
    })
    expect([status, body.attr]).toEqual([400, attr])
  })

  test('are refused without a side or an item', async () => {
    const people = (more: object) =>
      server.request('POST', '/api/projects/1/persons/correlation/', { ...FUNNEL, ...more })
    const side = { funnel_correlation_person_converted: true }
    expect((await people({})).body).toMatchObject({ attr: 'funnel_correlation_person_converted' })
    expect((await people(side)).body).toMatchObject({ attr: 'funnel_correlation_person_entity' })
  })
})
