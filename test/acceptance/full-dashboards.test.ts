import { beforeAll, expect, test } from 'vitest'
import { dashboardClient } from '../fixtures/dashboard-client.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const { send, insight, dashboard, read, patch, patchInsight, dashboardsOf } = dashboardClient(server)

const FULL = 500
const MADE = { created_at: '2026-11-20T10:00:00Z', created_by: 1, updated_at: '2026-11-20T10:00:00Z' }
const MODIFIED = { last_modified_at: MADE.created_at, last_modified_by: 1 }
let full = 0
let tiles: { id: number }[] = []
beforeAll(async () => {
  const made = await server.app.metadata
    .insertInto('insight')
    .values(
      Array.from({ length: FULL }, (_, i) => ({
        ...MADE,
        ...MODIFIED,
        project_id: 1,
        short_id: `full${i}`,
        description: '',
        filters: '{}',
        deleted: 0,
        saved: 0,
        favorited: 0,
        is_sample: 0,
      })),
    )
    .returning('id')
    .execute()
  const body = await dashboard({ tiles: made.map(({ id }) => ({ insight: id })) })
  full = body.id
  tiles = body.tiles
})

const refused = (attr: string) => ({ status: 400, body: { code: 'max_length', attr } })
const tileCount = async (id = full) => (await read(id)).tiles.length

test('a full dashboard takes no other insight, by a request about either', async () => {
  const one = await insight({ name: 'one more' })
  expect(await patch(full, { tiles: [{ insight: one.id }] })).toMatchObject(refused('tiles'))
  expect(await patchInsight(one.id, { dashboards: [full] })).toMatchObject(refused('dashboards'))
  const created = { name: 'not made', dashboards: [full] }
  expect(await send('POST', 'insights/', created)).toMatchObject(refused('dashboards'))
  expect((await send('GET', 'insights/?search=not+made')).body.count).toBe(0)
  expect(await dashboardsOf(one.id)).toEqual([])
  expect(await tileCount()).toBe(FULL)
})

test('a removed tile makes room for another, and then cannot come back', async () => {
  const one = await insight({ name: 'in its place' })
  const [leaving] = tiles
  const change = [{ id: leaving?.id, deleted: true }, { insight: one.id }]
  expect((await patch(full, { tiles: change })).status).toBe(200)
  expect(await tileCount()).toBe(FULL)
  const back = { tiles: [{ id: leaving?.id, deleted: false }] }
  expect(await patch(full, back)).toMatchObject(refused('tiles'))
  await patchInsight(one.id, { deleted: true })
  expect((await patch(full, back)).status).toBe(200)
})

test('a full dashboard is changed and copied like any other', async () => {
  expect((await patch(full, { tiles: [{ id: tiles[1]?.id, color: 'red' }] })).status).toBe(200)
  for (const duplicate_tiles of [false, true]) {
    const { id } = await dashboard({ use_dashboard: full, duplicate_tiles })
    expect(await tileCount(id)).toBe(FULL)
  }
  const one = await insight()
  const copy = { name: 'x', use_dashboard: full, tiles: [{ insight: one.id }] }
  expect(await send('POST', 'dashboards/', copy)).toMatchObject(refused('tiles'))
})
