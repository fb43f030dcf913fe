import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { insertReadable } from '#engine/insert-readable.ts'
import { onePlace } from '#engine/places.ts'
import { createFrozenTables, type FrozenTables } from '#engine/server/frozen-tables.ts'
import { tabField } from '#engine/tab-separated.ts'
import { identifier, sql, text } from '#fragments/fragment.ts'
import { EVENT_COLUMNS } from '#ingest/store/event-inserter.ts'
import { flatProperties } from '#ingest/store/flat-properties.ts'
import { seededRandom } from '../../test/fixtures/seeded-random.ts'
import { STORE_FORMS, type TestStore } from '../../test/fixtures/store-forms.ts'
import { ENGINE_MIGRATIONS } from '../app/schema-version.ts'
import { copyRows } from './copy-rows.ts'
import { readableStore } from './readable-store.ts'
import { ROW_TABLES } from './row-table.ts'

/** Forms of event stores on servers freeze by themselves. */
const frozenTablesOf = (store: TestStore): FrozenTables =>
  'freeze' in store ? (store as TestStore & FrozenTables) : createFrozenTables(onePlace(store))

const DAYS = ['2025-12-31', '2026-01-01', '2026-01-02', '2026-02-28']

/** Days are compared as a whole, and in slices. */
const ROWS_AT_ONCE: Readonly<Record<number, number>> = { 2: 10 }

interface Event {
  readonly project: number
  readonly day: string
  readonly uuid: string
  readonly properties: string
}

const lineOf = ({ project, day, uuid, properties }: Event) =>
  [
    ...[project, 'a\\tb', day, `${day} 12:00:00.123`, Number.parseInt(uuid.slice(0, 4), 16), 'someone', uuid],
    ...['company', '', '', '', '', `${day} 13:00:00.456`, tabField(properties)],
  ].join('\t')

async function allRows(store: TestStore, table: string): Promise<string[]> {
  const found: string[] = []
  const query = sql`SELECT DISTINCT * EXCEPT (${identifier('day')}), toString(day) FROM ${identifier(table)}`
  await store.stream(query, { name: 'test', projectId: null }, async (rows) => {
    found.push(...rows.map((row) => JSON.stringify(row)))
  })
  return found.sort()
}

describe.each(STORE_FORMS)('$name', ({ useStores }) => {
  const open = useStores()

  test.each([1, 2, 3])('a copy with random differences becomes equal, seed %i', async (seed) => {
    const random = seededRandom(seed)
    const below = (most: number) => random.between(0, most - 1)
    const store = await open()
    await store.migrate(ENGINE_MIGRATIONS)
    const newEvent = (): Event => ({
      project: 1 + below(2),
      day: DAYS[below(DAYS.length)] as string,
      uuid: randomUUID(),
      properties: JSON.stringify({ n: below(5), list: [below(3), { text: '\u00e4"' }] }),
    })
    const insert = (events: readonly Event[]) =>
      insertReadable(
        store,
        'events',
        EVENT_COLUMNS,
        events.map((event) => ({ line: lineOf(event), flat: tabField(flatProperties(event.properties)) })),
      )
    const insertDays = (events: readonly Event[]) =>
      events.length === 0
        ? undefined
        : store.insert(
            'unanchored_event',
            ['project_id', 'uuid', 'day'],
            events.map(({ project, uuid, day }) => `${project}\t${uuid}\t${day}`),
          )
    for (const table of ['events', 'unanchored_event'])
      for (const projectId of [1, 2])
        if (table === 'events') await store.deleteEvents({ projectId, conditions: [], month: null })
        else await store.deleteRows('unanchored_event', projectId)
    while (!(await store.areDeletionsRewritten())) await new Promise(setImmediate)
    const events = Array.from({ length: 200 }, newEvent)
    await insert(events)
    await insertDays(events.filter((_, i) => i % 3 === 0))
    const frozen = frozenTablesOf(store)
    const frozenName = await frozen.freeze()
    const before = await Promise.all(ROW_TABLES.map(({ name }) => allRows(store, name)))

    // The copy loses some events, a whole day of a project, gets others, and has one with other properties.
    const lost = events.filter(() => below(4) === 0).map(({ uuid }) => sql`${text(uuid)}`)
    for (const uuid of lost)
      await store.deleteEvents({ projectId: 1, conditions: [sql`uuid = ${uuid}`], month: null })
    await store.deleteEvents({ projectId: 2, conditions: [sql`day = '2026-01-01'`], month: 202601 })
    const others = Array.from({ length: 20 }, newEvent)
    await insert(others)
    await insertDays(others)
    await insert([{ ...(events[0] as Event), properties: '{"n":"other"}' }])

    const source = readableStore(store, frozenName)
    for (const table of ROW_TABLES) {
      const { added, deleted } = await copyRows(source, store, table, undefined, ROWS_AT_ONCE[seed])
      if (table.name === 'events') expect([added > 0, deleted > 0]).toEqual([true, true])
      expect(await copyRows(source, store, table)).toMatchObject({ added: 0, deleted: 0 })
    }
    expect(await Promise.all(ROW_TABLES.map(({ name }) => allRows(store, name)))).toEqual(before)
    await frozen.thaw()
    await store.close()
  })
})
