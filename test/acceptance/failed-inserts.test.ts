import { expect, test } from 'vitest'
import { sql } from '../../src/sql/fragment.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()

const setParts = (most: number) =>
  server.app.engine.command(`ALTER TABLE events MODIFY SETTING parts_to_throw_insert = ${most}`)
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
