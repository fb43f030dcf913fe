import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeMetadata } from '#metadata/database/open-metadata.ts'
import { openServerMetadata } from '#metadata/database/open-server-metadata.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { createDefinitionStore } from '#metadata/definitions/definition-store.ts'
import { createDroppedEventStore } from '#metadata/definitions/dropped-event-store.ts'
import { type CutProxy, openCutProxy } from '../../../../test/fixtures/cut-proxy.ts'
import { newDatabase, type TestDatabase } from '../../../../test/fixtures/new-database.ts'

let database: TestDatabase
let proxy: CutProxy
/**
 * Two openings of one store: `far` is reached through a proxy that can lose requests and answers, `near`
 * directly.
 */
let far: Metadata
let near: Metadata
beforeEach(async () => {
  database = await newDatabase()
  proxy = await openCutProxy(Number(new URL(database.url).port))
  const url = new URL(database.url)
  url.port = String(proxy.port)
  far = await openServerMetadata(url.href)
  near = await openServerMetadata(database.url)
})
afterEach(async () => {
  await closeMetadata(far)
  await closeMetadata(near)
  await proxy.close()
  await database.drop()
})

const NOON = Date.parse('2026-11-20T12:00:00Z')
const PAID = {
  events: [{ projectId: 1, name: 'paid', count: 1, lastSeenMs: NOON }],
  properties: [],
  pairs: [],
}
const countOf = async (table: 'event_definition' | 'dropped_event') =>
  (await near.selectFrom(table).select('count').execute()).map(({ count }) => Number(count))

test.each(['request', 'answer'] as const)('a lost commit (its %s) counts definitions once', async (part) => {
  const store = createDefinitionStore(far)
  await store.add(PAID, NOON)
  proxy.loseRequest('; COMMIT', part)
  await expect(store.add(PAID, NOON + 1_000)).rejects.toMatchObject({ isUnsure: true })
  await store.add(PAID, NOON + 2_000)
  await store.writeCounts()
  expect(await countOf('event_definition')).toEqual([3])
})

test.each(['request', 'answer'] as const)('a lost commit (its %s) counts issues once', async (part) => {
  const store = createDroppedEventStore(far)
  const count = () => store.count([{ projectId: 1, dropped: [{ reason: 'r', count: 1, sample: '' }] }], NOON)
  await count()
  proxy.loseRequest('; COMMIT', part)
  await expect(count()).rejects.toMatchObject({ isUnsure: true })
  await count()
  await store.writeCounts()
  expect(await countOf('dropped_event')).toEqual([3])
})
