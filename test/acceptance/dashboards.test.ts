import { describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const DASHBOARDS = '/api/projects/1/dashboards/'
const NOON = '2026-11-20T12:00:00.000Z'

const post = (body: unknown) => server.request('POST', DASHBOARDS, body)
const get = (id: number | string) => server.request('GET', `${DASHBOARDS}${id}/`)
const patch = (id: number, body: unknown) => server.request('PATCH', `${DASHBOARDS}${id}/`, body)
async function created(body: object = {}) {
  const answer = await post(body)
  expect(answer.status).toBe(201)
  return answer.body
}
const activitiesOf = async (id: number) => {
  const rows = await server.app.metadata
    .selectFrom('activity')
    .selectAll()
    .where('scope', '=', 'Dashboard')
    .where('item_id', '=', String(id))
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ activity: row.activity, userId: row.user_id, ...JSON.parse(row.detail) }))
}

const EVERYTHING = {
  name: 'Growth',
  description: 'Monday meeting',
  pinned: true,
  tags: ['growth', 'weekly'],
  filters: {
    date_from: '-30d',
    date_to: null,
    properties: [{ key: 'plan', value: 'pro', operator: 'exact', type: 'event' }],
    zebra: { b: 1, a: [2] },
  },
}
const READ_ONLY = {
  id: expect.any(Number),
  created_at: NOON,
  created_by: expect.objectContaining({ id: 1, email: 'admin@throughline.local' }),
  updated_at: NOON,
  is_shared: false,
  deleted: false,
  creation_mode: 'default',
  variables: {},
  breakdown_colors: [],
  data_color_theme_id: null,
  restriction_level: 21,
  effective_restriction_level: 21,
  effective_privilege_level: 37,
}

describe('create', () => {
  test('stores every field that can be sent', async () => {
    const body = await created(EVERYTHING)
    expect(body).toEqual({ ...READ_ONLY, ...EVERYTHING, tiles: [] })
    expect(JSON.stringify(body.filters)).toBe(JSON.stringify(EVERYTHING.filters))
    expect((await get(body.id)).body).toEqual(body)
    expect(await activitiesOf(body.id)).toEqual([
      {
        activity: 'created',
        userId: 1,
        changes: null,
        name: 'Growth',
        short_id: null,
        trigger: null,
        type: null,
      },
    ])
  })

  test('without fields has the defaults, and null stands for the default', async () => {
    const nothing = { name: '', description: '', pinned: false, tags: [], filters: {}, tiles: [] }
    expect(await created()).toEqual({ ...READ_ONLY, ...nothing })
    expect(await created({ name: null, description: null, filters: null })).toMatchObject(nothing)
  })

  test('ignores fields that only the server writes', async () => {
    const body = await created({ id: 999, created_at: '1999-01-01', is_shared: true })
    expect(body).toMatchObject({ deleted: false, created_at: NOON, is_shared: false })
    expect(body.id).not.toBe(999)
  })

  test.each([
    [{ name: 'x'.repeat(401) }, 'name', 'max_length'],
    [{ name: 'a\0b' }, 'name', 'null_characters_not_allowed'],
    [{ pinned: 'yes' }, 'pinned', 'invalid_input'],
    [{ tags: 'growth' }, 'tags', 'invalid_input'],
    [{ filters: [] }, 'filters', 'invalid_input'],
    [{ filters: { date_from: 'soon' } }, 'filters__date_from', 'invalid_input'],
    [{ filters: { date_to: 5 } }, 'filters__date_to', 'invalid_input'],
    [
      { filters: { properties: [{ key: 'a', operator: 'like', value: 1 }] } },
      'filters__properties__0__operator',
      'invalid_choice',
    ],
    [{ nmae: 'x' }, 'nmae', 'invalid_input'],
    [{ deleted: true }, 'deleted', 'invalid_choice'],
    [{ restriction_level: 37 }, 'restriction_level', 'invalid_choice'],
    [{ variables: { a: { value: 1 } } }, 'variables', 'invalid_input'],
    [{ use_template: 'DEFAULT_APP' }, 'use_template', 'invalid_choice'],
    [{ tiles: [{ insight: 1, colour: 'red' }] }, 'tiles__0__colour', 'invalid_input'],
    [
      { tiles: [{ insight: 1, filters_overrides: { date_from: '-1d' } }] },
      'tiles__0__filters_overrides',
      'invalid_input',
    ],
    [{ tiles: [{ insight: 1, text: { body: 'x' } }] }, 'tiles__0', 'invalid_input'],
    [{ tiles: [{ text: { body: '' } }] }, 'tiles__0__text__body', 'min_length'],
    [{ tiles: [{ text: { body: 'x'.repeat(4_001) } }] }, 'tiles__0__text__body', 'max_length'],
    [{ tiles: [{ text: {} }] }, 'tiles__0__text__body', 'required'],
    [{ tiles: [{ text: { body: 'x', markdown: true } }] }, 'tiles__0__text__markdown', 'invalid_input'],
    [{ tiles: [{}] }, 'tiles__0', 'invalid_input'],
    [{ tiles: [{ id: null, insight: null }] }, 'tiles__0', 'invalid_input'],
    [{ tiles: [{ id: 'a' }] }, 'tiles__0__id', 'invalid_input'],
    [{ tiles: [{ id: 1, layouts: [] }] }, 'tiles__0__layouts', 'invalid_input'],
    [{ tiles: [{ id: 987_654 }] }, 'tiles', 'does_not_exist'],
    [{ tiles: [{ insight: 987_654 }] }, 'tiles', 'does_not_exist'],
    [{ use_dashboard: 987_654 }, 'use_dashboard', 'does_not_exist'],
    [{ use_dashboard: 0 }, 'use_dashboard', 'does_not_exist'],
  ])('with %j is refused and creates nothing', async (body, attr, code) => {
    const before = (await server.request('GET', DASHBOARDS)).body.count
    expect(await post(body)).toMatchObject({ status: 400, body: { type: 'validation_error', attr, code } })
    expect((await server.request('GET', DASHBOARDS)).body.count).toBe(before)
  })

  test('stores filters that this version cannot compute', async () => {
    const filters = { properties: [{ key: 'id', value: 5, type: 'cohort' }], breakdown: 'plan' }
    expect((await created({ filters })).filters).toEqual(filters)
  })
})

