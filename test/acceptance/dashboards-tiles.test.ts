import { describe, expect, test } from 'vitest'
import { dashboardClient, insightsOn, LAYOUTS } from '../fixtures/dashboard-client.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const { send, insight, dashboard, read, patch, patchInsight, dashboardsOf } = dashboardClient(server)

describe('tiles', () => {
  test('carry the whole insight, a layout and a colour, in the order in which they came', async () => {
    const [a, b] = [await insight({ name: 'a' }), await insight({ name: 'b' })]
    const { id } = await dashboard({
      tiles: [{ insight: b.id, layouts: LAYOUTS, color: 'blue' }, { insight: { id: a.id, name: 'ignored' } }],
    })
    const { tiles } = await read(id)
    const common = {
      show_description: null,
      transparent_background: null,
      is_cached: false,
      last_refresh: null,
      text: null,
      deleted: false,
    }
    expect(tiles).toEqual([
      {
        ...common,
        id: expect.any(Number),
        order: 0,
        layouts: LAYOUTS,
        color: 'blue',
        insight: expect.anything(),
      },
      { ...common, id: expect.any(Number), order: 1, layouts: {}, color: null, insight: expect.anything() },
    ])
    expect(tiles[0].insight).toEqual((await send('GET', `insights/${b.id}/`)).body)
    expect(tiles[1].insight).toMatchObject({ id: a.id, name: 'a', dashboards: [id] })
  })

  test('of an insight that joins the dashboard are those in its dashboard_tiles', async () => {
    const { id } = await dashboard()
    const { id: insightId } = await insight({ name: 'joins', dashboards: [id] })
    const { tiles } = await read(id)
    expect(tiles[0].insight.dashboard_tiles).toEqual([{ id: tiles[0].id, dashboard_id: id, deleted: false }])
    expect(insightsOn({ tiles })).toEqual([insightId])
  })

  test('change by id, and the others stay', async () => {
    const [a, b] = [await insight(), await insight()]
    const before = await dashboard({
      tiles: [a, b].map((one) => ({ insight: one.id, layouts: LAYOUTS, color: 'red' })),
    })
    const [first, second] = before.tiles
    const { body } = await patch(before.id, { tiles: [{ id: second.id, color: null }] })
    expect(body.tiles).toEqual([first, { ...second, color: null }])
    const { body: moved } = await patch(before.id, { tiles: [{ id: first.id, layouts: { sm: { x: 3 } } }] })
    expect(moved.tiles[0]).toEqual({ ...first, layouts: { sm: { x: 3 } } })
    // The client sends the whole body back as it received it.
    expect((await send('PUT', `dashboards/${before.id}/`, moved)).body.tiles).toEqual(moved.tiles)
  })

  test('are removed and come back with their layout and colour', async () => {
    const one = await insight()
    const { id, tiles } = await dashboard({ tiles: [{ insight: one.id, layouts: LAYOUTS, color: 'red' }] })
    const tileId = tiles[0].id
    for (const back of [{ id: tileId, deleted: false }, { insight: one.id }]) {
      expect((await patch(id, { tiles: [{ id: tileId, deleted: true }] })).body.tiles).toEqual([])
      expect(await dashboardsOf(one.id)).toEqual([])
      const { body } = await patch(id, { tiles: [back] })
      expect(body.tiles).toMatchObject([{ id: tileId, layouts: LAYOUTS, color: 'red', deleted: false }])
      expect(await dashboardsOf(one.id)).toEqual([id])
    }
  })

  test('an insight that is added twice has one tile', async () => {
    const one = await insight()
    const twice = [
      { insight: one.id, color: 'red' },
      { insight: one.id, color: 'blue' },
    ]
    const { tiles } = await dashboard({ tiles: twice })
    expect(tiles).toMatchObject([{ color: 'blue', deleted: false }])
  })

  test('of a deleted insight are gone until it is restored', async () => {
    const one = await insight()
    const { id, tiles } = await dashboard({ tiles: [{ insight: one.id }] })
    await patchInsight(one.id, { deleted: true })
    expect((await read(id)).tiles).toEqual([])
    for (const named of [{ id: tiles[0].id, deleted: false }, { insight: one.id }])
      expect(await patch(id, { tiles: [named] })).toMatchObject({ status: 400, body: { attr: 'tiles' } })
    await patchInsight(one.id, { deleted: false })
    expect((await read(id)).tiles).toMatchObject([{ id: tiles[0].id, deleted: false }])
  })
})

