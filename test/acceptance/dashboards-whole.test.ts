import { describe, expect, test } from 'vitest'
import { listedAs } from '../../src/insights/questions/listed-as.ts'
import { createDashboardStore } from '../../src/metadata/dashboards/dashboard-store.ts'
import { dashboardClient, insightsOn, LAYOUTS } from '../fixtures/dashboard-client.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const { send, insight, dashboard, read, patch, patchInsight, dashboardsOf, stored } = dashboardClient(server)

describe('a copy', () => {
  async function original() {
    const [a, b, gone] = [
      await insight({ name: 'a', tags: ['t'], favorited: true, saved: true, query: { kind: 'TrendsQuery' } }),
      await insight({ filters: { insight: 'FUNNELS', events: [] } }),
      await insight(),
    ]
    const source = await dashboard({
      name: 'Source',
      description: 'of copies',
      pinned: true,
      tags: ['x'],
      filters: { date_from: '-1d' },
      tiles: [{ insight: b.id, color: 'red' }, { insight: gone.id }, { insight: a.id, layouts: LAYOUTS }],
    })
    await patch(source.id, { tiles: [{ id: source.tiles[1].id, deleted: true }] })
    return { a, b, source }
  }

  test('shows the same insights in the same places', async () => {
    const { a, b, source } = await original()
    const copy = await dashboard({ use_dashboard: source.id, name: 'Copy' })
    expect(copy).toMatchObject({
      name: 'Copy',
      description: 'of copies',
      pinned: false,
      tags: ['x'],
      filters: { date_from: '-1d' },
    })
    expect(copy.tiles).toMatchObject([
      { color: 'red', layouts: {}, insight: { id: b.id }, deleted: false },
      {
        color: null,
        layouts: LAYOUTS,
        insight: { id: a.id, dashboards: [source.id, copy.id] },
        deleted: false,
      },
    ])
    await patch(copy.id, { deleted: true })
    expect(insightsOn(await read(source.id))).toEqual([b.id, a.id])
  })

  test('with duplicate_tiles has insights of its own', async () => {
    const { a, b, source } = await original()
    server.nowMs += 3_600_000
    const copy = await dashboard({ use_dashboard: source.id, duplicate_tiles: true, filters: {} })
    expect(copy).toMatchObject({ name: 'Source', filters: {} })
    const [copyOfB, copyOfA] = copy.tiles
    expect(copyOfB).toMatchObject({ color: 'red', insight: { filters: b.filters, dashboards: [copy.id] } })
    expect(copyOfA).toMatchObject({
      layouts: LAYOUTS,
      insight: {
        name: 'a',
        tags: ['t'],
        saved: true,
        favorited: false,
        query: { kind: 'TrendsQuery' },
        dashboards: [copy.id],
        created_at: new Date(server.nowMs).toISOString(),
      },
    })
    const ids = [a, b, copyOfA.insight, copyOfB.insight].map((one) => [one.id, one.short_id])
    expect(new Set(ids.flat()).size).toBe(8)
    await patchInsight(copyOfA.insight.id, { name: 'changed' })
    expect((await read(source.id)).tiles[1].insight.name).toBe('a')
    expect(await dashboardsOf(a.id)).toEqual([source.id])
  })

  test('with duplicate_tiles creates insights, which needs the scope insight:write as well', async () => {
    const { source } = await original()
    const create = async (body: object, scopes: string[]) => {
      const { insights: before } = await stored()
      const sent = { use_dashboard: source.id, ...body }
      const key = await server.newKey(scopes)
      const answer = await server.request('POST', '/api/projects/1/dashboards/', sent, key)
      return { ...answer, insightsMade: (await stored()).insights.length - before.length }
    }
    expect(await create({ duplicate_tiles: true }, ['dashboard:write', 'insight:read'])).toMatchObject({
      status: 403,
      body: {
        code: 'permission_denied',
        detail: "API key missing required scope 'insight:write'",
        attr: null,
      },
      insightsMade: 0,
    })
    expect(await create({ duplicate_tiles: true }, ['dashboard:write', 'insight:write'])).toMatchObject({
      status: 201,
      insightsMade: 2,
    })
    for (const body of [{}, { duplicate_tiles: false }, { use_dashboard: null, duplicate_tiles: true }])
      expect(await create(body, ['dashboard:write'])).toMatchObject({ status: 201, insightsMade: 0 })
  })

  test('takes further tiles', async () => {
    const { a, b, source } = await original()
    const more = await insight()
    const copy = await dashboard({ use_dashboard: source.id, tiles: [{ insight: more.id, color: 'green' }] })
    expect(insightsOn(copy)).toEqual([b.id, a.id, more.id])
  })
})

