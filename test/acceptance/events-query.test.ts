import { beforeAll, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
let actionId = 0

beforeAll(async () => {
  const event = (name: string, distinct_id: string, timestamp: string, properties: object) => ({
    ...{ event: name, distinct_id, timestamp, properties },
  })
  await server.capture([
    event('paid', 'ada', '2026-11-20T10:00:00.120Z', { amount: 30, plan: 'pro', $set: { tier: 'gold' } }),
    event('paid', 'bob', '2026-11-20T09:00:00Z', { amount: 5, plan: 'free' }),
    event('seen', 'bob', '2026-11-20T08:00:00Z', { plan: 'free', nested: { a: [1, 2] } }),
    event('seen', 'cid', '2026-11-10T08:00:00Z', { $process_person_profile: false }),
  ])
  const action = { name: 'Free', steps: [{ event: 'paid', properties: [{ key: 'plan', value: 'free' }] }] }
  const { body } = await server.request('POST', '/api/projects/1/actions/', action)
  actionId = body.id
})

async function ask(query: object) {
  const path = '/api/projects/1/query/'
  return server.request('POST', path, {
    query: { kind: 'EventsQuery', select: ['event', 'distinct_id'], ...query },
  })
}
const rowsOf = async (query: object) => {
  const { status, body } = await ask(query)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.results
}
const PAID = [
  ['paid', 'ada'],
  ['paid', 'bob'],
]
const RECENT = [...PAID, ['seen', 'bob']]

test.each<[name: string, query: object, expected: unknown[][]]>([
  ['the last 24 hours, newest first', {}, RECENT],
  ['any of several events', { events: ['seen', 'none'] }, [['seen', 'bob']]],
  ['one of several events', { events: ['seen', 'paid'], event: 'paid' }, PAID],
  [
    'by what events have besides their properties',
    {
      properties: [
        { type: 'event_metadata', key: 'distinct_id', operator: 'icontains', value: 'B' },
        { type: 'event_metadata', key: 'timestamp', operator: 'is_date_after', value: '2026-11-20 08:30' },
        { type: 'event_metadata', key: '$session_id', operator: 'is_not_set' },
      ],
    },
    [['paid', 'bob']],
  ],
  [
    'by what is known of their persons',
    {
      properties: [
        { type: 'person_metadata', key: 'created_at', operator: 'is_date_exact', value: '2026-11-20' },
        { type: 'person_metadata', key: 'is_identified', value: ['false'] },
        { type: 'event_metadata', key: 'event', operator: 'is_not', value: 'paid' },
      ],
    },
    [['seen', 'bob']],
  ],
  ['a list of no events restricts nothing', { events: [] }, RECENT],
  ['of all time', { after: 'all' }, [...RECENT, ['seen', 'cid']]],
  ['an event', { event: 'paid' }, PAID],
  ['conditions', { where: ["properties.plan = 'free'", "event != 'seen'"] }, [['paid', 'bob']]],
  ['filters', { properties: [{ key: 'amount', operator: 'gt', value: 10 }] }, [['paid', 'ada']]],
  ['before an instant', { before: '2026-11-20T09:00:00Z' }, [['seen', 'bob']]],
  ['after an instant', { after: '2026-11-20T09:00:00Z' }, [['paid', 'ada']]],
  [
    'an order',
    { orderBy: ['distinct_id DESC', 'event'] },
    [
      ['paid', 'bob'],
      ['seen', 'bob'],
      ['paid', 'ada'],
    ],
  ],
  ['a page', { limit: 1, offset: 1 }, [['paid', 'bob']]],
  [
    'groups, the largest first',
    { select: ['event', 'count()'] },
    [
      ['paid', 2],
      ['seen', 1],
    ],
  ],
  [
    'columns with names in comments',
    { select: ['properties.amount -- Amount', 'toFloat(properties.amount) * 2'], event: 'paid' },
    [
      [30, 60],
      [5, 10],
    ],
  ],
])('%s', async (_, query, expected) => {
  expect(await rowsOf(query)).toEqual(expected)
})

test('the events of an action', async () => {
  expect(await rowsOf({ actionId })).toEqual([['paid', 'bob']])
})

test('whole events and persons are objects, and columns have the names that were sent', async () => {
  const select = ['*', 'person', 'person_id', 'timestamp -- Time']
  const { status, body } = await ask({ select, event: 'paid', limit: 1 })
  expect(status).toBe(200)
  expect(body).toMatchObject({ columns: select, hasMore: true, limit: 1, offset: 0 })
  const [event, person, personId, timestamp] = body.results[0]
  expect(event).toMatchObject({
    event: 'paid',
    distinct_id: 'ada',
    timestamp: '2026-11-20T10:00:00.12Z',
    properties: { amount: 30, plan: 'pro' },
    elements_chain: '',
    uuid: expect.any(String),
  })
  expect(person).toMatchObject({ uuid: personId, distinct_id: 'ada', properties: { tier: 'gold' } })
  expect(timestamp).toBe('2026-11-20T10:00:00.12Z')
  const { body: found } = await server.request('GET', `/api/projects/1/persons/${personId}/`)
  expect(found.distinct_ids).toEqual(['ada'])
  expect(await rowsOf({ personId })).toEqual([['paid', 'ada']])
})

test.each<[name: string, query: object, attr: string]>([
  ['a column that there is not', { select: ['evnt'] }, 'query__select__0'],
  ['a condition that is cut off', { where: ['event = '] }, 'query__where__0'],
  ['a column that closes a bracket', { select: ['1) from persons'] }, 'query__select__0'],
  ['an order that goes on', { orderBy: ['event limit 1'] }, 'query__orderBy__0'],
  ['an id that is none', { personId: 'ada' }, 'query__personId'],
  ['a date that is none', { after: 'yesterdayish' }, 'query__after'],
  ['a page before the first', { offset: -1 }, 'query__offset'],
  ['no columns', { select: [] }, 'query__select'],
  ['an unknown key', { selct: ['event'] }, 'query__selct'],
])('%s is refused with its place', async (_, query, attr) => {
  expect(await ask(query)).toMatchObject({ status: 400, body: { attr } })
})

test('the person of an event by a name, as the table of events of clients asks for it', async () => {
  const { id, token } = await server.newProject('Named')
  const seen = (distinct_id: string, properties: object) => ({
    ...{ event: 'seen', distinct_id, timestamp: '2026-11-20T09:00:00Z', properties },
  })
  await server.capture(
    [
      seen('ada', { $set: { name: 'Ada', email: 'ada@example.com' } }),
      seen('bob', { $set: { name: 'Bob' } }),
      seen('cid', { $process_person_profile: false }),
    ],
    token,
  )
  const { body } = await server.request('POST', `/api/projects/${id}/query/`, {
    query: {
      kind: 'EventsQuery',
      select: ['distinct_id', 'person_display_name -- Person'],
      orderBy: ['distinct_id'],
    },
  })
  expect(body.columns).toEqual(['distinct_id', 'person_display_name -- Person'])
  expect(body.results).toEqual(
    [
      ['ada', 'ada@example.com'],
      ['bob', 'Bob'],
      ['cid', 'cid'],
    ].map(([distinct_id, display_name]) => [
      distinct_id,
      { id: expect.any(String), distinct_id, display_name },
    ]),
  )
})

test('a filter on metadata has a key that events have', async () => {
  const refused = async (key: string) =>
    (await ask({ properties: [{ type: 'event_metadata', key, value: 'a' }] })).body
  expect([await refused('distinctid'), await refused('person_id')]).toMatchObject([
    { code: 'invalid_choice', attr: 'query__properties__0__key' },
    { code: 'not_supported', attr: 'query__properties__0__key' },
  ])
})