describe('deleting a dashboard', () => {
  test('removes its tiles, and restoring brings back those and no others', async () => {
    const [stays, removed, dies] = [await insight(), await insight(), await insight()]
    const other = await dashboard()
    const before = await dashboard({
      tiles: [{ insight: stays.id, layouts: LAYOUTS }, { insight: removed.id }, { insight: dies.id }],
    })
    await patch(before.id, { tiles: [{ id: before.tiles[1].id, deleted: true }] })
    await patchInsight(stays.id, { dashboards: [before.id, other.id] })

    const deleted = await patch(before.id, { deleted: true })
    expect(deleted.body.tiles).toEqual([])
    expect(await dashboardsOf(stays.id)).toEqual([other.id])
    const refused = await patchInsight(stays.id, { dashboards: [before.id] })
    expect(refused).toMatchObject({ status: 400, body: { attr: 'dashboards', code: 'does_not_exist' } })
    await patchInsight(dies.id, { deleted: true })
    await patchInsight(dies.id, { deleted: false })

    const { body } = await patch(before.id, { deleted: false })
    expect(body.tiles).toMatchObject([
      { id: before.tiles[0].id, layouts: LAYOUTS, deleted: false },
      // The insight of this tile was deleted and restored meanwhile.
      { id: before.tiles[2].id, deleted: false },
    ])
    expect((await dashboardsOf(stays.id)).sort()).toEqual([other.id, before.id].sort())
    expect(await dashboardsOf(removed.id)).toEqual([])
  })

  test('other fields of the same request change as well', async () => {
    const one = await insight()
    const { id, tiles } = await dashboard({ name: 'a', tiles: [{ insight: one.id }] })
    await patch(id, { deleted: true, name: 'b', tiles: [{ id: tiles[0].id, color: 'red' }] })
    const { body } = await patch(id, { deleted: false, tiles: [{ id: tiles[0].id, layouts: LAYOUTS }] })
    expect(body).toMatchObject({ name: 'b', tiles: [{ color: 'red', layouts: LAYOUTS }] })
  })
})

describe('filters of a dashboard', () => {
  const plan = { key: 'plan', value: 'pro', operator: 'exact', type: 'event' }
  test('are part of the queries of its insights, whose own results are not shown for them', async () => {
    await server.capture([
      { event: 'paid', distinct_id: 'ada', timestamp: '2026-11-19T10:00:00Z', properties: { plan: 'pro' } },
      { event: 'paid', distinct_id: 'bob', timestamp: '2026-11-19T11:00:00Z' },
    ])
    const filters = { insight: 'TRENDS', events: [{ id: 'paid' }], date_from: '-7d' }
    const one = await insight({ filters })
    const computed = (await send('GET', `insights/${one.id}/?refresh=true`)).body
    expect(computed.results[0].count).toBe(2)
    const { id } = await dashboard({ tiles: [{ insight: one.id }] })
    const [own] = (await read(id)).tiles
    expect(own).toMatchObject({
      is_cached: true,
      last_refresh: computed.last_refresh,
      insight: { filters, results: computed.results, is_cached: 'true' },
    })

    const { body } = await patch(id, { filters: { date_from: '-1d', properties: [plan] } })
    expect(body.tiles).toMatchObject([
      {
        is_cached: false,
        last_refresh: null,
        insight: {
          filters: { ...filters, date_from: '-1d', date_to: null, properties: [plan] },
          result: null,
          results: null,
          is_cached: 'false',
        },
      },
    ])
    // A read of the insight alone has its own query and result.
    expect((await send('GET', `insights/${one.id}/`)).body).toMatchObject({
      filters,
      results: computed.results,
    })
  })

  test('which a question does not take leave its tile without a result, and the tile says why', async () => {
    const filters = {
      insight: 'FUNNELS',
      events: [{ id: 'paid' }, { id: 'paid', order: 1 }],
      funnel_aggregate_by_hogql: 'properties.$session_id',
    }
    const { id: cohort } = (await send('POST', 'cohorts/', { name: 'payers', groups: PAYERS })).body
    const ofPersons = { ...filters, funnel_aggregate_by_hogql: null }
    const [ofSessions, other] = [await insight({ filters }), await insight({ filters: ofPersons })]
    const { id } = await dashboard({
      filters: { breakdown_filter: { breakdown: [cohort], breakdown_type: 'cohort' } },
      tiles: [{ insight: ofSessions.id }, { insight: other.id }],
    })
    const { tiles } = (await send('GET', `dashboards/${id}/?refresh=true`)).body
    expect(tiles[0].insight).toMatchObject({
      result: null,
      warnings: [
        { code: 'invalid_choice', detail: expect.stringContaining('Only persons can be members of cohorts') },
      ],
    })
    expect(tiles[1].insight.result).not.toBeNull()
    expect(tiles[1].insight).not.toHaveProperty('warnings')
  })
})

const PAYERS = [{ properties: [{ key: 'plan', type: 'person', value: 'pro' }] }]
