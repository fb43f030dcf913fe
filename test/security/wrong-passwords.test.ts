import { expect, test } from 'vitest'
import { EMAIL, PASSWORD, useLogin } from '../fixtures/use-login.ts'

const server = useLogin()
const MINUTE_MS = 60_000

interface Client {
  readonly address?: string
  readonly cookie?: string
}
const login = (email: string, password: string, { address = '192.0.2.1', cookie }: Client = {}) =>
  server.app.server.inject({
    method: 'POST',
    url: '/api/login/',
    headers: { 'x-forwarded-for': address, ...(cookie !== undefined && { cookie }) },
    payload: { email, password },
  })
async function statuses(count: number, attempt: (i: number) => ReturnType<typeof login>): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: count }, (_, i) => attempt(i)))
  return answers.map(({ statusCode }) => statusCode)
}
const address = (i: number) => `203.0.113.${i}`
/** Returns the cookie of a device on which the account has signed in. */
async function knownDevice(): Promise<string> {
  const { cookies } = await login(EMAIL, PASSWORD)
  const device = cookies.find(({ name }) => name === 'throughline_device')
  return `throughline_device=${encodeURIComponent(device?.value ?? '')}`
}

test('ten from one address at one account refuse that address for a quarter of an hour, sent at once or not', async () => {
  expect(await statuses(12, () => login(EMAIL, 'wrong'))).toEqual([...Array(10).fill(401), 429, 429])
  server.nowMs += 14 * MINUTE_MS
  const refused = await login('ADA@example.com', PASSWORD)
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
  expect(refused.json()).toEqual({
    type: 'throttled_error',
    code: 'throttled',
    detail: 'Request was throttled. Expected available in 60 seconds.',
    attr: null,
  })
  server.nowMs += MINUTE_MS
  expect((await login(EMAIL, PASSWORD)).statusCode).toBe(200)
})

test('ten from anywhere do not refuse the user at another address', async () => {
  expect(await statuses(10, () => login(EMAIL, 'wrong', { address: address(1) }))).toEqual(
    Array(10).fill(401),
  )
  expect((await login(EMAIL, PASSWORD, { address: address(1) })).statusCode).toBe(429)
  expect((await login(EMAIL, PASSWORD, { address: address(2) })).statusCode).toBe(200)
})

test('a hundred from many addresses slow the account down, and lock nobody out', async () => {
  const device = await knownDevice()
  const many = await statuses(102, (i) => login(EMAIL, 'wrong', { address: address(i) }))
  expect(many).toEqual([...Array(100).fill(401), 429, 429])
  // The known device does not have to wait.
  expect((await login(EMAIL, PASSWORD, { address: address(200), cookie: device })).statusCode).toBe(200)
  const slowed = await login(EMAIL, PASSWORD, { address: address(200) })
  expect([slowed.statusCode, slowed.headers['retry-after']]).toEqual([429, '10'])
  server.nowMs += 10_000
  expect(await statuses(2, (i) => login(EMAIL, 'wrong', { address: address(210 + i) }))).toEqual([401, 429])
  server.nowMs += 10_000
  expect((await login(EMAIL, PASSWORD, { address: address(200) })).statusCode).toBe(200)
})

test('thirty from one address at many accounts refuse the address', async () => {
  const at = { address: '203.0.113.9' }
  const wrong = await statuses(31, (i) => login(`${i}@example.com`, 'wrong', at))
  expect(wrong).toEqual([...Array(30).fill(401), 429])
  expect((await login(EMAIL, PASSWORD, at)).statusCode).toBe(429)
  // The nearest proxy appends the client's address at the end.
  expect((await login(EMAIL, PASSWORD, { address: '198.51.100.1, 203.0.113.9' })).statusCode).toBe(429)
  expect((await login(EMAIL, PASSWORD, { address: '203.0.113.9, 198.51.100.1' })).statusCode).toBe(200)
})

test('the addresses of one IPv6 network count as one', async () => {
  const wrong = await statuses(11, (i) => login(EMAIL, 'wrong', { address: `2001:db8:1:2::${i + 1}` }))
  expect(wrong).toEqual([...Array(10).fill(401), 429])
  expect((await login(EMAIL, PASSWORD, { address: '2001:db8:1:3::1' })).statusCode).toBe(200)
})

test('are not counted after a right one', async () => {
  expect(await statuses(9, () => login(EMAIL, 'wrong'))).toEqual(Array(9).fill(401))
  expect((await login(EMAIL, PASSWORD)).statusCode).toBe(200)
  expect(await statuses(2, () => login(EMAIL, 'wrong'))).toEqual([401, 401])
})

test('an account that does not exist is limited in the same way', async () => {
  const of = (email: string) => statuses(12, () => login(email, 'wrong', { address: address(7) }))
  expect(await of('nobody@example.com')).toEqual(await of(EMAIL))
})

test('a known device has ten attempts of its own, until the password changes', async () => {
  const cookie = await knownDevice()
  await statuses(10, () => login(EMAIL, 'wrong'))
  expect(await statuses(11, () => login(EMAIL, 'wrong', { cookie }))).toEqual([...Array(10).fill(401), 429])
  server.nowMs += 15 * MINUTE_MS
  await statuses(10, () => login(EMAIL, 'wrong'))
  const forged = cookie.replace('=1.', '=2.')
  expect((await login(EMAIL, PASSWORD, { cookie: forged })).statusCode).toBe(429)
  expect((await login(EMAIL, PASSWORD, { cookie: 'throughline_device=1' })).statusCode).toBe(429)
  expect((await login(EMAIL, PASSWORD, { cookie })).statusCode).toBe(200)
  const password = { password: 'a better one', current_password: PASSWORD }
  expect((await server.request('PATCH', '/api/users/@me/', password)).status).toBe(200)
  await statuses(10, () => login(EMAIL, 'wrong'))
  expect((await login(EMAIL, 'a better one', { cookie })).statusCode).toBe(429)
  const back = { password: PASSWORD, current_password: 'a better one' }
  expect((await server.request('PATCH', '/api/users/@me/', back)).status).toBe(200)
})
