import { describe, expect, test } from 'vitest'
import { SESSION_SECONDS } from '../../src/http/server/session-cookie.ts'
import { createSessionStore } from '../../src/metadata/access/session-store.ts'
import { createUserStore } from '../../src/metadata/access/user-store.ts'
import { newSessionToken } from '../../src/shared/secrets.ts'
import { KEY } from '../fixtures/use-app.ts'
import { EMAIL, PASSWORD, useLogin } from '../fixtures/use-login.ts'

const server = useLogin()
const HOUR_MS = 3_600_000

type Headers = Readonly<Record<string, string>>
const send = (method: string, url: string, headers: Headers = {}, body?: object) =>
  server.app.server.inject({ method: method as 'GET', url, headers, ...(body && { payload: body }) })

const login = (email: string, password: string, headers: Headers = {}) =>
  send('POST', '/api/login/', headers, { email, password })

/** Opens a session like a login does, without the time that a password takes. */
async function signIn(): Promise<Headers> {
  const token = newSessionToken()
  const account = await createUserStore(server.app.metadata).byId(1)
  if (account === null) throw new Error('The first start made no user')
  const expiresMs = server.nowMs + SESSION_SECONDS * 1_000
  expect(await createSessionStore(server.app.metadata).open(account, token, server.nowMs, expiresMs)).toBe(
    true,
  )
  return { cookie: `throughline_session=${token}` }
}
const OWN_PAGE = { 'sec-fetch-site': 'same-origin' }
const PROXY = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'stats.example' }
const me = async (headers: Headers) => (await send('GET', '/api/users/@me/', headers)).statusCode
const sessionCount = async () =>
  (await server.app.metadata.selectFrom('login_session').selectAll().execute()).length

