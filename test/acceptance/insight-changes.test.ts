import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
let path = ''
let boards: { id: number; name: string }[] = []

beforeAll(async () => {
  path = `/api/projects/${(await server.newProject()).id}/`
  boards = await Promise.all(
    ['First', 'Second', 'Third'].map(async (name) => {
      const { body } = await server.request('POST', `${path}dashboards/`, { name })
      return { id: body.id, name }
    }),
  )
})
const boardIds = () => boards.map((board) => board.id)

async function created(fields: object = {}) {
  const { status, body } = await server.request('POST', `${path}insights/`, fields)
  expect(status).toBe(201)
  return body
}
const patch = (id: number, body: object) => server.request('PATCH', `${path}insights/${id}/`, body)
const read = async (id: number) => (await server.request('GET', `${path}insights/${id}/`)).body

/** Returns the log, newest first: the action, and each field before and after. */
async function log(id: number) {
  const { status, body } = await server.request('GET', `${path}insights/${id}/activity/?limit=100`)
  expect(status).toBe(200)
  return body.results.map((entry: { activity: string; detail: { changes: object[] | null } }) => [
    entry.activity,
    entry.detail.changes,
  ])
}
const change = (field: string, before: unknown, after: unknown, action = 'changed') => ({
  type: 'Insight',
  action,
  field,
  before,
  after,
})