describe('read', () => {
  test('with and without the last slash, in the environments path, as @current, as clients send it', async () => {
    const dashboard = await created({ name: 'Found' })
    for (const path of [
      `${DASHBOARDS}${dashboard.id}/`,
      `${DASHBOARDS}${dashboard.id}`,
      `/api/environments/1/dashboards/${dashboard.id}/`,
      `/api/projects/@current/dashboards/${dashboard.id}/?format=json&refresh=force_cache`,
    ])
      expect(await server.request('GET', path)).toMatchObject({ status: 200, body: dashboard })
  })

  test.each(['999999', 'abc', '0', '-1', '1.0', '99999999999999999999'])('%s is not found', async (id) => {
    const notFound = { type: 'invalid_request', code: 'not_found', detail: 'Not found.', attr: null }
    expect(await get(id)).toMatchObject({ status: 404, body: notFound })
    for (const method of ['PATCH', 'PUT'])
      expect(await server.request(method, `${DASHBOARDS}${id}/`, {})).toMatchObject({
        status: 404,
        body: notFound,
      })
  })

  test('an unknown parameter is refused', async () => {
    const { id } = await created()
    for (const path of [`${DASHBOARDS}?serach=x`, `${DASHBOARDS}${id}/?dateFrom=x`])
      expect((await server.request('GET', path)).status).toBe(400)
  })
})

describe('the list', () => {
  async function filled() {
    const project = await server.newProject()
    const path = `/api/projects/${project.id}/dashboards/`
    const create = async (body: object) => (await server.request('POST', path, body)).body
    const dashboards = [
      await create({ name: 'Übersicht', pinned: true }),
      await create({ name: 'b', description: '100% of sales' }),
      await create({ name: 'c', tags: ['Ops_team'] }),
    ]
    const list = (query: string) => server.request('GET', `${path}${query}`)
    return { path, dashboards, list }
  }
  const namesIn = (body: { results: { name: string }[] }) => body.results.map((one) => one.name)

  test('is by pages, oldest first, without tiles', async () => {
    const { dashboards, list, path } = await filled()
    const { tiles, ...basic } = dashboards[1]
    expect(tiles).toEqual([])
    const { body } = await list('?limit=1&offset=1')
    expect(body).toMatchObject({ count: 3, results: [basic] })
    expect(body.results[0]).not.toHaveProperty('tiles')
    expect(new URL(body.next).pathname).toBe(path)
    expect(new URL(body.next).search).toBe('?limit=1&offset=2')
    expect(namesIn((await list('')).body)).toEqual(['Übersicht', 'b', 'c'])
  })

  test.each([
    ['?search=ÜBER', ['Übersicht']],
    ['?search=100%25', ['b']],
    ['?search=ops_', ['c']],
    ['?search=_', ['c']],
    ['?search=nothing', []],
    ['?search=', ['Übersicht', 'b', 'c']],
    ['?pinned=true', ['Übersicht']],
    ['?pinned=false', ['b', 'c']],
  ])('%s', async (query, names) => {
    const { list } = await filled()
    const { body } = await list(query)
    expect([body.count, namesIn(body)]).toEqual([names.length, names])
  })

  test('is searched in the present names, descriptions and tags', async () => {
    const { list, path, dashboards } = await filled()
    await server.request('PATCH', `${path}${dashboards[2].id}/`, { name: 'Renamed', tags: ['new'] })
    expect(namesIn((await list('?search=renam')).body)).toEqual(['Renamed'])
    expect(namesIn((await list('?search=new')).body)).toEqual(['Renamed'])
    expect(namesIn((await list('?search=ops')).body)).toEqual([])
  })
})

