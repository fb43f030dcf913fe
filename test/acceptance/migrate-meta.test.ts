import { expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()

type Row = { readonly id: number } & Readonly<Record<string, unknown>>
/**
 * Reads a list like the tool that moves projects between servers, which sends the same parameters for every
 * kind of object.
 */
async function all(projectId: number, key: string): Promise<Row[]> {
  const rows: Row[] = []
  const first = `/api/projects/${projectId}/${key}/?limit=100&basic=true&order=-last_modified_at&saved=true`
  for (let path: string | null = first; path !== null; ) {
    const { status, body } = await server.request('GET', path)
    expect([path, status, body.detail]).toEqual([path, 200, undefined])
    rows.push(...body.results)
    path = body.next && new URL(body.next).pathname + new URL(body.next).search
  }
  return rows
}

async function created(projectId: number, key: string, fields: object): Promise<number> {
  const { status, body } = await server.request('POST', `/api/projects/${projectId}/${key}/`, fields)
  expect([key, status, body.detail]).toEqual([key, 201, undefined])
  return body.id
}

const without = (row: Row, ...names: string[]) =>
  Object.fromEntries(
    Object.entries(row).filter(
      ([name]) =>
        ![
          'id',
          'short_id',
          'created_at',
          'updated_at',
          'last_modified_at',
          'last_calculated_at',
          'team_id',
          ...names,
        ].includes(name),
    ),
  )

test('a project is moved with whole bodies, object by object', async () => {
  const { body: source } = await server.request('POST', '/api/projects/', {
    name: 'Source',
    timezone: 'Europe/Berlin',
  })
  const cohort = await created(source.id, 'cohorts', {
    name: 'Pro',
    groups: [{ properties: [{ key: 'plan', value: 'pro', type: 'person' }] }],
  })
  const action = await created(source.id, 'actions', {
    name: 'Paid',
    steps: [{ event: 'paid' }],
    tags: ['a'],
  })
  const dashboard = await created(source.id, 'dashboards', { name: 'Growth', tags: ['x'], pinned: true })
  const insight = await created(source.id, 'insights', {
    name: 'Paid',
    saved: true,
    filters: { insight: 'TRENDS', actions: [{ id: action }] },
    dashboards: [dashboard],
  })
  await created(source.id, 'annotations', {
    content: 'Launch',
    dashboard_item: insight,
    date_marker: '2026-11-19',
  })

  const { body: target } = await server.request('POST', '/api/projects/', source)
  expect(target).toMatchObject({ name: 'Source', timezone: 'Europe/Berlin' })
  expect(target.id).not.toBe(source.id)
  const moved: Record<string, Record<number, number>> = {}
  const move = async (key: string, map: (row: Row) => object = (row) => row) => {
    const ids: Record<number, number> = {}
    for (const row of await all(source.id, key)) ids[row.id] = await created(target.id, key, map(row))
    moved[key] = ids
  }
  await move('cohorts')
  await move('actions')
  expect(await all(source.id, 'experiments')).toEqual([])
  expect(await all(source.id, 'feature_flags')).toEqual([])
  await move('dashboards', (row) => ({ ...row, items: null, tiles: null }))
  await move('insights', (row) => ({
    ...row,
    filters: { insight: 'TRENDS', actions: [{ id: moved.actions?.[action] }] },
    dashboard,
    dashboards: [moved.dashboards?.[dashboard]],
  }))
  await move('annotations', (row) => ({ ...row, dashboard_item: moved.insights?.[insight] }))

  for (const [key, id, ...names] of [
    ['cohorts', cohort],
    ['actions', action],
    ['dashboards', dashboard],
    ['insights', insight, 'filters', 'dashboards', 'dashboard_tiles'],
    ['annotations', 0, 'dashboard_item', 'insight_short_id'],
  ] as const) {
    const [before] = await all(source.id, key)
    const [after] = await all(target.id, key)
    if (before === undefined || after === undefined) throw new Error(`There are no ${key}`)
    if (id !== 0) expect(moved[key]?.[id]).toBe(after.id)
    expect([key, without(after, ...names)]).toEqual([key, without(before, ...names)])
  }
  const { body } = await server.request(
    'GET',
    `/api/projects/${target.id}/dashboards/${moved.dashboards?.[dashboard]}/`,
  )
  expect(body.tiles).toMatchObject([{ insight: { id: moved.insights?.[insight], name: 'Paid' } }])
})

test('-last_modified_at has the last change first, and another order is refused', async () => {
  const { id } = await server.newProject()
  for (const key of ['actions', 'dashboards', 'annotations', 'cohorts']) {
    const ids: number[] = []
    for (const name of ['a', 'b', 'c']) {
      server.nowMs += 1_000
      ids.push(await created(id, key, key === 'annotations' ? { content: name } : { name }))
    }
    server.nowMs += 1_000
    const [first, second, third] = ids
    await server.request(
      'PATCH',
      `/api/projects/${id}/${key}/${first}/`,
      key === 'annotations' ? { content: 'd' } : { name: 'd' },
    )
    // A cohort has no time of its last change.
    const expected = key === 'cohorts' ? [third, second, first] : [first, third, second]
    expect([key, (await all(id, key)).map((row) => row.id)]).toEqual([key, expected])
    for (const query of ['order=name', 'saved=false'])
      expect((await server.request('GET', `/api/projects/${id}/${key}/?${query}`)).status).toBe(400)
  }
})

test('a dashboard of a script that knows its old field', async () => {
  const path = '/api/projects/@current/dashboards/'
  const fields = { name: 'Growth', description: '', pinned: true, tags: [] }
  expect((await server.request('POST', path, { ...fields, items: [] })).status).toBe(201)
  expect(await server.request('POST', path, { ...fields, items: [{ id: 5 }] })).toMatchObject({
    status: 400,
    body: { attr: 'items__0', detail: expect.stringContaining('tiles') },
  })
})

/** The reads with which a Zapier connector tests a key and fills its forms. */
test('the reads of Zapier', async () => {
  const key = await server.newKey([
    'user:read',
    'organization:read',
    'project:read',
    'action:read',
    'cohort:read',
    'annotation:read',
  ])
  for (const path of [
    '/api/users/@me/',
    '/api/organizations/@current/',
    '/api/projects/',
    '/api/projects/1/',
    '/api/projects/1/actions/?limit=100',
    '/api/projects/1/cohorts/',
    '/api/projects/1/annotations/',
  ]) {
    const { status, body } = await server.request('GET', path, undefined, key)
    expect([path, status]).toEqual([path, 200])
    expect(body.results === undefined ? body : body.results).toBeInstanceOf(Object)
  }
})
