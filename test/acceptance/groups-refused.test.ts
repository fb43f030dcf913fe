import { expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const get = (path: string) => server.request('GET', `/api/projects/1/${path}`)

const index = [
  '',
  '=',
  '=x',
  '=1.5',
  '=%20',
  '=0x1',
  '=-1',
  '=5',
  '=99999999999999999999',
  '=0&group_type_index=1',
]
const calls = index.flatMap((given) => [
  `groups/?group_type_index${given}`,
  `groups/find/?group_key=acme&group_type_index${given}`,
  `groups/property_values/?key=name&group_type_index${given}`,
])
test.each(calls)('%s: 400 at group_type_index', async (call) => {
  expect(await get(call)).toMatchObject({
    status: 400,
    body: { type: 'validation_error', attr: 'group_type_index', detail: expect.any(String) },
  })
})

test.each([
  ['groups/', 'group_type_index', 'invalid_input', /groups_types/],
  ['groups/?group_type_index=', 'group_type_index', 'invalid_input', /groups_types/],
  ['groups/?group_type_index=x', 'group_type_index', 'invalid_input', /^A valid integer is required\.$/],
  ['groups/?group_type_index=5', 'group_type_index', 'max_value', /between 0 and 4/],
  ['groups/?group_type_index=0&format=xml', 'format', 'invalid_choice', /format/],
  ['groups/find/?group_key=a', 'group_type_index', 'invalid_input', /^This query parameter is required\.$/],
  ['groups/find/?group_type_index=0', 'group_key', 'invalid_input', /^This query parameter is required\.$/],
  ['groups/find/?group_type_index=0&group_key=', 'group_key', 'invalid_input', /required/],
  ['groups/property_values/?group_type_index=0', 'key', 'invalid_input', /required/],
  ['groups/property_values/?key=a', 'group_type_index', 'invalid_input', /required/],
  ['groups/?group_type_index=0&search=a&search=b', 'search', 'invalid_input', /./],
  ['groups/?group_type_index=0&cursor=a&cursor=b', 'cursor', 'invalid_input', /./],
])('%s', async (call, attr, code, detail) => {
  const { status, body } = await get(call)
  expect(status).toBe(400)
  expect(body).toMatchObject({
    type: 'validation_error',
    attr,
    code,
    detail: expect.stringMatching(detail),
  })
})

test.each(['x', '12', '%25', 'W10'])('the cursor %s: 404', async (cursor) => {
  for (const search of ['', '&search=a'])
    expect(await get(`groups/?group_type_index=0&cursor=${cursor}${search}`)).toMatchObject({
      status: 404,
      body: { type: 'invalid_request', code: 'not_found', detail: 'Invalid cursor', attr: null },
    })
})

test.each(['groups/?group_type_index=0', 'groups_types/'])('POST %s: 405', async (path) => {
  const { status } = await server.request('POST', `/api/projects/1/${path}`, {})
  expect(status).toBe(405)
})
