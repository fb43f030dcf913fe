import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { MIGRATIONS } from '#metadata/database/migrations.ts'
import { newMetadataPlace } from '../../../../test/fixtures/use-metadata.ts'

test('the tiles of an earlier version keep their ids and look, and no id is given a second time', async () => {
  const place = await newMetadataPlace()
  const earlier = Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name < '0009'))
  const old = await place.open(earlier)
  await sql`INSERT INTO project (uuid, name, api_token, timezone, week_start_day, test_account_filters, next_person, created_at)
VALUES ('u', 'p', 't', 'UTC', 0, '[]', 1, '')`.execute(old)
  await sql`INSERT INTO app_user (uuid, distinct_id, email, first_name, last_name, created_at)
VALUES ('u', 'd', 'e', '', '', '')`.execute(old)
  await sql`INSERT INTO dashboard
  (project_id, name, description, pinned, filters, deleted, created_at, created_by, updated_at, search_text)
VALUES (1, '', '', 0, '{}', 0, '', 1, '', '')`.execute(old)
  for (const shortId of ['a', 'b'])
    await sql`INSERT INTO insight
  (project_id, short_id, description, filters, deleted, saved, favorited, is_sample,
   created_at, created_by, updated_at, last_modified_at, last_modified_by)
VALUES (1, ${shortId}, '', '{}', 0, 0, 0, 0, '', 1, '', '', 1)`.execute(old)
  await sql`INSERT INTO dashboard_tile (id, dashboard_id, insight_id, layouts, color, deleted)
VALUES (7, 1, 2, '{"sm":{}}', 'red', 1), (3, 1, 1, '{}', NULL, NULL)`.execute(old)
  await old.destroy()

  const metadata = await place.open()
  const tiles = await metadata.selectFrom('dashboard_tile').selectAll().orderBy('id').execute()
  const common = { dashboard_id: 1, settings: '{}', text_body: null, is_removed_with_dashboard: 0 }
  expect(tiles).toMatchObject([
    { ...common, id: 3, insight_id: 1, layouts: '{}', color: null, deleted: null },
    { ...common, id: 7, insight_id: 2, layouts: '{"sm":{}}', color: 'red', deleted: 1 },
  ])
  await metadata.deleteFrom('dashboard_tile').execute()
  const added = await metadata
    .insertInto('dashboard_tile')
    .values({ dashboard_id: 1, layouts: '{}', text_body: 'x' })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(added.id).toBe(8)
  await metadata.destroy()
  await place.remove()
})
