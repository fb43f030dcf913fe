import { beforeAll, expect, test } from 'vitest'
import { createUserStore } from '../../src/metadata/access/user-store.ts'
import { useApp } from '../fixtures/use-app.ts'
import { sendWrite, WRITE_REQUESTS } from '../fixtures/write-requests.ts'
import { COLLEAGUE } from '../fixtures/written-resources.ts'
import { registeredRoutes } from '../security/registered-routes.ts'
import { shortPathOf } from '../security/route-table.ts'

const server = useApp({
  THROUGHLINE_INIT_USER_EMAIL: 'ada@example.com',
  THROUGHLINE_INIT_USER_PASSWORD: 'correct horse',
})

beforeAll(async () => {
  const colleague = { email: COLLEAGUE, firstName: '', passwordHash: null, setUpBy: 'operator' } as const
  await createUserStore(server.app.metadata).create(colleague, server.nowMs)
  await server.capture([
    {
      event: '$groupidentify',
      distinct_id: 'ada',
      properties: { $group_type: 'company', $group_key: 'acme', $group_set: { name: 'Acme' } },
    },
  ])
})

/**
 * Writes that accept a mistyped field. The document says that their body is stored as it is sent, or that
 * nothing depends on its fields.
 */
const ANY_FIELDS = [
  'POST /api/login',
  'POST /api/invitations/accept',
  'POST :project/insights/:id/viewed',
  'POST :project/insights/cancel',
  'POST :project/insights/timing',
]
const MISTYPED = 'no_such_field'

const withMistyped = (body: object) =>
  Array.isArray(body) ? body.map((item) => ({ ...item, [MISTYPED]: 1 })) : { ...body, [MISTYPED]: 1 }

test('a field that the server does not have is refused by every write, and named', async () => {
  const asked: string[] = []
  const wrong: string[] = []
  const routes = registeredRoutes(server.app.server).filter(({ path }) => path.startsWith('/api/'))
  for (const route of new Map(routes.map((one) => [`${one.method} ${shortPathOf(one)}`, one])).values()) {
    const name = `${route.method} ${shortPathOf(route)}`
    const prepare = WRITE_REQUESTS[name]
    if (prepare === undefined || ANY_FIELDS.includes(name)) continue
    const request = await prepare(server)
    if (typeof request.body !== 'object' || request.body === null) continue
    const { status, text } = await sendWrite(server, route, { ...request, body: withMistyped(request.body) })
    asked.push(name)
    if (status !== 400 || !String(JSON.parse(text).attr).endsWith(MISTYPED))
      wrong.push(`${name} ${status} ${text}`)
  }
  expect(wrong).toEqual([])
  expect(asked.length).toBeGreaterThan(40)
})