describe('dashboards of an insight', () => {
  test('call 2 puts it on those of the request, each once', async () => {
    const [first, second] = boardIds()
    const insight = await created({ dashboards: [second, first, second] })
    expect([...insight.dashboards].sort()).toEqual([first, second])
    expect(insight.dashboard_tiles).toEqual(
      expect.arrayContaining([
        { id: expect.any(Number), dashboard_id: first, deleted: false },
        { id: expect.any(Number), dashboard_id: second, deleted: false },
      ]),
    )
    expect(await read(insight.id)).toEqual(insight)
  })

  test('call 5 replaces them all, and brings back a removed tile', async () => {
    const [first, second, third] = boardIds()
    const insight = await created({ dashboards: [first, second] })
    const moved = (await patch(insight.id, { dashboards: [second, third] })).body
    expect([...moved.dashboards].sort()).toEqual([second, third])
    const back = (await patch(insight.id, { dashboards: [first] })).body
    const firstTile = insight.dashboard_tiles.find(
      (tile: { dashboard_id: number }) => tile.dashboard_id === first,
    )
    expect(back.dashboard_tiles).toEqual([{ ...firstTile, deleted: false }])
    expect((await patch(insight.id, { name: 'x' })).body.dashboards).toEqual([first])
    expect((await patch(insight.id, { dashboards: [] })).body.dashboards).toEqual([])
  })

  test('calls 2 and 5 take dashboard_tiles in place of dashboards', async () => {
    const [first, second, third] = boardIds()
    const on = (...ids: (number | undefined)[]) => ids.map((dashboard_id) => ({ dashboard_id }))
    const insight = await created({ dashboard_tiles: on(second, second) })
    expect([insight.dashboards, insight.dashboard_tiles[0].dashboard_id]).toEqual([[second], second])
    const { body: moved } = await patch(insight.id, { dashboard_tiles: on(first, third) })
    expect([...moved.dashboards].sort()).toEqual([first, third])
    // Clients send back the body with one more tile, with a tile marked, or with one missing.
    const more = [...moved.dashboard_tiles, ...on(second)]
    const { body: all } = await patch(insight.id, { ...moved, dashboard_tiles: more })
    expect([...all.dashboards].sort()).toEqual([first, second, third])
    const marked = all.dashboard_tiles.map((tile: { dashboard_id: number }) => ({
      ...tile,
      deleted: tile.dashboard_id === first,
    }))
    const { body: fewer } = await patch(insight.id, { ...all, dashboard_tiles: marked })
    expect([...fewer.dashboards].sort()).toEqual([second, third])
    const { body: echoed } = await patch(insight.id, fewer)
    expect(echoed.dashboard_tiles).toEqual(fewer.dashboard_tiles)
    expect((await patch(insight.id, { ...echoed, dashboards: [second] })).body.dashboards).toEqual([second])
    expect((await patch(insight.id, { dashboard_tiles: [] })).body.dashboards).toEqual([])
  })

  test.each<[string, () => object, string, string]>([
    [
      'an unknown dashboard',
      () => ({ dashboard_tiles: [{ dashboard_id: 987_654 }] }),
      'does_not_exist',
      'dashboard_tiles',
    ],
    [
      'a tile without a dashboard',
      () => ({ dashboard_tiles: [{ id: 3 }] }),
      'required',
      'dashboard_tiles__0__dashboard_id',
    ],
    [
      'an unknown field',
      () => ({ dashboard_tiles: [{ dashboard_id: 1, colour: 'x' }] }),
      'invalid_input',
      'dashboard_tiles__0__colour',
    ],
    [
      'two different lists',
      () => ({ dashboards: [boards[0]?.id], dashboard_tiles: [{ dashboard_id: boards[1]?.id }] }),
      'invalid_input',
      'dashboard_tiles',
    ],
  ])('%s in dashboard_tiles is refused, and nothing changes', async (_, fieldsOf, code, attr) => {
    const insight = await created({ dashboards: [boards[2]?.id] })
    const refused = { status: 400, body: { code, attr } }
    expect(await patch(insight.id, { ...fieldsOf(), name: 'x' })).toMatchObject(refused)
    expect(await server.request('POST', `${path}insights/`, fieldsOf())).toMatchObject(refused)
    expect(await read(insight.id)).toEqual(insight)
  })

  test('are gone when it is deleted, and come back when it is restored', async () => {
    const [first, second, third] = boardIds()
    const insight = await created({ dashboards: boardIds() })
    await patch(insight.id, { dashboards: [first, second] })
    const gone = await patch(insight.id, { deleted: true, dashboards: boardIds() })
    expect(gone.body).toMatchObject({ deleted: true, dashboards: [], dashboard_tiles: [] })
    const board = async () => (await server.request('GET', `${path}dashboards/${first}/`)).body
    const isOnFirst = async () =>
      (await board()).tiles.some(
        (tile: { insight: { id: number } | null }) => tile.insight?.id === insight.id,
      )
    expect(await isOnFirst()).toBe(false)
    // A client sends back the body of the deletion with one field changed.
    const restored = await patch(insight.id, { ...gone.body, deleted: false })
    expect([...restored.body.dashboards].sort()).toEqual([first, second])
    expect(await isOnFirst()).toBe(true)
    await patch(insight.id, { deleted: true })
    expect((await patch(insight.id, { deleted: false, dashboards: [third] })).body.dashboards).toEqual([
      third,
    ])
  })

  test('a second deletion answers as the first, and keeps the dashboards for the restoration', async () => {
    const insight = await created({ name: 'Twice', dashboards: [boards[0]?.id] })
    const [once, twice] = [
      await patch(insight.id, { deleted: true }),
      await patch(insight.id, { deleted: true }),
    ]
    expect([once.status, twice.status, twice.body.deleted]).toEqual([200, 200, true])
    expect((await patch(insight.id, { name: 'Other' })).status).toBe(404)
    expect((await patch(insight.id, { deleted: false })).body.dashboards).toEqual([boards[0]?.id])
    expect(await log(insight.id)).toHaveLength(3)
  })

  test('that are unknown, deleted or of another project fail the whole request', async () => {
    const [first] = boardIds()
    const insight = await created({ name: 'Kept', tags: ['kept'], dashboards: [first] })
    const other = await server.newProject()
    const foreign = (await server.request('POST', `/api/projects/${other.id}/dashboards/`, { name: 'x' }))
      .body.id
    const deleted = (await server.request('POST', `${path}dashboards/`, { name: 'Short-lived' })).body.id
    await server.request('PATCH', `${path}dashboards/${deleted}/`, { deleted: true })
    const { count } = (await server.request('GET', `${path}insights/`)).body
    for (const dashboard of [987_654, foreign, deleted]) {
      const fields = { name: 'Changed', tags: ['changed'], dashboards: [first, dashboard] }
      const refusal = {
        type: 'validation_error',
        code: 'does_not_exist',
        detail: `Invalid pk "${dashboard}" - object does not exist.`,
        attr: 'dashboards',
      }
      expect(await patch(insight.id, fields)).toMatchObject({ status: 400, body: refusal })
      expect(await server.request('POST', `${path}insights/`, fields)).toMatchObject({
        status: 400,
        body: refusal,
      })
    }
    expect(await read(insight.id)).toEqual(insight)
    expect(await log(insight.id)).toEqual([['created', null]])
    expect((await server.request('GET', `${path}insights/`)).body.count).toBe(count)
  })
})

