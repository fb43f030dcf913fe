import { beforeAll, describe, expect, test } from 'vitest'
import { CALLS, type ContractCall, EVENTS, SENT, STEPS, TEST_ACCOUNTS } from '../fixtures/contract-tables.ts'
import { operationsOf } from '../fixtures/documented.ts'
import { isPro, NOON, WRITABLE } from '../fixtures/insight-fields.ts'
import { type Answer, useApp } from '../fixtures/use-app.ts'

const server = useApp()

let insightId = 0
const keys = new Map<string, string>()
// Replaces the ID together with the text around it, because a random short id has the letters ID once in 550
// runs.
const addressOf = (path: string) =>
  `/api/projects/1/${path.replace(/^insights\/ID\//, `insights/${insightId}/`)}`
const ask = (method: string, path: string, body?: object, key?: string) =>
  server.request(method, addressOf(path), body, key)
async function keyFor(scope: string): Promise<string> {
  const key = keys.get(scope) ?? (await server.newKey(scope.split(' ')))
  keys.set(scope, key)
  return key
}

const answers = new Map<number, Answer>()
beforeAll(async () => {
  await server.capture(EVENTS)
  await ask('PATCH', '', { test_account_filters: TEST_ACCOUNTS })
  for (const name of ['First', 'Second']) await ask('POST', 'dashboards/', { name })
  insightId = (await ask('POST', 'insights/', SENT)).body.id
  await ask('PATCH', 'insights/ID/sharing', { enabled: true })
  await ask('GET', 'insights/ID/?refresh=true')
  for (const { call, method, path, scope, body } of CALLS)
    answers.set(call, await ask(method, path, body, await keyFor(scope)))
})

test('every call of the document is in the table', async () => {
  const { body } = await server.request('GET', '/api/schema/', undefined, null)
  const found = operationsOf(body).flatMap(({ method, path, 'x-contract-call': call }) =>
    path.startsWith('/api/projects/') && method !== 'PUT' ? (call ?? []) : [],
  )
  expect(CALLS.map(({ call }) => call)).toEqual(found.sort((a, b) => a - b))
})

test.each(CALLS)('call $call: $method $path answers a key with $scope by $status', async (row) => {
  expect(answers.get(row.call)?.status).toBe(row.status)
  const { status } = await ask(row.method, row.path, undefined, await keyFor('user:read'))
  expect(status).toBe(403)
})

test.each(CALLS.flatMap(({ call, fields }) => fields.map(([path, value]) => ({ call, path, value }))))(
  'call $call: the field $path',
  ({ call, path, value }) => {
    expect(answers.get(call)?.body).toHaveProperty(path, value)
  },
)

test.each(CALLS.filter(({ call }) => call !== 6))('call $call: $method $path takes format', async (row) => {
  expect(await inFormat(row, 'csv')).toEqual([row.status, 'text/csv'])
  expect(await inFormat(row, 'json')).toEqual([row.status, 'application/json'])
  expect(await inFormat(row, 'xml')).toEqual([400, 'application/json'])
})

async function inFormat({ method, path, scope, body }: ContractCall, format: string) {
  const address = addressOf(path)
  const answer = await server.app.server.inject({
    method: method as 'GET',
    url: `${address}${address.includes('?') ? '&' : '?'}format=${format}`,
    headers: { authorization: `Bearer ${await keyFor(scope)}` },
    ...(body && { payload: body }),
  })
  return [answer.statusCode, String(answer.headers['content-type']).split(';')[0]]
}

describe('the fields that can be sent', () => {
  test.each(WRITABLE)('call 2: %s is stored', async (field, sent, shown) => {
    const { status, body } = await ask('POST', 'insights/', { [field]: sent })
    expect([status, body[field]]).toEqual([201, shown])
    expect((await ask('GET', `insights/${body.id}/`)).body).toEqual(body)
  })

  test.each(WRITABLE)('call 5: %s changes, and nothing else', async (field, _, _shown, change) => {
    const { body: before } = await ask('POST', 'insights/', SENT)
    const { status, body } = await ask('PATCH', `insights/${before.id}/`, { [field]: change })
    // A deleted insight is on no dashboard.
    const others = ['dashboards', 'deleted'].includes(field)
      ? [field, 'dashboards', 'dashboard_tiles']
      : [field]
    const kept = Object.keys(before).filter((name) => !others.includes(name))
    expect([status, body[field]]).toEqual([200, change])
    for (const name of kept) expect([name, body[name]]).toEqual([name, before[name]])
  })
})

