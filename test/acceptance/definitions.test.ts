import { beforeAll, describe, expect, test } from 'vitest'
import { type TestProject, useApp } from '../fixtures/use-app.ts'

const server = useApp()
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/
const NOON = '2026-11-20T12:00:00.000Z'

let shop: TestProject
let other: TestProject
beforeAll(async () => {
  shop = await server.newProject('Shop')
  other = await server.newProject('Other')
  const sent = (event: string, properties: object, timestamp = NOON) => ({
    event,
    distinct_id: 'ada',
    properties,
    timestamp,
  })
  await server.capture(
    [
      sent('$pageview', { $browser: 'Chrome', plan: 'free', seats: 3, joined: '2026-01-02T03:04:05Z' }),
      sent('$pageview', { $browser: 'Chrome', plan: 'free', seats: 3 }, '2026-10-01T00:00:00Z'),
      sent('paid invoice', { plan: 'pro', seats: 5, is_new: true, items: [1], '$feature/beta': 'on' }),
      sent('paid invoice', { plan: 7, $set: { mail: 'ada@example.com', age: 36 } }),
      sent('$groupidentify', { $group_type: 'team', $group_key: 't1', $group_set: { size: 4 } }),
      sent('$groupidentify', { $group_type: 'office', $group_key: 'o1', $group_set: { city: 'Rome' } }),
    ],
    shop.token,
  )
  await server.capture([sent('secret', { hidden: 1 })], other.token)
})

const get = (path: string, project = shop, key?: string) =>
  server.request('GET', `/api/projects/${project.id}/${path}`, undefined, key)
const namesIn = (body: { results: { name: string }[] }) => body.results.map(({ name }) => name)
async function names(path: string): Promise<string[]> {
  const { status, body } = await get(path)
  expect(status).toBe(200)
  return namesIn(body)
}

describe('event definitions', () => {
  test('have the fields that clients read, and exact volumes of 30 days', async () => {
    const { status, body } = await get('event_definitions/')
    expect(status).toBe(200)
    expect(body).toMatchObject({ count: 3, next: null, previous: null })
    expect(namesIn(body)).toEqual(['$groupidentify', '$pageview', 'paid invoice'])
    expect(body.results[1]).toEqual({
      id: expect.stringMatching(UUID),
      name: '$pageview',
      description: null,
      tags: [],
      owner: null,
      verified: false,
      hidden: false,
      is_action: false,
      created_at: NOON,
      updated_at: null,
      updated_by: null,
      last_seen_at: NOON,
      count: 2,
      volume_30_day: 1,
      query_usage_30_day: null,
    })
  })

  test('are found by id, in their own project only', async () => {
    const [definition] = (await get('event_definitions/')).body.results
    for (const id of [definition.id, definition.id.toUpperCase()])
      expect(await get(`event_definitions/${id}/`)).toMatchObject({ status: 200, body: definition })
    for (const [id, project] of [
      [definition.id, other],
      ['00000000-0000-0000-0000-000000000000', shop],
      ['paid', shop],
    ] as const)
      expect(await get(`event_definitions/${id}/`, project)).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      })
    expect((await get('event_definitions/a%00b/')).status).toBe(400)
  })

  test.each([
    ['search=PAID', ['paid invoice']],
    ['search=in%20paid', ['paid invoice']],
    ['search=paid%20view', []],
    ['search=%25', []],
    ['search=_', []],
    ['search=', ['$groupidentify', '$pageview', 'paid invoice']],
    ['ordering=-name', ['paid invoice', '$pageview', '$groupidentify']],
    ['ordering=last_seen_at', ['$groupidentify', '$pageview', 'paid invoice']],
    ['event_type=all&exclude_hidden=true&limit=2', ['$groupidentify', '$pageview']],
    ['limit=2&offset=2', ['paid invoice']],
    ['limit=99999&format=json', ['$groupidentify', '$pageview', 'paid invoice']],
  ])('?%s', async (query, expected) => {
    expect(await names(`event_definitions/?${query}`)).toEqual(expected)
  })

  test('link from page to page', async () => {
    const first = (await get('event_definitions/?limit=2&ordering=-name')).body
    expect(first).toMatchObject({ count: 3, previous: null })
    const next = new URL(first.next)
    const second = (await server.request('GET', next.pathname + next.search)).body
    expect(namesIn(second)).toEqual(['$groupidentify'])
    expect(second.next).toBeNull()
  })

  test('count an event as soon as its request has a response', async () => {
    const { id, token } = await server.newProject()
    for (let count = 1; count <= 3; count++) {
      await server.capture([{ event: 'tick', distinct_id: 'ada' }], token)
      const { body } = await get('event_definitions/', { id, token })
      expect(body.results).toMatchObject([{ name: 'tick', count, volume_30_day: count }])
    }
  })

  test('count a repeated uuid once', async () => {
    const project = await server.newProject()
    const event = { event: 'once', distinct_id: 'ada', uuid: '01932d8e-7d3a-7000-8000-0123456789ab' }
    await server.capture([event, event], project.token)
    await server.capture([event], project.token)
    expect((await get('event_definitions/', project)).body.results).toMatchObject([{ count: 1 }])
  })
})

