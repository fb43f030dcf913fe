import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventStore } from '../../src/engine/event-store.ts'
import { sql } from '../../src/fragments/fragment.ts'
import { openTestEngine } from '../fixtures/open-test-engine.ts'

const MIGRATIONS = fileURLToPath(new URL('../../migrations/clickhouse', import.meta.url))
const BEFORE = ['0001_events.sql', '0002_people_and_groups.sql']

let folder = ''
let engine: EventStore
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-migration-'))
  engine = await openTestEngine(join(folder, 'events'))
})
afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

const RANDOM = '3f0c1f9e-54a4-4b6e-9b1a-0123456789ab'
const KEY = '3f0c1f9e-54a4-8b6e-ab1a-0123456789ab'
/** A uuid whose own time is 2026-11-20T12:00:00Z. */
const ON_TIME = '01a1f8d3-ea00-7000-8000-000000000001'
const LATE = '01a1f8d3-ea00-7000-8000-000000000002'

test('an earlier release has stored events that no time finds: the migration lists them', async () => {
  const earlier = join(folder, 'earlier')
  await mkdir(earlier)
  for (const file of BEFORE) await cp(join(MIGRATIONS, file), join(earlier, file))
  await engine.migrate(earlier)
  const noon = '2026-11-20 12:00:00.000'
  await engine.insert(
    'events',
    ['project_id', 'event', 'day', 'ts', 'uuid', 'properties_raw'],
    [
      `1\tpaid\t2026-11-20\t${noon}\t${RANDOM}\t{}`,
      `1\tpaid\t2026-11-20\t${noon}\t${KEY}\t{}`,
      `1\tpaid\t2026-11-21\t2026-11-21 00:00:00.000\t${ON_TIME}\t{}`,
      `2\tpaid\t2026-11-21\t2026-11-21 00:00:00.001\t${LATE}\t{}`,
    ],
  )
  expect(await engine.migrate(MIGRATIONS)).toEqual([
    '0003_unanchored_events.sql',
    '0004_cohorts.sql',
    '0005_flat_properties.sql',
  ])
  const listed = sql`SELECT project_id, toString(uuid) AS uuid, toString(day) AS on_day
FROM unanchored_event
ORDER BY project_id`
  expect(await engine.rows(listed, { name: 'test', projectId: null })).toEqual([
    { project_id: 1, uuid: KEY, on_day: '2026-11-20' },
    { project_id: 2, uuid: LATE, on_day: '2026-11-21' },
  ])
})
