import { expect, test } from 'vitest'
import { requestIdOf } from './request-ids.ts'
import { shownPath } from './request-log.ts'

const pathOf = (url: string | undefined, params: unknown) =>
  shownPath({ routeOptions: { url }, params } as Parameters<typeof shownPath>[0])

test.each([
  ['/api/projects/:project_id/insights/:id/', { project_id: '1', id: '12' }, '/api/projects/1/insights/12/'],
  ['/api/projects/:project_id/insights/', { project_id: '@current' }, '/api/projects/@current/insights/'],
  ['/shared/:token', { token: 'aBc123' }, '/shared/:token'],
  ['/array/:token/config.js', { token: 'phc_abc' }, '/array/:token/config.js'],
  ['/api/users/:uuid/', { uuid: '12345678901' }, '/api/users/:uuid/'],
  [undefined, {}, '(no route)'],
])('the path of %s with %o is shown as %s', (url, params, shown) => {
  expect(pathOf(url, params)).toBe(shown)
})

test.each(['a', '7f3c-22', 'Root=1-67891233-abcdef', 'req.1:2/3+4@x_y'])(
  'the request id %s is kept',
  (id) => {
    expect(requestIdOf({ headers: { 'x-request-id': id } })).toBe(id)
  },
)

test.each([
  undefined,
  '',
  'a b',
  'a\nb',
  'ä',
  'a'.repeat(129),
  'phx_0123456789abcdef',
  'for phc_0123456789abcdef',
  'x-phc_0123456789abcdef',
  '{"a":1}',
])('the request id %s is replaced by a new one', (id) => {
  expect(requestIdOf({ headers: { 'x-request-id': id } })).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/)
})