describe('states', () => {
  test('call 5 deletes and restores, call 6 never deletes and has no body', async () => {
    const { body: insight } = await ask('POST', 'insights/', { name: 'Here' })
    const path = `insights/${insight.id}/`
    expect(await ask('DELETE', path)).toMatchObject({ status: 405, body: undefined })
    expect((await ask('GET', path)).body).toEqual(insight)
    expect((await ask('PATCH', path, { deleted: true })).body.deleted).toBe(true)
    expect((await ask('GET', path)).status).toBe(404)
    expect((await ask('PATCH', path, { deleted: false })).body.deleted).toBe(false)
    expect((await ask('GET', path)).status).toBe(200)
  })

  test('call 4: refresh computes after a new event, and is_cached is false then', async () => {
    const { body: insight } = await ask('POST', 'insights/', {
      filters: { insight: 'TRENDS', events: [{ id: 'new' }] },
    })
    const read = async (search: string) => {
      const { body } = await ask('GET', `insights/${insight.id}/${search}`)
      return [body.is_cached, body.results?.[0].count]
    }
    expect(await read('')).toEqual(['false', undefined])
    await server.capture([{ event: 'new', distinct_id: 'ada', timestamp: NOON }])
    expect(await read('?refresh=true')).toEqual(['false', 1])
    await server.capture([{ event: 'new', distinct_id: 'bob', timestamp: NOON }])
    expect(await read('')).toEqual(['true', 1])
    expect(await read('?refresh=true')).toEqual(['false', 2])
  })

  test('call 15: the last five that were viewed, the newest first', async () => {
    const ids: number[] = []
    for (let i = 0; i < 6; i++) ids.unshift((await ask('POST', 'insights/', {})).body.id)
    for (const id of ids) {
      server.nowMs += 1_000
      await ask('POST', `insights/${id}/viewed/`)
    }
    const { body } = await ask('GET', 'insights/my_last_viewed/')
    expect(body.map(({ id }: { id: number }) => id)).toEqual(ids.slice(1).reverse())
  })
})

test.each([
  ['created_by=1&limit=1000', (count: number) => count],
  ['limit=2', () => 2],
  ['offset=1&limit=1000', (count: number) => count - 1],
  ['short_id=SHORT', () => 1],
  ['short_id=unknown1', () => 0],
])('call 1: ?%s', async (search, expected) => {
  const { count } = (await ask('GET', 'insights/')).body
  const shortId = answers.get(4)?.body.short_id
  const { status, body } = await ask('GET', `insights/?${search.replace('SHORT', shortId)}`)
  expect([status, body.results.length]).toEqual([200, expected(count)])
  if (search.includes('SHORT')) expect(body.results[0].id).toBe(insightId)
})

/**
 * The parameters that `insights/funnel/` and `insights/trend/` share, with the result that each gives: the
 * persons of each step, and the number of visits.
 */
