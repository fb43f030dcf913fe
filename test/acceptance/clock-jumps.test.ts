import { describe, expect, test } from 'vitest'
import { SESSION_SECONDS } from '../../src/http/server/session-cookie.ts'
import { createSessionStore } from '../../src/metadata/access/session-store.ts'
import { createUserStore } from '../../src/metadata/access/user-store.ts'
import { newSessionToken } from '../../src/shared/secrets.ts'
import { useApp } from '../fixtures/use-app.ts'
import { eventOf, trendOf, useInsights } from '../fixtures/use-insights.ts'

const server = useApp()
const insights = useInsights(server)
const HOUR_MS = 3_600_000
const YEAR_MS = 365 * 24 * HOUR_MS

/** Does something while the clock is ahead, and then sets the clock right. */
async function whileAhead<T>(byMs: number, act: () => Promise<T>): Promise<T> {
  server.nowMs += byMs
  const done = await act()
  server.nowMs -= byMs
  return done
}

describe('a result that was computed while the clock was a year ahead', () => {
  const eightVisits = Array.from({ length: 8 }, (_, i) => eventOf('visit', `user ${i}`))

  test('is not shown by a shared link', async () => {
    const id = await insights.create(trendOf('visit'))
    await insights.capture(...eightVisits)
    const { body } = await server.request('PATCH', `${insights.path}${id}/sharing`, { enabled: true })
    const countShown = async () => {
      const answer = await server.app.server.inject({ url: `/shared/${body.access_token}.json` })
      expect(answer.statusCode).toBe(200)
      return answer.json().results[0].count
    }
    expect(await whileAhead(YEAR_MS, countShown)).toBe(0)
    expect(await countShown()).toBe(8)
  })

  test('is replaced in the background by lazy_async', async () => {
    const id = await insights.create(trendOf('visit'))
    await insights.capture(...eightVisits)
    expect(await whileAhead(YEAR_MS, () => insights.shown(id, '?refresh=blocking'))).toEqual([[0], false])
    const { job } = await insights.read(id, '?refresh=lazy_async')
    await insights.ended(job)
    expect(await insights.shown(id)).toEqual([[8], true])
  })
})

describe('a session', () => {
  async function signIn(): Promise<{ cookie: string }> {
    const token = newSessionToken()
    const account = await createUserStore(server.app.metadata).byId(1)
    if (account === null) throw new Error('The first start made no user')
    const expiresMs = server.nowMs + SESSION_SECONDS * 1_000
    await createSessionStore(server.app.metadata).open(account, token, server.nowMs, expiresMs)
    return { cookie: `throughline_session=${token}` }
  }
  const me = async (headers: { cookie: string }) =>
    (await server.app.server.inject({ url: '/api/users/@me/', headers })).statusCode

  test.each([
    ['a year', YEAR_MS, 401],
    ['two hours', 2 * HOUR_MS, 401],
    ['half an hour', HOUR_MS / 2, 200],
  ])('that began while the clock was %s ahead', async (_name, aheadMs, status) => {
    const session = await whileAhead(aheadMs, signIn)
    expect(await me(session)).toBe(status)
  })

  test('survives a clock that is ahead for a while', async () => {
    const session = await signIn()
    expect(await whileAhead(24 * HOUR_MS, () => me(session))).toBe(200)
    expect(await me(session)).toBe(200)
  })
})

test('the last use of a key that was noted while the clock was ahead is corrected', async () => {
  const key = await server.newKey(['*'])
  const lastUsed = async () => {
    const { body } = await server.request('GET', '/api/personal_api_keys/@current', undefined, key)
    return Date.parse(body.last_used_at)
  }
  await whileAhead(YEAR_MS, lastUsed)
  await lastUsed()
  expect(await lastUsed()).toBe(server.nowMs)
})

test('an insight that was viewed while the clock was ahead does not stay the last viewed', async () => {
  const view = (id: number) => server.request('POST', `${insights.path}${id}/viewed/`)
  const [one, two] = [await insights.create(trendOf('a')), await insights.create(trendOf('b'))]
  await whileAhead(YEAR_MS, () => view(one))
  await view(two)
  server.nowMs += 1_000
  await view(two)
  const { body } = await server.request('GET', `${insights.path}my_last_viewed/`)
  expect(body.map(({ id }: { id: number }) => id)).toEqual([two, one])
})
