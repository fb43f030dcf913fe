import { expect, test } from 'vitest'
import { sql } from '../../src/fragments/fragment.ts'
import { runStatement } from '../fixtures/run-statement.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()

const setParts = (most: number, table = 'events') =>
  runStatement(server.app.engine, `ALTER TABLE ${table} MODIFY SETTING parts_to_throw_insert = ${most}`)
const stored = () =>
  server.app.engine.rows(
    sql`SELECT distinct_id, CAST(properties.amount, 'Nullable(String)') AS amount FROM events WHERE event = 'paid'`,
    {
      name: 'test',
      projectId: 1,
    },
  )

test('events that the engine cannot take are a 503, and none of them is stored without its properties', async () => {
  await server.capture([{ event: 'first', distinct_id: 'ada' }])
  await setParts(1)
  const batch = ['bob', 'cy'].map((distinct_id, n) => ({
    event: 'paid',
    distinct_id,
    uuid: `018f0000-0000-7000-8000-00000000000${n}`,
    properties: { amount: 5 },
  }))
  for (let attempt = 1; attempt <= 2; attempt++)
    expect(
      await server.request('POST', '/batch/', { api_key: 'phc_test_0123456789abcdef', batch }),
    ).toMatchObject({
      status: 503,
      headers: { 'retry-after': expect.anything() },
      body: { type: 'server_error', code: 'insert_failed' },
    })
  expect(await stored()).toEqual([])
  await setParts(3_000)
  await server.capture(batch)
  expect(await stored()).toEqual([
    { distinct_id: 'bob', amount: '5' },
    { distinct_id: 'cy', amount: '5' },
  ])
})

test.each([
  ['persons', (id: string) => ({ event: '$set', distinct_id: id, properties: { $set: { plan: 'paid' } } })],
  [
    'person_root',
    (id: string) => ({ event: '$identify', distinct_id: id, properties: { $anon_distinct_id: `of ${id}` } }),
  ],
  [
    'groups',
    (id: string) => ({
      event: '$groupidentify',
      distinct_id: id,
      properties: { $group_type: 'company', $group_key: id },
    }),
  ],
])('so are those whose copy in %s it cannot take', async (table, eventOf) => {
  await server.capture([eventOf('first'), { event: 'seen', distinct_id: 'of second' }])
  await setParts(1, table)
  const send = () =>
    server.request('POST', '/batch/', { api_key: 'phc_test_0123456789abcdef', batch: [eventOf('second')] })
  expect(await send()).toMatchObject({ status: 503, body: { code: 'insert_failed' } })
  await setParts(3_000, table)
  expect(await send()).toMatchObject({ status: 200 })
})
