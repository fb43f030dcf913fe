import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/fragments/fragment.ts'
import { createEventInserter } from '../../src/ingest/store/event-inserter.ts'
import { STORE_FORMS, type TestStore } from '../fixtures/store-forms.ts'
import { storedEvent } from '../fixtures/stored-event.ts'

const MIGRATIONS = fileURLToPath(new URL('../../migrations/clickhouse', import.meta.url))
const OPTIONS = { name: 'test', projectId: null }
const MONTHS = [9, 10]
/** More than a test takes. */
const LATER_S = 86_400

describe.each(STORE_FORMS)('the numbers that events on $name have', ({ useStores }) => {
  const open = useStores()
  let store: TestStore
  beforeAll(async () => {
    store = await open()
    await store.migrate(MIGRATIONS)
  })
  afterAll(() => store.close())

  const insert = async (projectId: number, numbers: readonly number[]) => {
    const events = numbers.flatMap((personNumber) =>
      MONTHS.map((month) =>
        storedEvent({
          ...{ projectId, personNumber, distinctId: `${personNumber}`, name: 'seen', properties: '{}' },
          timestampMs: Date.UTC(2026, month, 2),
        }),
      ),
    )
    expect(await createEventInserter(store).prepareInsert(events, Date.now())()).toEqual([])
  }
  const now = async () => {
    const [row] = await store.rows(sql`SELECT toUInt32(toUnixTimestamp(now())) AS now`, OPTIONS)
    return (row as { now: number }).now
  }
  const byProject = (found: Awaited<ReturnType<TestStore['usedNumbers']>>) =>
    found.map(({ projectId, nextPerson }) => [projectId, nextPerson]).sort()

  test('are the highest of all shards, of all files or of those since an instant', async () => {
    await insert(
      7,
      Array.from({ length: 50 }, (_, i) => i + 1),
    )
    await insert(8, [3])
    const all = [
      [7, 51],
      [8, 4],
    ]
    expect(byProject(await store.usedNumbers())).toEqual(all)
    const startS = await now()
    expect(byProject(await store.usedNumbers(startS - LATER_S))).toEqual(all)
    expect(await store.usedNumbers(startS + LATER_S)).toEqual([])
  })
})
