import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MIGRATIONS, type Migrations } from '#metadata/database/migrations.ts'
import { type MetadataPlace, newMetadataPlace } from '../../../../test/fixtures/use-metadata.ts'

const OLD = '0001-foundation'
const NEW = '0002-people-and-groups'
const PERSONS = 40_000

let place: MetadataPlace
beforeEach(async () => {
  place = await newMetadataPlace()
})
afterEach(() => place.remove())

function migrationOf(name: string) {
  const migration = MIGRATIONS[name]
  if (migration === undefined) throw new Error(`No migration is called ${name}`)
  return migration
}
const onlyOld: Migrations = { [OLD]: migrationOf(OLD) }

/** Makes a store of the previous release, with this many persons of one distinct id each. */
async function oldStore(persons: number): Promise<void> {
  const metadata = await place.open(onlyOld)
  const counted = sql`WITH RECURSIVE counted(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM counted WHERE i < ${persons})`
  await sql`${counted}
INSERT INTO person (project_id, number, uuid, created_at)
SELECT 1 + i % 2, i, 'uuid ' || i, '2026-11-20T12:00:00.' || (100 + i % 900) || 'Z' FROM counted`.execute(
    metadata,
  )
  await sql`${counted}
INSERT INTO person_distinct_id (project_id, distinct_id, person)
SELECT 1 + i % 2, 'id ' || i, i FROM counted`.execute(metadata)
  await metadata.destroy()
}

test('a migration that is interrupted leaves the schema as it was, and the next open completes it', async () => {
  await oldStore(3)
  const { up } = migrationOf(NEW)
  const interrupted: Migrations = {
    ...onlyOld,
    [NEW]: {
      up: async (database) => {
        await up(database)
        throw new Error('killed')
      },
    },
  }
  await expect(place.open(interrupted)).rejects.toThrow('killed')

  const before = await place.open(onlyOld)
  const tables = await before.introspection.getTables()
  const columns = tables.find(({ name }) => name === 'person_distinct_id')?.columns.map(({ name }) => name)
  expect(columns).toEqual(['project_id', 'distinct_id', 'person'])
  await before.destroy()

  const after = await place.open()
  expect(await after.selectFrom('person_distinct_id').select('number').execute()).toHaveLength(3)
  await after.destroy()
})

test('persons of the previous release keep their number and their time', {
  timeout: 20_000,
}, async () => {
  await oldStore(PERSONS)
  // CPU time is measured, because other processes would make the elapsed time longer.
  const before = process.cpuUsage()
  const metadata = await place.open()
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(3_000)

  const ids = await metadata
    .selectFrom('person_distinct_id')
    .select(['project_id', 'distinct_id', 'number', 'person', 'profile_us', 'version'])
    .orderBy('number')
    .execute()
  expect(ids).toHaveLength(PERSONS)
  const NOON_US = Date.parse('2026-11-20T12:00:00Z') * 1000
  const wrong = ids.filter(
    (id, i) =>
      id.number !== i + 1 ||
      id.person !== id.number ||
      id.distinct_id !== `id ${id.number}` ||
      id.profile_us !== NOON_US + (100 + (id.number % 900)) * 1000,
  )
  expect(wrong).toEqual([])
  await metadata.destroy()
})

test('of the accounts of an earlier release only the first is known to be set up by the operator', async () => {
  const earlier = Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name < '0005'))
  const before = await place.open(earlier)
  for (const email of ['admin@example.com', 'ada@example.com'])
    await sql`INSERT INTO app_user (uuid, distinct_id, email, first_name, last_name, password_hash, created_at)
VALUES (${email}, ${email}, ${email}, '', '', 'scrypt$00$00', '2026-11-20T12:00:00.000Z')`.execute(before)
  await before.destroy()
  const after = await place.open()
  const accounts = await after
    .selectFrom('app_user')
    .select(['set_up_by', 'password_hash'])
    .orderBy('id')
    .execute()
  expect(accounts).toEqual([
    { set_up_by: 'operator', password_hash: 'scrypt$00$00' },
    { set_up_by: null, password_hash: 'scrypt$00$00' },
  ])
  await after.destroy()
})

test('what earlier deletions of projects left is deleted, and the rows of other projects stay', async () => {
  const last = '0026-deleted-projects'
  const earlier = Object.entries(MIGRATIONS).filter(([name]) => name < last)
  const before = await place.open(Object.fromEntries(earlier))
  for (const [id, deletedAt] of [
    [1, null],
    [2, '2026-11-20T12:00:00Z'],
  ] as const) {
    await sql`INSERT INTO project (id, uuid, name, api_token, timezone, week_start_day, test_account_filters, next_person,
  created_at, deleted_at)
VALUES (${id}, ${`p${id}`}, 'P', ${`phc_${id}`}, 'UTC', 0, '[]', 1, '2026', ${deletedAt})`.execute(before)
    await sql`INSERT INTO data_version (project_id, subject, version) VALUES (${id}, 'event:a', 1)`.execute(
      before,
    )
    await sql`INSERT INTO dropped_event_hour (project_id, hour, reason, count)
VALUES (${id}, 1, 'r', 1)`.execute(before)
  }
  await before.destroy()

  const after = await place.open()
  for (const table of ['data_version', 'dropped_event_hour'] as const)
    expect(await after.selectFrom(table).select('project_id').execute()).toEqual([{ project_id: 1 }])
  await after.destroy()
})