const QUESTION: readonly (readonly [parameter: string, sent: object, funnel: unknown, trend: unknown])[] = [
  ['events', { events: [] }, 'required', 'required'],
  ['actions', { actions: [] }, [2, 2], [2]],
  // An action that does not exist counts nothing.
  ['actions', { actions: [{ id: 1, order: 2 }] }, [2, 2, 0], [2, 0]],
  ['properties', { properties: [isPro] }, [1, 1], [1]],
  ['filter_test_accounts', { filter_test_accounts: true }, [1, 1], [1]],
  ['date_from', { date_from: '2026-11-01' }, [3, 3], [3]],
  ['date_from', { date_from: '-1m' }, [3, 3], [3]],
  ['date_from', { date_from: 'mStart' }, [3, 3], [3]],
  ['date_from', { date_from: 'yStart' }, [3, 3], [3]],
  ['date_from', { date_from: '-7d' }, [2, 2], [2]],
  ['date_to', { date_to: '2026-11-19' }, [1, 1], [1]],
  ['date_to', { date_from: 'yStart', date_to: '-7d' }, [1, 1], [1]],
  [
    'breakdown',
    { breakdown: 'plan' },
    [
      [1, 1],
      [1, 1],
    ],
    [1, 1],
  ],
  ['breakdown_type', { breakdown_type: 'event' }, [2, 2], [2]],
]
const FUNNEL_ONLY: readonly (readonly [string, object, unknown])[] = [
  ['funnel_window_interval', { funnel_window_interval: 9, date_from: '2026-11-01' }, [3, 2]],
  ['funnel_window_interval_type', { funnel_window_interval: 1, funnel_window_interval_type: 'HOUR' }, [2, 1]],
  ['funnel_viz_type', { funnel_viz_type: 'steps' }, [2, 2]],
  ['funnel_viz_type', { funnel_viz_type: 'trends' }, [8]],
  // The persons took ten and ninety minutes.
  [
    'funnel_viz_type',
    { funnel_viz_type: 'time_to_convert' },
    [
      [
        [600, 1],
        [3000, 0],
        [5400, 1],
      ],
    ],
  ],
  ['funnel_order_type', { funnel_order_type: 'ordered' }, [2, 2]],
  ['funnel_order_type', { funnel_order_type: 'strict' }, [2, 2]],
  ['funnel_order_type', { funnel_order_type: 'unordered' }, [2, 2]],
  ['exclusions', { exclusions: [] }, [2, 2]],
  ['exclusions', { exclusions: [{ id: 'leave', funnel_from_step: 0, funnel_to_step: 1 }] }, [2, 2]],
  ['aggregation_group_type_index', { aggregation_group_type_index: 0 }, [2, 2]],
  ['aggregation_group_type_index', { aggregation_group_type_index: 1 }, [0, 0]],
  ['breakdown_limit', { breakdown_limit: 10 }, [2, 2]],
  ['funnel_window_days', { funnel_window_days: 9, date_from: '2026-11-01' }, [3, 2]],
]
const TREND_ONLY: readonly (readonly [string, object, unknown])[] = [
  ['compare', { compare: false }, [2]],
  ['compare', { compare: true }, [2, 0]],
  ['compare_to', { compare: true, compare_to: '-1w' }, [2, 0]],
  ...['ActionsLineGraph', 'ActionsLineGraphCumulative', 'ActionsBar', 'ActionsStackedBar', 'Metric'].map(
    (display) => ['display', { display }, [2]] as const,
  ),
  ...[
    'ActionsTable',
    'ActionsPie',
    'ActionsDonut',
    'ActionsProportionBar',
    'ActionsBarValue',
    'WorldMap',
    'BoldNumber',
  ].map((display) => ['display', { display }, [2]] as const),
  ['formula', { formula: 'A / 2' }, [1]],
]
interface Counted {
  readonly count?: number
  readonly aggregated_value?: number
  readonly bins?: unknown
}
/** Returns the number of an item, or the numbers of the steps of a row. */
const countOf = (item: Counted | readonly Counted[]): unknown =>
  'map' in item ? item.map(countOf) : (item.bins ?? item.aggregated_value ?? item.count)

/** Returns the counts of a result, or the code of an error about the parameter. */
async function counted(parameter: string, path: string, body: object): Promise<unknown> {
  const { status, body: answer } = await ask('POST', path, body)
  if (status === 200) return [answer.result].flat().map(countOf)
  expect([status, answer.attr]).toEqual([400, parameter])
  return answer.code
}

test.each([
  ...QUESTION.map(([parameter, sent, funnel]) => [parameter, sent, funnel] as const),
  ...FUNNEL_ONLY,
])('call 12: %s, as in %j', async (parameter, sent, expected) => {
  expect(await counted(parameter, 'insights/funnel/', { events: STEPS, ...sent })).toEqual(expected)
})
test.each([
  ...QUESTION.map(([parameter, sent, , trend]) => [parameter, sent, trend] as const),
  ...TREND_ONLY,
])('call 22: %s, as in %j', async (parameter, sent, expected) => {
  expect(await counted(parameter, 'insights/trend/', { events: [{ id: 'visit' }], ...sent })).toEqual(
    expected,
  )
})

describe('groups', () => {
  test('call 23: a cursor leads through them', async () => {
    const first = await ask('GET', 'groups/?group_type_index=0&limit=1')
    const second = await server.request('GET', first.body.next)
    const keysOf = ({ body }: Answer) => body.results.map((group: { group_key: string }) => group.group_key)
    expect([keysOf(first), keysOf(second)]).toEqual([['umbrella'], ['acme']])
    expect(keysOf(await server.request('GET', second.body.previous))).toEqual(['umbrella'])
  })

  test.each([
    [23, 'groups/?group_type_index=0&search=acm', ['acme']],
    [23, 'groups/?group_type_index=1', []],
  ])('call %i: %s', async (_, path, expected) => {
    const { body } = await ask('GET', path)
    expect(body.results.map((group: { group_key: string }) => group.group_key)).toEqual(expected)
  })

  test.each([
    [23, 'groups/', 400, 'group_type_index'],
    [24, 'groups/find/?group_key=acme', 400, 'group_type_index'],
    [24, 'groups/find/?group_type_index=0', 400, 'group_key'],
    [24, 'groups/find/?group_type_index=0&group_key=none', 404, null],
    [26, 'groups/property_values/?key=name', 400, 'group_type_index'],
    [26, 'groups/property_values/?group_type_index=0', 400, 'key'],
  ])('call %i: %s is refused: %i at %s', async (_, path, status, attr) => {
    expect(await ask('GET', path)).toMatchObject({ status, body: { attr } })
  })
})
