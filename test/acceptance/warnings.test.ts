import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()

beforeAll(() =>
  server.capture([
    { event: 'paid', distinct_id: 'ada', properties: { plan: 'pro', $set: { city: 'Oslo' } } },
    { event: 'seen', distinct_id: 'ada', properties: { $groups: { company: 'acme' } } },
  ]),
)

const path = (rest: string) => `/api/projects/1/${rest}`
const trend = (body: object) => server.request('POST', path('insights/trend/'), body)
const paid = [{ id: 'paid' }]

const unknownEvent = {
  code: 'unknown_event',
  detail: 'The project has no event "payed". event_definitions lists its events.',
  attr: 'events__1__id',
}

test('an answer without a warning has no field of warnings', async () => {
  const { status, body } = await trend({ events: [{ id: 'paid', properties: { plan: 'pro' } }] })
  expect([status, 'warnings' in body]).toEqual([200, false])
})

describe('names that the project does not have', () => {
  test('an event, even if the answer comes from the cache', async () => {
    for (const isCached of [false, true])
      expect(await trend({ events: [...paid, { id: 'payed', order: 1 }] })).toMatchObject({
        status: 200,
        body: { is_cached: isCached, warnings: [unknownEvent] },
      })
  })

  test('the warning ends with the first event of the name', async () => {
    const project = await server.newProject()
    const ask = () =>
      server.request('POST', `/api/projects/${project.id}/insights/trend/`, { events: [{ id: 'new' }] })
    expect((await ask()).body.warnings).toHaveLength(1)
    await server.capture([{ event: 'new', distinct_id: 'ada' }], project.token)
    expect((await ask()).body.warnings).toBeUndefined()
  })

  test('properties and group types, each with its place', async () => {
    const { body } = await trend({
      events: [{ id: 'paid', properties: [{ key: 'plann', value: 'pro' }] }],
      properties: {
        type: 'OR',
        values: [
          { key: 'plan', value: 'pro' },
          { key: 'city', value: 'Oslo' },
        ],
      },
    })
    expect(body.warnings).toEqual([
      {
        code: 'unknown_property',
        detail:
          'No event of the project has had the property "city". property_definitions lists the properties.',
        attr: 'properties__values__1__key',
      },
      expect.objectContaining({ code: 'unknown_property', attr: 'events__0__properties__0__key' }),
    ])
  })

  test('actions and cohorts, also those that are deleted', async () => {
    const ask = async (action: number, cohort: number) => {
      const { body } = await trend({
        actions: [{ id: action }],
        properties: [{ key: 'id', type: 'cohort', operator: 'not_in', value: cohort }],
      })
      return body.warnings
    }
    const makeIn = async (list: string, body: object) =>
      (await server.request('POST', path(`${list}/`), body)).body.id
    const action = await makeIn('actions', { name: 'paid', steps: [{ event: 'paid' }] })
    const cohort = await makeIn('cohorts', { name: 'staff', is_static: true })
    expect(await ask(action, cohort)).toBeUndefined()
    for (const list of [`actions/${action}`, `cohorts/${cohort}`])
      await server.request('PATCH', path(`${list}/`), { deleted: true })
    expect(await ask(action, cohort)).toEqual([
      {
        code: 'unknown_action',
        detail: `The project has no action ${action}: it matches no event. actions/ lists its actions.`,
        attr: 'actions__0__id',
      },
      {
        code: 'unknown_cohort',
        detail: `The project has no cohort ${cohort}: it has no members. cohorts/ lists its cohorts.`,
        attr: 'properties__0__value',
      },
    ])
  })

  test.each<[string, object, string]>([
    ['trend', { events: [{ id: 'paid' }] }, 'sampling_factor'],
    ['funnel', { events: [{ id: 'paid' }, { id: 'paid', order: 1 }] }, 'sampling_factor'],
    ['funnel/correlation', { events: [{ id: 'paid' }, { id: 'paid', order: 1 }] }, 'sampling_factor'],
    ['retention', {}, 'sampling_factor'],
    ['path', {}, 'sampling_factor'],
  ])('a sampling factor of %s, which is computed of all events', async (kind, asked, attr) => {
    const { id } = await server.newProject()
    const ask = (sampling_factor: number) =>
      server.request('POST', `/api/projects/${id}/insights/${kind}/`, { ...asked, sampling_factor })
    const { status, body } = await ask(0.1)
    expect([
      status,
      body.warnings.filter(({ code }: { code: string }) => code.startsWith('sampling')),
    ]).toEqual([
      200,
      [{ code: 'sampling_left_out', detail: expect.stringContaining('all events are counted'), attr }],
    ])
    const refused = await ask(2)
    expect([refused.status, refused.body.attr]).toEqual([400, attr])
  })

  test.each(['StickinessQuery', 'LifecycleQuery'])('a sampling factor of a %s', async (kind) => {
    const query = { kind, series: [{ kind: 'EventsNode', event: null }], samplingFactor: 0.5 }
    const { status, body } = await server.request('POST', path('query/'), { query })
    expect([status, body.warnings]).toMatchObject([
      200,
      [{ code: 'sampling_left_out', attr: 'query__samplingFactor' }],
    ])
  })

  test('the names of test account filters', async () => {
    const { id } = await server.newProject()
    await server.request('PATCH', `/api/projects/${id}/`, {
      test_account_filters: [{ key: 'internal', value: 'yes', operator: 'is_not' }],
    })
    const ask = (filter_test_accounts: boolean) =>
      server.request('POST', `/api/projects/${id}/insights/trend/`, {
        events: [{ id: null }],
        filter_test_accounts,
      })
    expect((await ask(true)).body.warnings).toMatchObject([{ attr: 'test_account_filters__0__key' }])
    expect((await ask(false)).body.warnings).toBeUndefined()
  })

  test('a group type of a lifecycle of groups', async () => {
    const lifecycle = (index: number) =>
      server.request('POST', path('query/'), {
        query: {
          kind: 'LifecycleQuery',
          series: [{ kind: 'EventsNode', event: 'seen' }],
          aggregation_group_type_index: index,
        },
      })
    expect((await lifecycle(0)).body.warnings).toBeUndefined()
    expect((await lifecycle(3)).body.warnings).toEqual([
      {
        code: 'unknown_group_type',
        detail: 'The project has no group type 3. groups_types lists its group types.',
        attr: 'query__aggregation_group_type_index',
      },
    ])
  })
})

