import { expect, test } from 'vitest'
import { sql } from '../../src/fragments/fragment.ts'
import { runStatement } from '../fixtures/run-statement.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()

const setParts = (most: number, table = 'events') =>
  runStatement(server.app.engine, `ALTER TABLE ${table} MODIFY SETTING parts_to_throw_insert = ${most}`)
const amounts = () =>
  server.app.engine.rows(
    sql`SELECT distinct_id, CAST(properties.amount, 'Nullable(String)') AS amount
FROM events
WHERE event = 'paid'
ORDER BY distinct_id`,
    { name: 'test', projectId: 1 },
  )

const INSERT_FAILED = {
  status: 503,
  headers: { 'retry-after': expect.anything() },
  body: { type: 'server_error', code: 'insert_failed' },
}
const send = (batch: readonly object[]) =>
  server.request('POST', '/batch/', { api_key: 'phc_test_0123456789abcdef', batch })
const paid = (distinct_id: string, n: number, properties: object = {}) => ({
  event: 'paid',
  distinct_id,
  uuid: `018f0000-0000-7000-8000-00000000000${n}`,
  properties: { amount: 5, ...properties },
})
const question = () =>
  server.request('POST', '/api/projects/1/insights/trend/', { events: [{ id: 'paid' }], date_from: 'all' })

test('events that the engine cannot take are a 503, and none of them is stored without its properties', async () => {
  await server.capture([{ event: 'first', distinct_id: 'ada' }])
  await setParts(1)
  // An insert with such a number is not deferred.
  const batch = ['bob', 'cy'].map((id, n) => paid(id, n, { number: 1_234_567_890_123_456 }))
  for (let attempt = 1; attempt <= 2; attempt++) expect(await send(batch)).toMatchObject(INSERT_FAILED)
  expect(await amounts()).toEqual([])
  await setParts(3_000)
  await server.capture(batch)
  expect(await amounts()).toEqual([
    { distinct_id: 'bob', amount: '5' },
    { distinct_id: 'cy', amount: '5' },
  ])
})

test('events that were accepted before the engine could take no more are counted when it can', async () => {
  await setParts(1)
  await server.capture([paid('dan', 2)])
  expect(await question()).toMatchObject(INSERT_FAILED)
  const further = [paid('eve', 3)]
  expect(await send(further)).toMatchObject(INSERT_FAILED)
  expect(await question()).toMatchObject(INSERT_FAILED)
  await setParts(3_000)
  expect(await question()).toMatchObject({ status: 200, body: { result: [{ count: 3 }] } })
  await server.capture([...further, paid('dan', 2)])
  expect(await question()).toMatchObject({ status: 200, body: { result: [{ count: 4 }] } })
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
  const seen = ['second', 'third'].map((id) => ({ event: 'seen', distinct_id: `of ${id}` }))
  await server.capture([eventOf('first'), ...seen])
  await amounts()
  await setParts(1, table)
  await server.capture([eventOf('second')])
  await expect(amounts()).rejects.toMatchObject({ kind: 'insert_failed' })
  expect(await send([eventOf('third')])).toMatchObject(INSERT_FAILED)
  await setParts(3_000, table)
  await amounts()
  expect(await send([eventOf('third')])).toMatchObject({ status: 200 })
})
