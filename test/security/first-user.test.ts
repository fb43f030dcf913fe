import { beforeEach, describe, expect, test } from 'vitest'
import { createUserStore } from '../../src/metadata/access/user-store.ts'
import { hashPassword } from '../../src/shared/password.ts'
import { TOKEN, useApp } from '../fixtures/use-app.ts'

const USER = { email: 'Marta@Example.com', password: 'correct horse', first_name: 'Marta' }
const MINUTE_MS = 60_000

const server = useApp({ THROUGHLINE_TRUSTED_PROXIES: 'loopback' })
const code = () => server.app.setupCode ?? 'none'
const setUp = (body: object, address = '192.0.2.1') =>
  server.app.server.inject({
    method: 'POST',
    url: '/api/setup/',
    headers: { 'x-forwarded-for': address },
    payload: body,
  })
const isOpen = async () => (await server.request('GET', '/api/setup/', undefined, null)).body
const users = () => createUserStore(server.app.metadata)

beforeEach(() => {
  server.nowMs += 60 * MINUTE_MS
})

describe('while nobody has a password', () => {
  test('the code is needed, whole and exact', async () => {
    expect(await isOpen()).toEqual({ is_open: true })
    expect(code()).toMatch(/^[A-Za-z0-9]{20}$/)
    for (const wrong of [
      '',
      'none',
      code().slice(1),
      `${code()} `,
      code().toLowerCase(),
      TOKEN,
      'é'.repeat(20),
    ])
      expect((await setUp({ ...USER, code: wrong })).json()).toMatchObject({
        code: 'authentication_failed',
        attr: 'code',
      })
    for (const missing of [{ ...USER }, { ...USER, code: null }, { ...USER, code: [code()] }])
      expect((await setUp(missing)).statusCode).toBe(400)
    expect(await users().hasPassword()).toBe(false)
  })

  test('a personal key is no code', async () => {
    const answer = await server.request('POST', '/api/setup/', { ...USER, code: 'wrong' })
    expect(answer.status).toBe(401)
  })

  test('ten wrong codes refuse an address, also with the right code, and no other address', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => setUp({ ...USER, code: 'wrong' })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array(10).fill(401), 429, 429])
    const refused = await setUp({ ...USER, code: code() })
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '900'])
    expect((await setUp({ ...USER, code: 'wrong' }, '192.0.2.2')).statusCode).toBe(401)
    expect(await users().hasPassword()).toBe(false)
  })

  test('a refused address, password or name spends no code', async () => {
    await users().create({ email: 'bob@example.com', firstName: 'Bob', passwordHash: null }, server.nowMs)
    const before = code()
    expect((await setUp({ ...USER, code: before, email: 'BOB@example.com' })).json()).toMatchObject({
      code: 'unique',
      attr: 'email',
    })
    for (const change of [{ email: 'nobody' }, { password: 'short' }])
      expect((await setUp({ ...USER, code: before, ...change })).statusCode).toBe(400)
    expect(await isOpen()).toEqual({ is_open: true })
  })

  test('a restart makes another code, and the old one is void', async () => {
    const before = code()
    await server.restart()
    expect(code()).not.toBe(before)
    expect((await setUp({ ...USER, code: before })).statusCode).toBe(401)
  })

  test('a password that the command line sets meanwhile closes the set-up, also for the right code', async () => {
    const cli = { email: 'cli@example.com', firstName: '', passwordHash: await hashPassword('from a shell') }
    const { id } = await users().create(cli, server.nowMs)
    expect((await setUp({ ...USER, code: code() })).json()).toMatchObject({ code: 'permission_denied' })
    expect(await isOpen()).toEqual({ is_open: false })
    await server.app.metadata.deleteFrom('app_user').where('id', '=', id).execute()
    expect(await isOpen()).toEqual({ is_open: true })
  })

  test('of two requests with the code at once one succeeds; the user signs in, is admin, and the code is spent', async () => {
    const given = { ...USER, code: code() }
    const answers = await Promise.all([setUp(given), setUp({ ...given, email: 'other@example.com' })])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403])
    const done = answers.find(({ statusCode }) => statusCode === 200)
    const session = done?.cookies.find(({ name }) => name === 'throughline_session')
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
    const own = await server.app.server.inject({
      url: '/api/projects/',
      headers: { cookie: `throughline_session=${session?.value}` },
    })
    expect(own.json().results).toMatchObject([{ api_token: TOKEN }])
    const [first] = await users().all()
    expect(first).toMatchObject({
      setUpBy: 'operator',
      email: expect.stringMatching(/^(marta|other)@example/),
    })
    const { email } = first ?? {}
    const login = { email, password: USER.password }
    expect((await server.request('POST', '/api/login/', login, null)).status).toBe(200)
    expect((await setUp(given)).statusCode).toBe(403)
    expect(await isOpen()).toEqual({ is_open: false })
  })

  test('a later start makes no code', async () => {
    await server.restart()
    expect(server.app.setupCode).toBeNull()
    expect((await setUp({ ...USER, code: '' })).statusCode).toBe(403)
  })
})