describe('property definitions', () => {
  test('have the fields that clients read', async () => {
    const { status, body } = await get('property_definitions/?search=seats')
    expect(status).toBe(200)
    expect(body).toEqual({
      count: 1,
      next: null,
      previous: null,
      results: [
        {
          id: expect.stringMatching(UUID),
          name: 'seats',
          type: 'event',
          group_type_index: null,
          property_type: 'Numeric',
          is_numerical: true,
          is_seen_on_filtered_events: null,
          description: null,
          tags: [],
          owner: null,
          verified: false,
          hidden: false,
          created_at: NOON,
          updated_at: null,
          updated_by: null,
          last_seen_at: NOON,
          count: 3,
          query_usage_30_day: null,
        },
      ],
    })
    const [definition] = body.results
    expect(await get(`property_definitions/${definition.id}/`)).toMatchObject({
      status: 200,
      body: definition,
    })
    expect(await get(`property_definitions/${definition.id}/`, other)).toMatchObject({ status: 404 })
  })

  test('know the kinds of values', async () => {
    const { body } = await get('property_definitions/')
    const kinds = body.results.map((one: { name: string; property_type: string }) => [
      one.name,
      one.property_type,
    ])
    expect(Object.fromEntries(kinds)).toMatchObject({
      $browser: 'String',
      is_new: 'Boolean',
      items: null,
      joined: 'DateTime',
      // The values of `plan` were a text, then a number.
      plan: 'String',
      seats: 'Numeric',
    })
  })

  const list = (values: readonly unknown[]) => encodeURIComponent(JSON.stringify(values))
  const CORE_LESS = 'exclude_core_properties=true'
  test.each([
    [`${CORE_LESS}&limit=3`, ['is_new', 'items', 'joined']],
    [`${CORE_LESS}&limit=3&offset=3`, ['plan', 'seats']],
    ['type=event&search=BROW', ['$browser']],
    ['properties=seats,plan,unknown', ['plan', 'seats']],
    [`properties=seats,plan&excluded_properties=${list(['plan'])}`, ['seats']],
    ['properties=seats,plan&excluded_properties=plan,x', ['seats']],
    ['is_numerical=true', ['seats']],
    ['is_numerical=False&properties=seats,items,plan', ['items', 'plan']],
    ['is_feature_flag=true', ['$feature/beta']],
    ['is_feature_flag=false&search=beta', []],
    [`${CORE_LESS}&event_names=${list(['paid invoice'])}`, ['is_new', 'items', 'plan', 'seats', 'joined']],
    [
      `${CORE_LESS}&event_names=${list(['paid invoice'])}&filter_by_event_names=true`,
      ['is_new', 'items', 'plan', 'seats'],
    ],
    [
      `${CORE_LESS}&event_names=${list(['paid invoice', '$pageview'])}&filter_by_event_names=1`,
      ['is_new', 'items', 'joined', 'plan', 'seats'],
    ],
    [`event_names=${list(['unknown'])}&filter_by_event_names=true`, []],
    [`event_names=${list([])}&filter_by_event_names=true`, []],
    ['properties=seats&event_names=&is_numerical=&excluded_properties=', ['seats']],
    ['type=person', ['age', 'mail']],
    ['type=person&is_numerical=true', ['age']],
    ['type=group&group_type_index=0', ['size']],
    ['type=group&group_type_index=1', ['city']],
    ['type=group&group_type_index=4', []],
  ])('?%s', async (query, expected) => {
    expect(await names(`property_definitions/?${query}`)).toEqual(expected)
  })

  test('have a flag for the properties of event_names', async () => {
    const query = `properties=seats,joined&event_names=${list(['paid invoice'])}`
    expect((await get(`property_definitions/?${query}`)).body.results).toMatchObject([
      { name: 'seats', is_seen_on_filtered_events: true },
      { name: 'joined', is_seen_on_filtered_events: false },
    ])
  })

  test('accept the parameters of an AI agent', async () => {
    const query =
      'event_names=%5B%22%24pageview%22%5D&exclude_core_properties=true&filter_by_event_names=true&is_feature_flag=false&limit=200&offset=0&type=event&exclude_hidden=true'
    expect(await names(`property_definitions/?${query}`)).toEqual(['joined', 'plan', 'seats'])
  })

  test.each([
    ['type=session', 'type', 'invalid_choice'],
    ['type=group', 'group_type_index', 'invalid_input'],
    ['type=group&group_type_index=5', 'group_type_index', 'invalid_input'],
    ['type=group&group_type_index=', 'group_type_index', 'invalid_input'],
    ['group_type_index=0', 'group_type_index', 'invalid_input'],
    ['type=person&event_names=["a"]', 'event_names', 'invalid_input'],
    ['filter_by_event_names=true', 'event_names', 'invalid_input'],
    ['event_names=paid', 'event_names', 'invalid_input'],
    ['event_names={"a":1}', 'event_names', 'invalid_input'],
    ['event_names=[1]', 'event_names', 'invalid_input'],
    ['is_numerical=maybe', 'is_numerical', 'invalid_choice'],
    ['is_numerical=true&is_numerical=false', 'is_numerical', 'invalid_input'],
    ['search=a%00b', 'search', 'null_characters_not_allowed'],
    ['limit=0', 'limit', 'min_value'],
    ['limit=ten', 'limit', 'invalid_input'],
    ['offset=-1', 'offset', 'min_value'],
    ['format=xml', 'format', 'invalid_choice'],
    ['verified=true', 'verified', 'invalid_input'],
    ['constructor=1', 'constructor', 'invalid_input'],
  ])('?%s is refused', (query, attr, code) => expectRefusal(query, attr, code))

  test('too many names and too long texts are refused', async () => {
    await expectRefusal(`event_names=${list(Array(1001).fill('a'))}`, 'event_names', 'invalid_input')
    await expectRefusal(`properties=${'a,'.repeat(1001)}`, 'properties', 'invalid_input')
    await expectRefusal(`search=${'x'.repeat(201)}`, 'search', 'max_length')
  })

  async function expectRefusal(query: string, attr: string, code: string) {
    const { status, body } = await get(`property_definitions/?${query}`)
    expect({ status, ...body }).toMatchObject({ status: 400, type: 'validation_error', attr, code })
  }
})

test.each(['event_definitions', 'property_definitions'])(
  '%s need their scope and their project',
  async (path) => {
    const scope = path.replace(/s$/, '')
    expect((await get(`${path}/`, shop, await server.newKey([`${scope}:read`]))).status).toBe(200)
    expect(await get(`${path}/`, shop, await server.newKey(['insight:write']))).toMatchObject({
      status: 403,
      body: { detail: `API key missing required scope '${scope}:read'` },
    })
    expect((await get(`${path}/`, shop, await server.newKey(['*'], [other.id]))).status).toBe(404)
    const { body } = await get(`${path}/`, other)
    expect(namesIn(body)).toEqual([path === 'event_definitions' ? 'secret' : 'hidden'])
    expect((await server.request('GET', `/api/environments/${shop.id}/${path}`)).status).toBe(200)
  },
)