describe('all or nothing', () => {
  test('with an invalid tile nothing changes: fields, tags, other tiles, the log', async () => {
    const [one, another] = [await insight({ name: 'a' }), await insight({ name: 'b' })]
    const before = await dashboard({ name: 'a', tags: ['old'], tiles: [{ insight: one.id, color: 'red' }] })
    const elsewhere = await dashboard({ tiles: [{ insight: one.id }] })
    const expected = await stored()
    for (const bad of [{ id: 987_654 }, { id: elsewhere.tiles[0].id }, { insight: 987_654 }])
      for (const change of [
        {
          name: 'b',
          tags: ['new'],
          filters: { date_from: '-1d' },
          tiles: [{ id: before.tiles[0].id, color: 'blue' }, { insight: another.id }, bad],
        },
        { deleted: true, tiles: [bad] },
      ]) {
        const answer = await patch(before.id, change)
        expect(answer).toMatchObject({ status: 400, body: { code: 'does_not_exist', attr: 'tiles' } })
        expect(await stored()).toEqual(expected)
      }
  })

  test('a copy with an invalid further tile is not created', async () => {
    const one = await insight({ name: 'a' })
    const source = await dashboard({ tiles: [{ insight: one.id }] })
    const expected = await stored()
    const tiles = [{ insight: 987_654 }]
    const answer = await send('POST', 'dashboards/', {
      use_dashboard: source.id,
      duplicate_tiles: true,
      tiles,
    })
    expect(answer.status).toBe(400)
    expect(await stored()).toEqual(expected)
  })
})

test('a dashboard, tile or insight of another project is refused as one that does not exist', async () => {
  const other = await server.newProject()
  const theirs = await insight({ name: 'secret' }, other.id)
  const foreign = await dashboard({ name: 'secret', tiles: [{ insight: theirs.id }] }, other.id)
  const own = await dashboard()
  const expected = await stored()
  const pairs: [string, string, (id: number) => [string, unknown], number, number][] = [
    ['reading', 'GET', (id) => [`dashboards/${id}/`, undefined], foreign.id, 404],
    ['changing', 'PATCH', (id) => [`dashboards/${id}/`, { name: 'mine' }], foreign.id, 404],
    ['deleting', 'PUT', (id) => [`dashboards/${id}/`, { deleted: true }], foreign.id, 404],
    ['restoring', 'PATCH', (id) => [`dashboards/${id}/`, { deleted: false }], foreign.id, 404],
    ['copying', 'POST', (id) => ['dashboards/', { use_dashboard: id }], foreign.id, 400],
    ['joining', 'POST', (id) => ['insights/', { dashboards: [id] }], foreign.id, 400],
    ['a tile', 'PATCH', (id) => [`dashboards/${own.id}/`, { tiles: [{ id }] }], foreign.tiles[0].id, 400],
    ['an insight', 'PATCH', (id) => [`dashboards/${own.id}/`, { tiles: [{ insight: id }] }], theirs.id, 400],
    ['an insight', 'POST', (id) => ['dashboards/', { tiles: [{ insight: id }] }], theirs.id, 400],
  ]
  for (const [what, method, requestOf, id, status] of pairs) {
    const [refused, unknown] = [
      await send(method, ...requestOf(id)),
      await send(method, ...requestOf(987_654)),
    ]
    const words = JSON.stringify(refused.body).replaceAll(String(id), '987654')
    expect([what, refused.status, words]).toEqual([what, status, JSON.stringify(unknown.body)])
  }
  expect(await stored()).toEqual(expected)
  const { body } = await send('GET', 'dashboards/?search=secret')
  expect(body.count).toBe(0)
})

test('the place of an insight is found on a dashboard of its project that shows it', async () => {
  const store = createDashboardStore(server.app.metadata, listedAs)
  const other = await server.newProject()
  const [one, another] = [await insight(), await insight()]
  const { id, tiles } = await dashboard({
    filters: { date_from: '-1d' },
    tiles: [{ insight: another.id }, { insight: one.id, layouts: LAYOUTS, color: 'red' }],
  })
  expect(await store.placeOf(1, id, one.id)).toMatchObject({
    dashboard: { id, filters: { date_from: '-1d' } },
    tile: { id: tiles[1].id, layouts: LAYOUTS, color: 'red', resultKey: null },
  })
  expect(await store.placeOf(other.id, id, one.id)).toBeNull()
  expect(await store.placeOf(1, id, 987_654)).toBeNull()
  await patch(id, { tiles: [{ id: tiles[1].id, deleted: true }] })
  expect(await store.placeOf(1, id, one.id)).toBeNull()
  await patch(id, { deleted: true })
  expect(await store.placeOf(1, id, another.id)).toBeNull()
})
