import { describe, expect, test } from 'vitest'
import { dashboardClient, LAYOUTS } from '../fixtures/dashboard-client.ts'
import { secondUser } from '../fixtures/second-user.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const { send, insight, dashboard, read, patch } = dashboardClient(server)
const TITLE = { text: { body: '# Growth' }, layouts: LAYOUTS, color: 'blue', show_description: true }

describe('a text on a dashboard', () => {
  test('has the fields that clients know, in its place among the insights', async () => {
    const one = await insight({ name: 'a' })
    const { id, tiles } = await dashboard({ tiles: [TITLE, { insight: one.id }, { text: { body: 'End' } }] })
    expect(tiles).toMatchObject([
      {
        id: expect.any(Number),
        order: 0,
        layouts: LAYOUTS,
        color: 'blue',
        show_description: true,
        transparent_background: null,
        insight: null,
        is_cached: false,
        last_refresh: null,
        text: {
          id: tiles[0].id,
          body: '# Growth',
          created_by: { id: 1 },
          last_modified_at: '2026-11-20T12:00:00.000Z',
          last_modified_by: { id: 1 },
        },
        deleted: false,
      },
      { order: 1, insight: { id: one.id }, text: null },
      { order: 2, insight: null, text: { body: 'End' }, layouts: {}, show_description: null },
    ])
    expect((await read(id)).tiles).toEqual(tiles)
    // A client that sends back the whole body changes nothing.
    expect((await send('PUT', `dashboards/${id}/`, await read(id))).body.tiles).toEqual(tiles)
    expect((await patch(id, { tiles: null })).body.tiles).toEqual(tiles)
  })

  test('is changed by its tile, and notes its last author', async () => {
    const { id, tiles } = await dashboard({ tiles: [TITLE] })
    const [{ id: tileId }] = tiles
    const { key } = await secondUser(server)
    server.nowMs += 60_000
    const path = `/api/projects/1/dashboards/${id}/`
    const change = (tile: object) => server.request('PATCH', path, { tiles: [{ id: tileId, ...tile }] }, key)
    const { body } = await change({ text: { body: 'Changed' }, show_description: false })
    const at = new Date(server.nowMs).toISOString()
    expect(body.tiles).toMatchObject([
      {
        id: tileId,
        layouts: LAYOUTS,
        color: 'blue',
        show_description: false,
        text: { body: 'Changed', created_by: { id: 1 }, last_modified_at: at },
      },
    ])
    expect(body.tiles[0].text.last_modified_by.id).not.toBe(1)
    server.nowMs += 60_000
    const moved = await change({ layouts: {}, text: { body: 'Changed' }, transparent_background: true })
    expect(moved.body.tiles).toMatchObject([
      {
        layouts: {},
        show_description: false,
        transparent_background: true,
        text: { last_modified_at: at },
      },
    ])
    server.nowMs = Date.parse('2026-11-20T12:00:00Z')
  })

  test('is removed, comes back, and goes with its dashboard', async () => {
    const { id, tiles } = await dashboard({ tiles: [TITLE, { text: { body: 'Gone' } }] })
    const [first, second] = tiles
    expect((await patch(id, { tiles: [{ id: second.id, deleted: true }] })).body.tiles).toEqual([first])
    await patch(id, { deleted: true })
    expect((await patch(id, { deleted: false })).body.tiles).toEqual([{ ...first, deleted: false }])
    const { body } = await patch(id, { tiles: [{ id: second.id, deleted: false }] })
    expect(body.tiles).toMatchObject([
      { id: first.id },
      { id: second.id, text: { body: 'Gone' }, deleted: false },
    ])
  })

  test.each([false, true])('is copied with its dashboard, duplicate_tiles %s', async (duplicate_tiles) => {
    const one = await insight({ name: 'a' })
    const shown = { insight: one.id, show_description: true }
    const source = await dashboard({ tiles: [{ text: { body: 'Gone' } }, shown, TITLE] })
    await patch(source.id, { tiles: [{ id: source.tiles[0].id, deleted: true }] })
    const copy = await dashboard({ use_dashboard: source.id, duplicate_tiles })
    expect(copy.tiles).toMatchObject([
      { insight: { name: 'a' }, text: null, show_description: true },
      { insight: null, text: { body: '# Growth' }, layouts: LAYOUTS, color: 'blue', show_description: true },
    ])
    await patch(copy.id, { tiles: [{ id: copy.tiles[1].id, text: { body: 'Of the copy' } }] })
    expect((await read(source.id)).tiles[1].text.body).toBe('# Growth')
  })

  test('cannot be given to the tile of an insight, nor changed on another dashboard', async () => {
    const one = await insight()
    const { id, tiles } = await dashboard({ tiles: [{ insight: one.id }, TITLE] })
    const refused = await patch(id, { tiles: [{ id: tiles[0].id, text: { body: 'x' } }] })
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input', attr: 'tiles' } })
    const other = await dashboard()
    const foreign = await patch(other.id, { tiles: [{ id: tiles[1].id, text: { body: 'x' } }] })
    expect(foreign).toMatchObject({ status: 400, body: { code: 'does_not_exist', attr: 'tiles' } })
    expect((await read(id)).tiles).toEqual(tiles)
  })
})

describe('POST tiles/', () => {
  const add = (id: number, tile: object, key?: string) =>
    server.request('POST', `/api/projects/1/dashboards/${id}/tiles/`, tile, key)

  test('adds one tile and answers it', async () => {
    const one = await insight({ name: 'a' })
    const { id } = await dashboard()
    const text = await add(id, TITLE)
    expect(text).toMatchObject({ status: 201, body: { order: 0, insight: null, text: { body: '# Growth' } } })
    const shown = await add(id, { insight: one.id, layouts: LAYOUTS })
    expect(shown).toMatchObject({
      status: 201,
      body: { order: 1, insight: { id: one.id }, layouts: LAYOUTS },
    })
    expect((await read(id)).tiles).toEqual([text.body, shown.body])
    // The insight has only one tile.
    expect((await add(id, { insight: { id: one.id } })).body).toEqual(shown.body)
  })

  test.each<[object, string, string | null]>([
    [{}, 'invalid_input', null],
    [{ insight: 1, text: { body: 'x' } }, 'invalid_input', null],
    [{ insight: 987_654 }, 'does_not_exist', 'tiles'],
    [{ text: { body: 5 } }, 'invalid_input', 'text__body'],
    [{ text: { body: 'x' }, width: 3 }, 'invalid_input', 'width'],
  ])('refuses %j', async (tile, code, attr) => {
    const { id } = await dashboard()
    const { status, body } = await add(id, tile)
    expect([status, body.code, body.attr]).toEqual([400, code, attr])
    expect((await read(id)).tiles).toEqual([])
  })

  test('of an unknown dashboard is 404, and an insight needs its scope', async () => {
    expect((await add(987_654, TITLE)).status).toBe(404)
    const { id } = await dashboard()
    const one = await insight()
    const key = await server.newKey(['dashboard:write'])
    expect((await add(id, TITLE, key)).status).toBe(201)
    expect((await add(id, { insight: one.id }, key)).status).toBe(403)
  })
})
