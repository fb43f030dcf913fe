import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { TOKEN, useApp } from '../fixtures/use-app.ts'

const MiB = 1024 * 1024
// With this setting, large bodies may take 48 MiB together.
const server = useApp({
  THROUGHLINE_BODY_MEMORY_MIB: '64',
  THROUGHLINE_CAPTURE_BODY_BYTES: String(20 * MiB),
  THROUGHLINE_CONNECTIONS_PER_ADDRESS: '12',
})
let port = 0
const sockets: Socket[] = []
beforeAll(async () => {
  const url = await server.app.server.listen({ port: 0, host: '127.0.0.1' })
  port = Number(new URL(url).port)
})
afterEach(async () => {
  const open = sockets.splice(0).filter((socket) => !socket.closed)
  await Promise.all(open.map((socket) => once(socket.destroy(), 'close')))
})

/** Sends the beginning of a body of 20 MiB, and reads until the server has answered and closed. */
function hold(bytes: number): { readonly answer: Promise<string>; readonly sent: Promise<unknown> } {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  let text = ''
  socket.on('data', (part) => {
    text += part.toString('latin1')
  })
  socket.on('error', () => undefined)
  // `once` is not used here, because it rejects if the connection is reset.
  const answer = new Promise<string>((resolve) => socket.on('close', () => resolve(text)))
  const head = `POST /batch/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${20 * MiB}\r\n\r\n`
  socket.write(head)
  const sent = new Promise((resolve) => socket.write(Buffer.alloc(bytes, ' '), resolve))
  return { answer, sent }
}
const event = (i: number) => ({ event: 'visited', distinct_id: `reader ${i}` })
const capture = (body: Buffer | string) =>
  fetch(`http://127.0.0.1:${port}/batch/`, {
    method: 'POST',
    body: body as string,
    headers: { connection: 'close' },
  })

describe('held bodies', () => {
  test('lose their place to others when they stand still', async ({ signal }) => {
    const held = [hold(19 * MiB), hold(19 * MiB)]
    await Promise.all(held.map(({ sent }) => sent))
    const batch = Array.from({ length: 20 }, (_, i) => ({
      ...event(i),
      properties: { text: 'x'.repeat(MiB / 2) },
    }))
    const body = JSON.stringify({ api_key: TOKEN, batch })
    // The next large body is refused until the others have stood still for a second.
    let status = 503
    while (status === 503 && !signal.aborted) status = (await capture(body)).status
    expect(status).toBe(200)
    expect(await Promise.race(held.map(({ answer }) => answer))).toMatch(/^HTTP\/1.1 408 /)
  })

  test('take no more than the memory for bodies: one too many is answered with Retry-After', async () => {
    const held = [hold(19 * MiB), hold(19 * MiB), hold(19 * MiB), hold(19 * MiB)]
    const first = await Promise.race(held.map(({ answer }) => answer))
    // The status is 408 if one of the bodies has stood still for a second by then. SDKs repeat the request
    // after either status.
    expect(first).toMatch(/^HTTP\/1.1 (?:503|408) /)
    expect(first).toMatch(/\r\nretry-after: 1\r\n/i)
    expect(first).toMatch(/"code":"(?:too_many_bodies|request_timeout)"/)
    // The requests of SDKs have a part of the space to themselves.
    const small = await capture(JSON.stringify({ api_key: TOKEN, batch: [event(1)] }))
    expect(small.status).toBe(200)
  })

  test('give their memory back when their clients disconnect', async ({ signal }) => {
    for (let i = 0; i < 8; i++) {
      const held = hold(19 * MiB)
      await held.sent
      sockets.at(-1)?.destroy()
      await held.answer
    }
    const batch = [{ ...event(0), properties: { text: 'x'.repeat(MiB / 2) } }]
    let status = 503
    while (status === 503 && !signal.aborted)
      status = (await capture(JSON.stringify({ api_key: TOKEN, batch, padding: 'x'.repeat(18 * MiB) })))
        .status
    expect(status).toBe(200)
  })
})

describe('inflated bodies', () => {
  test('count with their inflated length', async () => {
    const body = gzipSync(
      JSON.stringify({ api_key: TOKEN, batch: [event(2)], padding: ' '.repeat(19 * MiB) }),
    )
    const answers = await Promise.all(Array.from({ length: 6 }, () => capture(body)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses).toContain(200)
    expect(statuses.every((status) => status === 200 || status === 503)).toBe(true)
  })

  test('of several members, and with a false length, are read', async () => {
    const text = JSON.stringify({ api_key: TOKEN, batch: [event(3)], padding: ' '.repeat(100_000) })
    const members = Buffer.concat([gzipSync(text.slice(0, -1)), gzipSync(text.slice(-1))])
    expect((await capture(members)).status).toBe(200)
  })
})

test('an address with too many connections is told so', async () => {
  for (let i = 0; i < 12; i++) {
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    socket.on('error', () => undefined)
    await once(socket, 'connect')
  }
  const [one] = [hold(10)]
  expect(await one.answer).toMatch(/^HTTP\/1.1 503 .*"code":"too_many_connections"/s)
})
