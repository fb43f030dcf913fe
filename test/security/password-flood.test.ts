import crypto from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { EMAIL, PASSWORD, useLogin } from '../fixtures/use-login.ts'
import { listen, request } from './listening.ts'

// The real function is called, but each call is counted: a flood costs as much as the number of hashes.
const scrypt = vi.spyOn(crypto, 'scrypt')
afterAll(() => scrypt.mockRestore())
const hashes = {
  get begun() {
    return scrypt.mock.calls.length
  },
}

const server = useLogin()
let port = 0
beforeAll(async () => {
  port = await listen(server)
})

interface Client {
  readonly address: string
  readonly cookie?: string
}
const post = (url: string, payload: object, { address, cookie }: Client) =>
  server.app.server.inject({
    method: 'POST',
    url,
    headers: { 'x-forwarded-for': address, ...(cookie !== undefined && { cookie }) },
    payload,
  })
const login = (email: string, password: string, client: Client) =>
  post('/api/login/', { email, password }, client)

async function knownDevice(): Promise<string> {
  const { cookies } = await login(EMAIL, PASSWORD, { address: '192.0.2.1' })
  const device = cookies.find(({ name }) => name === 'throughline_device')
  return `throughline_device=${encodeURIComponent(device?.value ?? '')}`
}

interface Flood {
  /** Number of responses so far, by their status. */
  readonly answered: Record<number, number>
  /** The Retry-After headers of the responses so far. */
  readonly retryAfter: Set<unknown>
  /** Resolves when this many attempts were refused. */
  refused(count: number): Promise<void>
  readonly ended: Promise<unknown>
}

/**
 * Sends wrong passwords of many accounts from 60 addresses at once. Each address sends too few to reach its
 * limit.
 */
function flood(count: number): Flood {
  const answered: Record<number, number> = {}
  const retryAfter = new Set<unknown>()
  const enough = new Map<number, () => void>()
  const attempts = Array.from({ length: count }, async (_, i) => {
    const answer = await login(`nobody-${i}@example.com`, 'wrong', { address: `203.0.113.${i % 60}` })
    answered[answer.statusCode] = (answered[answer.statusCode] ?? 0) + 1
    if (answer.statusCode !== 429) return
    retryAfter.add(answer.headers['retry-after'])
    expect(answer.json()).toMatchObject({ type: 'throttled_error', code: 'too_many_passwords', attr: null })
    enough.get(answered[429] ?? 0)?.()
  })
  const refused = (most: number) => new Promise<void>((resolve) => enough.set(most, resolve))
  return { answered, retryAfter, refused, ended: Promise.all(attempts) }
}

test('a flood keeps neither a known device out nor a new one of another network, and waits in a bounded line', async () => {
  const cookie = await knownDevice()
  const attempts = flood(480)
  await attempts.refused(350)
  const sent = { hashes: hashes.begun }
  expect((await login(EMAIL, PASSWORD, { address: '203.0.113.5', cookie })).statusCode).toBe(200)
  // At most three hashes have begun: the one that was running, the one of this login, and one that may have
  // begun since.
  expect(hashes.begun - sent.hashes).toBeLessThanOrEqual(3)
  sent.hashes = hashes.begun
  expect((await login(EMAIL, PASSWORD, { address: '192.0.2.2' })).statusCode).toBe(200)
  // At most the first attempt of each address comes before this login. Some of these were checked before.
  expect(hashes.begun - sent.hashes).toBeLessThanOrEqual(60)
  await attempts.ended
  expect(hashes.begun).toBeGreaterThan(100)
  // 100 attempts wait, and some were checked while the others came.
  const { 401: checked = 0, 429: refused = 0 } = attempts.answered
  expect([checked + refused, checked >= 100, checked < 130]).toEqual([480, true, true])
  expect([...attempts.retryAfter].every((seconds) => Number(seconds) >= 1 && Number(seconds) <= 60)).toBe(
    true,
  )
  // A refused attempt does not count as a wrong password, so the addresses can still make their other
  // attempts.
  expect((await login(EMAIL, PASSWORD, { address: '203.0.113.59' })).statusCode).toBe(200)
})

test('a change of password and an invitation pass a flood', async () => {
  const project = await server.newProject('Flooded')
  const invited = { email: 'invited@example.com', role: 'viewer' }
  const { body } = await server.request('POST', `/api/projects/${project.id}/invitations/`, invited)
  const attempts = flood(180)
  await attempts.refused(60)
  const before = hashes.begun
  const change = { password: 'a better one', current_password: PASSWORD }
  expect((await server.request('PATCH', '/api/users/@me/', change)).status).toBe(200)
  const acceptance = { token: body.token, password: 'of the invited' }
  expect((await post('/api/invitations/accept/', acceptance, { address: '203.0.113.3' })).statusCode).toBe(
    200,
  )
  // The requests need three hashes of their own, and for each of these one or two hashes of the flood come
  // first.
  expect(hashes.begun - before).toBeLessThanOrEqual(9)
  const back = { password: PASSWORD, current_password: change.password }
  expect((await server.request('PATCH', '/api/users/@me/', back)).status).toBe(200)
  await attempts.ended
})

test('attempts of closed connections are not hashed', async () => {
  const incoming = server.app.server.server
  const sockets: Socket[] = []
  const closed: Promise<unknown>[] = []
  incoming.on('connection', (socket) => closed.push(once(socket, 'close')))
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'wrong' })
  for (let i = 0; i < 40; i++) {
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    socket.on('error', () => undefined)
    const headers = [`X-Forwarded-For: 198.51.100.${i}`, 'Content-Type: application/json']
    const arrived = once(incoming, 'request')
    socket.write(request('POST /api/login/', [...headers, `Content-Length: ${body.length}`], body))
    await arrived
  }
  for (const socket of sockets) socket.destroy()
  await Promise.all(closed)
  const atClose = hashes.begun
  expect((await login(EMAIL, PASSWORD, { address: '192.0.2.3' })).statusCode).toBe(200)
  // One of the attempts may have begun. The last hash is the one of the login.
  expect(hashes.begun - atClose).toBeLessThanOrEqual(2)
})
