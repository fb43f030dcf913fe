import { beforeAll, expect, test } from 'vitest'
import { ErrorBody } from '../../src/contract/error-body.ts'
import { SCOPES } from '../../src/contract/scopes.ts'
import { createApiKeyStore } from '../../src/metadata/access/api-key-store.ts'
import { createMemberStore } from '../../src/metadata/access/member-store.ts'
import { createSessionStore } from '../../src/metadata/access/session-store.ts'
import { createUserStore } from '../../src/metadata/access/user-store.ts'
import { KEY, useApp } from '../fixtures/use-app.ts'
import { type RegisteredRoute, registeredRoutes } from './registered-routes.ts'
import {
  isForSdks,
  isOfCurrentProject,
  isOfProject,
  isOpen,
  scopeOf,
  scopesOf,
  urlOf,
} from './route-table.ts'

const server = useApp()

type Role = 'viewer' | 'member' | 'admin'
const RANKS: readonly Role[] = ['viewer', 'member', 'admin']

interface Asking {
  readonly name: string
  readonly headers: Readonly<Record<string, string>>
  /** Null if the headers have no valid key or session. */
  readonly scopes: readonly string[] | null
  /** The role in the first project; null without access to it. */
  readonly role: Role | null
  /** The highest role in any accessible project. */
  readonly highestRole: Role | null
  readonly session?: 'of our page' | 'of another page'
}
/** The expected response: an error with this status and detail, or null for any other response. */
type Refusal = readonly [status: number, detail: string | RegExp] | null

let routes: RegisteredRoute[] = []
let everybody: Asking[] = []
beforeAll(async () => {
  routes = registeredRoutes(server.app.server).filter((route) => !isOpen(route))
  everybody = [...nobodies(), ...(await keysOfAdmin()), ...(await keysOfOthers()), ...(await sessions())]
})

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

const nobodies = (): Asking[] =>
  Object.entries({ 'no key': {}, 'a wrong key': bearer(`${KEY}x`) }).map(([name, headers]) => ({
    name,
    headers,
    scopes: null,
    role: null,
    highestRole: null,
  }))

async function keysOfAdmin(): Promise<Asking[]> {
  const admin = { role: 'admin', highestRole: 'admin' } as const
  const keys: Asking[] = []
  for (const scope of SCOPES) {
    const headers = bearer(await server.newKey([scope]))
    keys.push({ ...admin, name: `a key with ${scope}`, headers, scopes: [scope] })
  }
  const other = await server.newProject()
  const limited = bearer(await server.newKey(['*'], [other.id]))
  keys.push({ ...admin, name: 'a key of another project', headers: limited, scopes: ['*'], role: null })
  return keys
}

async function keysOfOthers(): Promise<Asking[]> {
  const { metadata } = server.app
  const stranger = { email: 'stranger@example.com', firstName: '', passwordHash: null }
  const { id } = await createUserStore(metadata).create(stranger, server.nowMs)
  const people: { name: string; userId: number; role: Role | null }[] = [
    { name: 'a user without a project', userId: id, role: null },
  ]
  for (const role of RANKS) {
    const user = { email: `${role}@example.com`, firstName: '', passwordHash: null }
    const member = await createMemberStore(metadata).create(1, user, role, server.nowMs)
    people.push({ name: `a ${role}`, userId: member.user.id, role })
  }
  return Promise.all(
    people.map(async ({ name, userId, role }) => {
      const secret = `phx_${role}_0123456789abcdef`
      const key = { userId, label: name, scopes: ['*'] as const, projectIds: null }
      await createApiKeyStore(metadata).create(key, secret, server.nowMs)
      return { name, headers: bearer(secret), scopes: ['*'], role, highestRole: role }
    }),
  )
}

async function sessions(): Promise<Asking[]> {
  const admin = { id: 1, passwordHash: null }
  const store = createSessionStore(server.app.metadata)
  for (const [token, expiresMs] of [
    ['ths_open', server.nowMs + 1],
    ['ths_expired', server.nowMs],
  ] as const)
    expect(await store.open(admin, token, server.nowMs - 1, expiresMs)).toBe(true)
  const cookie = (token: string, site: string) => ({
    cookie: `throughline_session=${token}`,
    'sec-fetch-site': site,
  })
  const open = { scopes: ['*'], role: 'admin', highestRole: 'admin' } as const
  const nobody = { scopes: null, role: null, highestRole: null }
  return [
    { ...open, name: 'a session', headers: cookie('ths_open', 'same-origin'), session: 'of our page' },
    { ...open, name: 'another page', headers: cookie('ths_open', 'same-site'), session: 'of another page' },
    { ...nobody, name: 'an expired session', headers: cookie('ths_expired', 'same-origin') },
    { ...nobody, name: 'a wrong session', headers: cookie('ths_wrong', 'same-origin') },
    {
      ...nobody,
      name: 'a session beside a wrong key',
      headers: { ...cookie('ths_open', 'same-origin'), ...bearer(`${KEY}x`) },
    },
  ]
}