describe('a regular expression that cannot be read', () => {
  const counted = async (operator: string, value: unknown) => {
    const { status, body } = await trend({ events: paid, properties: [{ key: 'plan', operator, value }] })
    expect([status, body.detail]).toEqual([200, undefined])
    return { count: body.result[0].count, warnings: body.warnings }
  }

  test('matches nothing, with a warning that names the filter', async () => {
    expect(await counted('regex', 'p(?=r)')).toEqual({
      count: 0,
      warnings: [
        {
          code: 'unreadable_regex',
          detail:
            'The regular expression "p(?=r)" cannot be read: the syntax is that of RE2. It matches nothing.',
          attr: 'properties__0__value',
        },
      ],
    })
    // The class is newer than the engine. If it were known, `p\p{LC}` would match.
    for (const [operator, value] of [
      ['not_regex', '('],
      ['regex', 'p\\p{LC}'],
      ['not_regex', '\\p{Garay}'],
    ] as const)
      expect(await counted(operator, value)).toMatchObject({
        count: 0,
        warnings: [{ code: 'unreadable_regex' }],
      })
  })

  test('leaves the others of its list', async () => {
    expect(await counted('regex', ['(', 'pro'])).toMatchObject({ count: 1, warnings: [{}] })
    expect(await counted('not_regex', ['(', 'free'])).toMatchObject({ count: 0, warnings: [{}] })
  })

  test('does not depend on the data: a project without events gives the same warning', async () => {
    const { id } = await server.newProject()
    expect(
      await server.request('POST', `/api/projects/${id}/insights/trend/`, {
        events: [{ id: null, properties: [{ key: 'a', operator: 'regex', value: '[z-a]' }] }],
      }),
    ).toMatchObject({
      status: 200,
      body: { warnings: [{ code: 'unreadable_regex' }, { code: 'unknown_property' }] },
    })
  })
})
