import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { api, countsByEvent } from '../fixtures/server-client.ts'
import { type Exit, killServers, type ServerProcess, TOKEN } from '../fixtures/server-process.ts'
import { useBundle } from '../fixtures/use-bundle.ts'

const program = useBundle()
let folder = ''
// Two agents, because an agent uses an idle connection for the next request.
let idleAgent: Agent
let busyAgent: Agent
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-stop-'))
  idleAgent = new Agent({ keepAlive: true })
  busyAgent = new Agent({ keepAlive: true })
})
afterEach(async () => {
  idleAgent.destroy()
  busyAgent.destroy()
  await killServers()
  await rm(folder, { recursive: true, force: true })
})

const DAY = { from: '2025-03-01', to: '2025-03-01' }
const bigBatch = JSON.stringify({
  api_key: TOKEN,
  batch: Array.from({ length: 20_000 }, (_, i) => ({
    event: 'hello',
    distinct_id: `person ${i}`,
    timestamp: '2025-03-01T12:00:00Z',
  })),
})

/** Opens a connection that has had its answer and stays open. */
async function idleConnection(server: ServerProcess): Promise<Socket> {
  const asked = request(`${server.url}/_health`, { agent: idleAgent }).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  const { socket } = response
  await text(response)
  return socket
}

/** Begins a request and waits until the server handles it: it has read the head and asks for the body. */
async function begunRequest(server: ServerProcess): Promise<ClientRequest> {
  const begun = request(`${server.url}/batch/`, {
    method: 'POST',
    agent: busyAgent,
    headers: { expect: '100-continue', 'content-length': Buffer.byteLength(bigBatch) },
  })
  begun.flushHeaders()
  await once(begun, 'continue')
  return begun
}

test('a stop waits for no idle connection', async () => {
  const server = await program.startServer(folder)
  const idle = await idleConnection(server)
  const closed = once(idle, 'close')
  server.kill('SIGTERM')
  await closed
  // If the stop waited for the connection, which may stay open for 60 s, the server would exit with 1 after
  // 25 s.
  expect(await server.exited).toEqual({ code: 0, signal: null })
})

test('a stop finishes the request in flight, accepts no new one and loses no event', async () => {
  const server = await program.startServer(folder)
  const idle = await idleConnection(server)
  const idleClosed = once(idle, 'close')
  const begun = await begunRequest(server)
  server.kill('SIGTERM')
  // From here on the server is stopping.
  await idleClosed
  await expect(fetch(`${server.url}/_health`)).rejects.toThrow(TypeError)

  begun.end(bigBatch)
  const [response] = (await once(begun, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(200)
  expect(await text(response)).toBe('{"status":1}')
  expect(await server.exited).toEqual({ code: 0, signal: null })

  const next = await program.startServer(folder)
  expect(await countsByEvent(next, ['hello'], DAY)).toEqual([20_000])
})

test('a batch that was sent whole just before the stop is answered', async () => {
  const server = await program.startServer(folder)
  const begun = await begunRequest(server)
  begun.end(bigBatch)
  await once(begun, 'finish')
  server.kill('SIGTERM')
  const [response] = (await once(begun, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(200)
  await text(response)
  expect(await server.exited).toEqual({ code: 0, signal: null })
})

test('a second signal stops at once', async () => {
  const server = await program.startServer(folder)
  const idle = await idleConnection(server)
  const idleClosed = once(idle, 'close')
  const begun = await begunRequest(server)
  begun.on('error', () => {}) // its connection is cut
  server.kill('SIGTERM')
  await idleClosed
  server.kill('SIGTERM')
  expect(await server.exited).toEqual({ code: null, signal: 'SIGKILL' })
  const next = await program.startServer(folder)
  expect(await countsByEvent(next, ['hello'], DAY)).toEqual([0])
})

const endOf = ({ code, signal }: Exit) => signal ?? String(code)

test('a stop ends in its time while the engine computes a query that cannot be interrupted', async () => {
  const server = await program.startServer(folder)
  // Planning a question with conditions like these takes long, and nothing interrupts it.
  const properties = Array.from({ length: 200 }, (_, key) => ({
    key: `key ${key}`,
    operator: 'icontains',
    value: Array.from({ length: 100 }, (__, i) => `${i}_`),
  }))
  const events = [{ id: 'hello', properties }]
  const asked = api(server, 'POST', '/insights/trend/', { body: { events } })
  let isComputing = true
  asked.finally(() => (isComputing = false)).catch(() => undefined)
  // The query has reached the engine when a question sent after it has its answer.
  await countsByEvent(server, ['hello'], DAY)
  expect(isComputing).toBe(true)
  server.kill('SIGTERM')
  // The process ends by itself if planning ends within the grace period, otherwise by SIGKILL. It never
  // ends by a crash of the engine, and never in silence. Whether the question has its answer by then says
  // nothing about the end.
  const end = endOf(await server.exited)
  expect(['0', 'SIGKILL']).toContain(end)
  const reason = end === '0' ? 'The server has stopped' : 'The stop took more than 25 seconds'
  expect(server.stdout).toContain(reason)
  const next = await program.startServer(folder)
  expect(await countsByEvent(next, ['hello'], DAY)).toEqual([0])
})