describe('update', () => {
  const LATER = '2026-11-20T13:00:00.000Z'
  test.each([
    [{ name: 'Renamed' }, 'name', 'Growth'],
    [{ description: '' }, 'description', 'Monday meeting'],
    [{ pinned: false }, 'pinned', true],
    [{ tags: ['only'] }, 'tags', ['growth', 'weekly']],
    [{ filters: {} }, 'filters', EVERYTHING.filters],
    [{ name: 'Growth' }, null, null],
    [{}, null, null],
  ])('%j changes only that field, and is logged', async (change, field, before) => {
    server.nowMs = Date.parse(NOON)
    const dashboard = await created(EVERYTHING)
    server.nowMs = Date.parse(LATER)
    const answer = await patch(dashboard.id, change)
    server.nowMs = Date.parse(NOON)
    expect(answer).toMatchObject({ status: 200, body: { ...dashboard, ...change, updated_at: LATER } })
    expect((await get(dashboard.id)).body).toEqual(answer.body)
    const after = Object.values(change)[0]
    const changes = [{ type: 'Dashboard', action: 'changed', field, before, after }]
    expect((await activitiesOf(dashboard.id)).slice(1)).toEqual(
      field === null ? [] : [expect.objectContaining({ activity: 'updated', changes })],
    )
  })

  test('by PUT, with the whole body, changes nothing', async () => {
    const dashboard = await created(EVERYTHING)
    const answer = await server.request('PUT', `${DASHBOARDS}${dashboard.id}/`, dashboard)
    expect(answer).toMatchObject({ status: 200, body: dashboard })
    expect(await activitiesOf(dashboard.id)).toHaveLength(1)
  })
})

describe('delete', () => {
  test('by PATCH: gone until it is restored, and logged', async () => {
    const { id } = await created({ name: 'Short-lived' })
    expect(await patch(id, { deleted: true })).toMatchObject({ status: 200, body: { deleted: true } })
    expect((await get(id)).status).toBe(404)
    expect((await patch(id, { name: 'No' })).status).toBe(404)
    expect(await patch(id, { deleted: true })).toMatchObject({ status: 200, body: { deleted: true } })
    const listed = (await server.request('GET', `${DASHBOARDS}?search=short-lived`)).body
    expect(listed.count).toBe(0)
    expect((await post({ use_dashboard: id })).body.attr).toBe('use_dashboard')

    const restored = await patch(id, { deleted: false, name: 'Back' })
    expect(restored).toMatchObject({ status: 200, body: { deleted: false, name: 'Back' } })
    expect((await get(id)).body).toEqual(restored.body)
    expect((await activitiesOf(id)).map(({ activity, changes }) => [activity, changes])).toEqual([
      ['created', null],
      ['deleted', [{ type: 'Dashboard', action: 'changed', field: 'deleted', before: false, after: true }]],
      ['restored', expect.arrayContaining([expect.objectContaining({ field: 'deleted', after: false })])],
    ])
  })

  test('by DELETE is refused without a body and changes nothing', async () => {
    const dashboard = await created()
    const answer = await server.request('DELETE', `${DASHBOARDS}${dashboard.id}/`)
    expect([answer.status, answer.body, answer.headers['content-type']]).toEqual([405, undefined, undefined])
    expect(answer.headers.allow).toBe('GET, HEAD, PATCH, PUT')
    expect((await get(dashboard.id)).body).toEqual(dashboard)
  })
})