const isUnsafe = ({ method }: RegisteredRoute) => !['GET', 'HEAD'].includes(method)
const includes = (scopes: readonly string[], needed: string) =>
  scopes.some((scope) => [needed, needed.replace(':read', ':write'), '*'].includes(scope))

/** Returns the lowest role that may use a scope, by the documentation. */
function roleFor(scope: string): Role {
  const [object = '', access] = scope.split(':')
  if (access === 'read' || ['personal_api_key', 'user'].includes(object)) return 'viewer'
  return ['project', 'organization_member'].includes(object) ? 'admin' : 'member'
}

const UNKNOWN = /^Authentication credentials were not|^Personal API key found in/

function refusal(route: RegisteredRoute, asking: Asking): Refusal {
  if (asking.scopes === null || (asking.session !== undefined && isForSdks(route))) return [401, UNKNOWN]
  if (asking.session === 'of another page' && isUnsafe(route)) return [403, /^A session can write only/]
  return refusalOfScope(route, asking, asking.scopes) ?? refusalOfRole(route, asking)
}

function refusalOfScope(route: RegisteredRoute, asking: Asking, scopes: readonly string[]): Refusal {
  // An SDK ignores a 404.
  if (isForSdks(route) && asking.highestRole === null)
    return [403, /^The personal API key has no access to a project/]
  const missing = scopesOf(route).find((scope) => !includes(scopes, scope))
  return missing === undefined ? null : [403, `API key missing required scope '${missing}'`]
}

function refusalOfRole(route: RegisteredRoute, asking: Asking): Refusal {
  const scope = scopeOf(route)
  if (scope === null) return null
  if (isOfProject(route) && asking.role === null) return [404, 'Project not found.']
  if (isOfCurrentProject(route) && asking.highestRole === null) return [404, 'Project not found.']
  const isNewProject = /^POST \/api\/(?:organizations\/:organization_id\/)?projects$/
  const isForRoles = isOfProject(route) || isNewProject.test(`${route.method} ${route.path}`)
  const role = isOfProject(route) ? asking.role : asking.highestRole
  const needed = roleFor(scope)
  if (isForRoles && (role === null || RANKS.indexOf(role) < RANKS.indexOf(needed)))
    return [403, new RegExp(`^This needs the role ${needed} `)]
  return null
}

async function ask(route: RegisteredRoute, { headers }: Asking) {
  const { statusCode, body } = await server.app.server.inject({
    method: route.method as 'GET',
    url: urlOf(route),
    headers,
    ...(['POST', 'PUT', 'PATCH'].includes(route.method) && { payload: {} }),
  })
  return { status: statusCode, detail: statusCode < 400 ? undefined : detailOf(body) }
}

const detailOf = (body: string) => ErrorBody.safeParse(body && JSON.parse(body)).data?.detail

test('all kinds of callers are tested, and every route has its row', () => {
  expect(everybody.length).toBe(SCOPES.length + 12)
  expect(routes.filter(isOfProject).length).toBeGreaterThan(50)
  expect(new Set(routes.map(scopeOf)).size).toBeGreaterThan(15)
})

test('every route accepts the callers with access, and no other', async () => {
  for (const route of routes)
    for (const asking of everybody) {
      const call = `${route.method} ${route.path} by ${asking.name}`
      const expected = refusal(route, asking)
      // HEAD responds like GET, and the GET of each route is requested as well.
      if (route.method === 'HEAD' && expected === null) continue
      const { status, detail } = await ask(route, asking)
      if (expected === null) {
        // A caller with access may still get an error: the object may be missing, the body may be empty, and
        // insights can never be deleted for good.
        expect([200, 201, 204, 400, 404, 405], `${call}: ${detail}`).toContain(status)
        expect(detail, call).not.toBe('Project not found.')
        continue
      }
      expect([call, status]).toEqual([call, expected[0]])
      if (route.method !== 'HEAD') expect(detail, call).toMatch(expected[1])
    }
})
