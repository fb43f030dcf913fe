import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type DescribedRoute, METHODS, type Method, routeSchema } from './route-schema.ts'

const KEYED = { summary: 'Find a thing by its key', tag: 'groups', scope: 'group:read' } as const
const OPEN = { summary: 'Send events', tag: 'capture', isOpen: true } as const
const params = z.object({ id: z.string() })
const query = z.object({ search: z.string().optional() })

const schemaOf = (route: DescribedRoute) => {
  const method = METHODS.find((name) => route[name] !== undefined) as Method
  return routeSchema(route, method)
}
const statuses = (route: DescribedRoute) => Object.keys(schemaOf(route).response as object)

describe('the summary is', () => {
  test('that of the route, and the number of its call is beside it', () => {
    expect(schemaOf({ get: '/x/', ...KEYED })).toMatchObject({ summary: KEYED.summary, tags: ['groups'] })
    expect(schemaOf({ get: '/x/', ...KEYED })).not.toHaveProperty('x-contract-call')
    expect(schemaOf({ get: '/x/', call: 24, ...KEYED })).toMatchObject({
      summary: KEYED.summary,
      'x-contract-call': 24,
    })
  })

  test('that of PATCH for a PUT', () => {
    const route = { patch: '/x/', put: '/x/', ...KEYED }
    expect(routeSchema(route, 'put')).toMatchObject({ summary: `${KEYED.summary} (same as PATCH)` })
    expect(routeSchema(route, 'patch')).toMatchObject({ summary: KEYED.summary })
  })
})

test.each([
  ['names the scope', KEYED, [{ personalApiKey: ['group:read'] }, { session: [] }]],
  ['without a scope is any key', { ...KEYED, scope: null }, [{ personalApiKey: [] }, { session: [] }]],
  [
    'may refuse sessions',
    { ...KEYED, scope: null, refusesSessions: true as const },
    [{ personalApiKey: [] }],
  ],
  ['of an open route is none', OPEN, []],
])('security %s', (_, route, security) => {
  expect(schemaOf({ get: '/x/', ...route })).toMatchObject({ security })
})

describe('the errors of', () => {
  const ALWAYS = ['500', '503']
  const BODY = ['400', '401', '403', '413', '415', ...ALWAYS]
  test.each<[string, DescribedRoute, readonly string[]]>([
    ['a read', { get: '/x/', ...KEYED }, ['401', '403', ...ALWAYS]],
    ['a read with a query', { get: '/x/', ...KEYED, query }, ['400', '401', '403', ...ALWAYS]],
    ['a read of one', { get: '/x/:id/', ...KEYED, params }, ['401', '403', '404', '414', ...ALWAYS]],
    ['a read for any key', { get: '/x/', ...KEYED, scope: null }, ['401', ...ALWAYS]],
    ['a write', { post: '/x/', ...KEYED }, BODY],
    ['a write for any key', { post: '/x/', ...KEYED, scope: null }, BODY],
    ['a DELETE, which may have a body', { delete: '/x/', ...KEYED }, BODY],
    [
      'one that responds before it reads a body',
      { delete: '/x/', ...KEYED, reads: 'nothing' },
      ['401', '403', ...ALWAYS],
    ],
    [
      'a query of the engine',
      { get: '/x/', ...KEYED, engine: 'query' },
      ['401', '403', '429', ...ALWAYS, '504'],
    ],
    [
      'a computation',
      { get: '/x/', ...KEYED, engine: 'computation' },
      ['401', '403', '429', '499', ...ALWAYS, '504'],
    ],
    ['an open read', { get: '/x/', ...OPEN }, ALWAYS],
    ['an open read of one', { get: '/x/:id', ...OPEN, params }, ['414', ...ALWAYS]],
    ['an open write', { post: '/x/', ...OPEN }, ['400', '413', '415', ...ALWAYS]],
    ['one of any type', { post: '/x/', ...OPEN, reads: 'any type' }, ['400', '413', ...ALWAYS]],
  ])('%s', (_, route, errors) => {
    expect(statuses(route)).toEqual(['200', ...errors])
  })
})

test('further responses are added, or replace errors', () => {
  const own = z.object({ error: z.string() })
  const route = {
    get: '/x/',
    ...OPEN,
    status: 201,
    answer: query,
    responses: { 429: own, 500: own },
  } as const
  expect(schemaOf(route).response).toMatchObject({ 201: query, 429: own, 500: own, 503: expect.anything() })
})
