import { expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const ACTIONS = '/api/projects/1/actions/'
const SIGNED_UP = { event: '$autocapture', text: 'Sign up', properties: [{ key: 'plan', value: 'pro' }] }

const created = async (fields: object, path = ACTIONS) => {
  const { status, body } = await server.request('POST', path, fields)
  expect([status, body.detail]).toEqual([201, undefined])
  return body
}

test('an action has its conventional fields, and its steps as they were sent', async () => {
  const sent = {
    name: 'Signed up',
    description: 'By either form',
    tags: ['Growth', 'growth '],
    post_to_slack: false,
    steps: [SIGNED_UP, { event: '$pageview', url: '/welcome', url_matching: 'regex' }],
  }
  const body = await created(sent)
  expect(body).toMatchObject({
    name: 'Signed up',
    description: 'By either form',
    tags: ['growth'],
    post_to_slack: false,
    slack_message_format: '',
    created_at: '2026-11-20T12:00:00.000Z',
    created_by: { id: 1 },
    deleted: false,
    is_calculating: false,
    last_calculated_at: '2026-11-20T12:00:00.000Z',
    team_id: 1,
    is_action: true,
    bytecode_error: null,
    pinned_at: null,
  })
  expect(body.steps).toEqual([
    {
      event: '$autocapture',
      url: null,
      url_matching: 'contains',
      text: 'Sign up',
      text_matching: null,
      href: null,
      href_matching: null,
      tag_name: null,
      selector: null,
      properties: [{ key: 'plan', value: 'pro' }],
    },
    expect.objectContaining({ event: '$pageview', url: '/welcome', url_matching: 'regex', properties: null }),
  ])
  expect((await server.request('GET', `${ACTIONS}${body.id}/`)).body).toEqual(body)
  expect((await server.request('GET', `/api/environments/1/actions/${body.id}`)).body).toEqual(body)
  // A client that sends back the whole body changes nothing.
  const { status, body: same } = await server.request('PUT', `${ACTIONS}${body.id}/`, body)
  expect([status, same]).toEqual([200, body])
})

test('a change has only the sent fields, and each is logged', async () => {
  const { id } = await created({ name: 'Before', steps: [{ event: 'a' }], tags: ['x'] })
  const { body } = await server.request('PATCH', `${ACTIONS}${id}/`, { name: 'After', tags: ['y'] })
  expect(body).toMatchObject({ name: 'After', tags: ['y'], steps: [{ event: 'a' }] })
  await server.request('PATCH', `${ACTIONS}${id}/`, { steps: [{ event: 'b', url: '/p' }] })
  await server.request('PATCH', `${ACTIONS}${id}/`, { name: 'After' })
  await server.request('PATCH', `${ACTIONS}${id}/`, { deleted: true })
  await server.request('PATCH', `${ACTIONS}${id}/`, { deleted: false })
  const rows = await server.app.metadata
    .selectFrom('activity')
    .selectAll()
    .where('scope', '=', 'Action')
    .where('item_id', '=', String(id))
    .orderBy('id')
    .execute()
  const logged = rows.map(({ activity, detail }) => {
    const { name, changes } = JSON.parse(detail)
    return [activity, name, (changes ?? []).map((change: { field: string }) => change.field)]
  })
  expect(logged).toEqual([
    ['created', 'Before', []],
    ['updated', 'After', ['name', 'tags']],
    ['updated', 'After', ['steps']],
    ['deleted', 'After', ['deleted']],
    ['restored', 'After', ['deleted']],
  ])
})

test('a deleted action is not found, and can be restored', async () => {
  const { id } = await created({ name: 'Short-lived' })
  const at = `${ACTIONS}${id}/`
  expect(await server.request('DELETE', at)).toMatchObject({ status: 405, body: undefined })
  expect((await server.request('PATCH', at, { deleted: true })).body.deleted).toBe(true)
  expect((await server.request('GET', at)).status).toBe(404)
  expect((await server.request('PATCH', at, { name: 'Changed' })).status).toBe(404)
  const { body: list } = await server.request('GET', `${ACTIONS}?limit=1000`)
  expect(list.results.map((one: { id: number }) => one.id)).not.toContain(id)
  expect((await server.request('PATCH', at, { deleted: false })).body).toMatchObject({
    name: 'Short-lived',
    deleted: false,
  })
  expect((await server.request('GET', at)).status).toBe(200)
})

test('the list has pages and a search', async () => {
  const { id: projectId } = await server.newProject()
  const path = `/api/projects/${projectId}/actions/`
  for (const name of ['Größe chosen', 'Paid', 'Left'])
    await created({ name, description: name === 'Left' ? '50% done' : '', tags: [`of ${name}`] }, path)
  const names = async (query: string) => {
    const { body } = await server.request('GET', `${path}${query}`)
    return [body.count, ...body.results.map((one: { name: string }) => one.name)]
  }
  expect(await names('')).toEqual([3, 'Größe chosen', 'Paid', 'Left'])
  expect(await names('?limit=1&offset=1')).toEqual([3, 'Paid'])
  const { body } = await server.request('GET', `${path}?limit=1&offset=1`)
  expect([body.next, body.previous]).toEqual([
    expect.stringContaining('limit=1&offset=2'),
    expect.stringContaining('limit=1'),
  ])
  expect(await names('?search=gr%C3%96%C3%9FE')).toEqual([1, 'Größe chosen'])
  expect(await names('?search=50%25')).toEqual([1, 'Left'])
  expect(await names('?search=of%20paid')).toEqual([1, 'Paid'])
  expect((await server.request('GET', `${path}?steps=1`)).status).toBe(400)
})

const REFUSED: readonly [object, string, string][] = [
  [{ steps: [] }, 'required', 'name'],
  [{ name: '' }, 'min_length', 'name'],
  [{ name: 'x'.repeat(401) }, 'max_length', 'name'],
  [{ name: 'a', step: [] }, 'invalid_input', 'step'],
  [{ name: 'a', post_to_slack: true }, 'invalid_choice', 'post_to_slack'],
  [{ name: 'a', steps: [{ evnt: 'a' }] }, 'invalid_input', 'steps__0__evnt'],
  [{ name: 'a', steps: [{ url: 5 }] }, 'invalid_input', 'steps__0__url'],
  [{ name: 'a', steps: [{ url_matching: 'starts' }] }, 'invalid_choice', 'steps__0__url_matching'],
  [{ name: 'a', steps: [{ selector: 'a:hover' }] }, 'invalid_input', 'steps__0__selector'],
  [{ name: 'a', steps: [{ selector: 'x'.repeat(1_001) }] }, 'max_length', 'steps__0__selector'],
  [{ name: 'a', steps: [{ properties: [{ value: 1 }] }] }, 'required', 'steps__0__properties__0__key'],
  [{ name: 'a', steps: Array(51).fill({}) }, 'max_value', 'steps'],
]

test.each(REFUSED)('%j is refused', async (fields, code, attr) => {
  const { status, body } = await server.request('POST', ACTIONS, fields)
  expect([status, body.code, body.attr]).toEqual([400, code, attr])
})