describe('the log of an insight', () => {
  test('has one entry a change, with every field before and after', async () => {
    const [first, second] = boards
    const insight = await created({ name: 'Old', tags: ['b', 'a'], dashboards: [first?.id] })
    await patch(insight.id, {
      name: 'New',
      description: 'Told',
      tags: ['a', 'c'],
      favorited: true,
      saved: true,
      order: 3,
      dashboards: [second?.id],
      query: { kind: 'TrendsQuery' },
    })
    await patch(insight.id, { deleted: true })
    await patch(insight.id, { deleted: false, name: 'Back' })
    const entries = await log(insight.id)
    expect(entries.map(([activity]: [string]) => activity)).toEqual([
      'updated',
      'updated',
      'updated',
      'created',
    ])
    const [restored, removed, updated] = entries.map(([, changes]: [string, object[]]) => changes)
    expect(updated).toHaveLength(6)
    expect(updated).toEqual(
      expect.arrayContaining([
        change('name', 'Old', 'New'),
        change('description', '', 'Told'),
        change('tags', ['a', 'b'], ['a', 'c']),
        change('favorited', false, true),
        change('dashboards', [first], [second]),
        change('query', null, { kind: 'TrendsQuery' }, 'created'),
      ]),
    )
    expect(removed).toEqual([change('deleted', false, true), change('dashboards', [second], [])])
    expect(restored).toEqual([
      change('name', 'New', 'Back'),
      change('deleted', true, false),
      change('dashboards', [], [second]),
    ])
  })

  test.each([
    ['no field', {}],
    ['equal values', { name: 'Named', tags: ['a'], dashboards: [], favorited: false }],
    ['order and saved', { order: 5, saved: true }],
  ])('has no entry for %s', async (_, fields) => {
    const insight = await created({ name: 'Named', tags: ['a'] })
    await patch(insight.id, fields)
    expect(await log(insight.id)).toEqual([['created', null]])
  })

  test('begins when the insight has a name', async () => {
    const insight = await created({ description: 'a draft' })
    await patch(insight.id, { description: 'still a draft' })
    expect(await log(insight.id)).toEqual([])
    await patch(insight.id, { derived_name: 'visits by day' })
    expect(await log(insight.id)).toEqual([
      ['updated', [change('derived_name', null, 'visits by day', 'created')]],
    ])
  })
})

test('call 5: two writes at once both take effect, and the log has them in their order', async () => {
  const insight = await created({ name: '0', description: '0' })
  const rounds = Array.from({ length: 20 }, (_, i) => i + 1)
  await Promise.all(
    rounds.flatMap((round) => [
      patch(insight.id, { name: `${round}`, tags: [`name ${round}`] }),
      patch(insight.id, { description: `${round}`, dashboards: [boardIds()[round % 3]] }),
    ]),
  )
  const after = await read(insight.id)
  const entries = (await log(insight.id)).reverse().slice(1) as [
    string,
    { field: string; before: unknown; after: unknown }[],
  ][]
  // Each entry begins with the values with which the previous entry ended, so no write was lost.
  const seen: Record<string, unknown> = { name: '0', description: '0', tags: [], dashboards: [] }
  for (const [, changes] of entries)
    for (const { field, before, after } of changes) {
      expect([field, before]).toEqual([field, seen[field]])
      seen[field] = after
    }
  expect(entries).toHaveLength(40)
  expect(after).toMatchObject({ name: seen.name, description: seen.description, tags: seen.tags })
  expect(after.tags).toEqual([`name ${after.name}`])
  expect(after.dashboards).toEqual([boardIds()[Number(after.description) % 3]])
})