describe('a session', () => {
  test('begins with the right email and password, the email in any case', async () => {
    for (const email of [EMAIL, 'ada@example.com']) {
      const { statusCode, cookies, headers, json } = await login(email, PASSWORD)
      expect([statusCode, json()]).toEqual([200, { success: true }])
      expect(cookies).toEqual([
        {
          name: 'throughline_session',
          value: expect.stringMatching(/^ths_[A-Za-z0-9]{43}$/),
          path: '/',
          httpOnly: true,
          sameSite: 'Lax',
          maxAge: 30 * 24 * 3_600,
        },
        {
          name: 'throughline_device',
          value: expect.stringMatching(/^1\.\d+\.[\w+/%]{43,}$/),
          path: '/api',
          httpOnly: true,
          sameSite: 'Strict',
          maxAge: 365 * 24 * 3_600,
        },
      ])
      expect(headers['set-cookie']).not.toContain('Secure')
    }
  })

  test('has a cookie for https only if it began over https', async () => {
    const { cookies } = await login(EMAIL, PASSWORD, { 'x-forwarded-proto': 'https' })
    for (const cookie of cookies) expect(cookie).toMatchObject({ secure: true, httpOnly: true })
  })

  test('does not begin with a wrong email or password, and both have the same error', async () => {
    const unknown = await login('nobody@example.com', PASSWORD)
    for (const answer of [unknown, await login(EMAIL, 'wrong'), await login('', '')]) {
      expect(answer.statusCode).toBe(401)
      expect(answer.headers['set-cookie']).toBeUndefined()
      expect(answer.json()).toEqual({
        type: 'authentication_error',
        code: 'authentication_failed',
        detail: 'Email or password is wrong.',
        attr: null,
      })
    }
  })

  test('does not begin for a user without a password', async () => {
    const user = { email: 'keys@example.com', firstName: '', passwordHash: null }
    await createUserStore(server.app.metadata).create(user, server.nowMs)
    for (const password of ['', 'null', 'password'])
      expect((await login('keys@example.com', password)).statusCode).toBe(401)
  })

  test('is stored by its hash only', async () => {
    const { cookies } = await login(EMAIL, PASSWORD)
    const token = cookies[0]?.value ?? ''
    expect(await me({ cookie: `throughline_session=${token}` })).toBe(200)
    const rows = await server.app.metadata.selectFrom('login_session').selectAll().execute()
    expect(rows.at(-1)).toMatchObject({ user_id: 1, token_hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('acts as its user, in every project and with every scope', async () => {
    const session = await signIn()
    const { json } = await send('GET', '/api/users/@me/', session)
    expect(json()).toMatchObject({ id: 1, email: EMAIL, has_password: true, team: { id: 1 } })
    const key = { label: 'from the page', scopes: ['*'] }
    const made = await send('POST', '/api/personal_api_keys/', { ...session, ...OWN_PAGE }, key)
    expect([made.statusCode, made.json().scoped_teams]).toEqual([201, []])
    expect((await send('GET', '/api/personal_api_keys/@current', session)).statusCode).toBe(404)
  })

  test('ends after 30 days, and is removed within an hour', async () => {
    const session = await signIn()
    server.nowMs += 30 * 24 * HOUR_MS - 1
    expect(await me(session)).toBe(200)
    server.nowMs += 1
    expect(await me(session)).toBe(401)
    await signIn()
    await server.pass(HOUR_MS / 1_000)
    expect(await sessionCount()).toBe(1)
  })

  test('ends with logout, which needs no session', async () => {
    const [session, other] = [await signIn(), await signIn()]
    const { statusCode, cookies } = await send('POST', '/api/logout/', { ...session, ...OWN_PAGE })
    expect([statusCode, cookies[0]?.value, cookies[0]?.maxAge]).toEqual([204, '', 0])
    expect([await me(session), await me(other)]).toEqual([401, 200])
    expect((await send('POST', '/api/logout/')).statusCode).toBe(204)
  })

  test('is told with its user; without one the answer is null and no error', async () => {
    const session = await signIn()
    const told = await send('GET', '/api/login/', session)
    expect([told.statusCode, told.json().user]).toEqual([
      200,
      (await send('GET', '/api/users/@me/', session)).json(),
    ])
    await send('POST', '/api/logout/', { ...session, ...OWN_PAGE })
    const key = { authorization: `Bearer ${KEY}` }
    for (const headers of [session, {}, key, { ...(await signIn()), ...key }]) {
      const { statusCode, body } = await send('GET', '/api/login/', headers)
      expect([statusCode, JSON.parse(body)]).toEqual([200, { user: null }])
    }
  })

  test.each<[string, number, Headers]>([
    ['of our page', 200, OWN_PAGE],
    ['of our origin', 200, { origin: 'http://localhost' }],
    ['of our origin behind a proxy', 200, { ...PROXY, origin: 'https://stats.example' }],
    ['of the origin behind the proxy', 403, { ...PROXY, origin: 'http://localhost' }],
    ['of another port', 403, { origin: 'http://localhost:8080' }],
    ['of another scheme', 403, { origin: 'https://localhost' }],
    ['of a neighbour', 403, { origin: 'http://evil.localhost', 'sec-fetch-site': 'same-site' }],
    ['of another site', 403, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['of a sandbox', 403, { origin: 'null' }],
    ['of no page', 403, {}],
  ])('changes something by a request %s: %i', async (_, status, headers) => {
    const session = await signIn()
    const renamed = await send('PATCH', '/api/users/@me/', { ...session, ...headers }, { last_name: 'L' })
    expect([renamed.statusCode, await me(session)]).toEqual([status, 200])
    const logout = await send('POST', '/api/logout/', { ...session, ...headers })
    expect([logout.statusCode, await me(session)]).toEqual(status === 200 ? [204, 401] : [403, 200])
  })

  test('does not begin while the password is being changed', async () => {
    const checked = { id: 1, passwordHash: 'scrypt$of$before' }
    const store = createSessionStore(server.app.metadata)
    expect(await store.open(checked, 'ths_late', server.nowMs, server.nowMs + HOUR_MS)).toBe(false)
    expect(await store.userOf('ths_late', server.nowMs)).toBeNull()
  })
})

describe('a login', () => {
  test.each([
    ['email', { password: 'x' }],
    ['email', { email: 1, password: 'x' }],
    ['email', { email: 'x'.repeat(255), password: 'x' }],
    ['password', { email: EMAIL }],
    ['password', { email: EMAIL, password: 'x'.repeat(1_001) }],
  ])('with an invalid field is refused with a 400: %s', async (attr, body) => {
    const answer = await send('POST', '/api/login/', {}, body)
    expect([answer.statusCode, answer.json().attr]).toEqual([400, attr])
  })
})

describe('a password', () => {
  const bearer = { authorization: `Bearer ${KEY}` }
  const change = (body: object, headers: Headers = bearer) => send('PATCH', '/api/users/@me/', headers, body)

  test('is changed with the current one, and all sessions end', async () => {
    const session = await signIn()
    const next = { password: 'a better one', current_password: PASSWORD, first_name: 'Ada' }
    const changed = await change(next, { ...session, ...OWN_PAGE })
    expect([changed.statusCode, changed.json().first_name]).toEqual([200, 'Ada'])
    expect([await me(session), await sessionCount()]).toEqual([401, 0])
    expect((await login(EMAIL, PASSWORD)).statusCode).toBe(401)
    expect((await login(EMAIL, next.password)).statusCode).toBe(200)
    await change({ password: PASSWORD, current_password: next.password })
  })

  test.each([
    ['current_password', 'required', { password: 'long enough' }],
    ['current_password', 'incorrect_password', { password: 'long enough', current_password: 'wrong' }],
    ['password', 'min_length', { password: 'short', current_password: PASSWORD }],
    ['first_name', 'max_length', { first_name: 'x'.repeat(151) }],
    ['last_name', 'null_characters_not_allowed', { last_name: '\0' }],
  ])('%s is refused, %s, and nothing changes', async (attr, code, body) => {
    const answer = await change({ first_name: 'Eve', ...body })
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { attr, code }])
    expect((await send('GET', '/api/users/@me/', bearer)).json().first_name).toBe('Ada')
  })

  test('has the same limit of attempts as a login', async () => {
    const guess = () => change({ password: 'long enough', current_password: 'wrong' })
    for (let i = 0; i < 10; i++) expect((await guess()).statusCode).toBe(400)
    expect((await guess()).statusCode).toBe(429)
    expect((await login(EMAIL, PASSWORD)).statusCode).toBe(429)
  })
})

test('a user sees the own sessions and ends one of them; those of others are not found', async () => {
  const [first, second] = [await signIn(), await signIn()]
  const list = async (session: Headers) => (await send('GET', '/api/users/@me/sessions/', session)).json()
  const sessions = await list(first)
  expect(sessions.filter((one: { is_current: boolean }) => one.is_current)).toHaveLength(1)
  const other = (await list(second)).find((one: { is_current: boolean }) => one.is_current)
  const end = (id: string) =>
    send('DELETE', `/api/users/@me/sessions/${id}/`, { ...first, 'sec-fetch-site': 'same-origin' })
  expect((await end(other.id)).statusCode).toBe(204)
  expect((await end(other.id)).statusCode).toBe(404)
  expect(await me(second)).toBe(401)
  expect(await me(first)).toBe(200)
})
