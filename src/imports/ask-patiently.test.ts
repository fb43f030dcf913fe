import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { askPatiently } from './ask-patiently.ts'

/** Sends a request to a server that answers with these statuses, one after the other. */
async function ask(statuses: readonly number[], patienceMs: number) {
  const told: string[] = []
  let asked = 0
  const answer: RequestListener = (_, response) => {
    response.statusCode = statuses[asked++] ?? 200
    response.end('{"error_description":"Not now."}')
  }
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const onWait = (reason: string) => void told.push(reason)
  const patience = { patienceMs, signal: new AbortController().signal, onWait, advice: 'Try later.' }
  const outcome = await askPatiently(`http://127.0.0.1:${port}`, '/', patience, {}).catch((error) => error)
  server.closeAllConnections()
  server.close()
  return { outcome, told, asked }
}

test('a server that is busy is asked again, and the wait is told once', async () => {
  const { outcome, told, asked } = await ask([503, 429, 200], 10_000)
  expect(outcome).toMatchObject({ status: 200 })
  expect({ told, asked }).toEqual({ told: ['The server answered 503: Not now.'], asked: 3 })
})

test('another refusal is the answer', async () => {
  expect(await ask([404], 10_000)).toMatchObject({ outcome: { status: 404 }, told: [], asked: 1 })
})

test('the waiting ends with the reason and the advice', async () => {
  const { outcome, asked } = await ask([503, 503], -1)
  expect(outcome).toEqual(new Error('The server answered 503: Not now. Try later.'))
  expect(asked).toBe(1)
})

test('without a server the address and the fault are told', async () => {
  const patience = { patienceMs: -1, signal: new AbortController().signal, onWait: () => undefined }
  await expect(askPatiently('http://127.0.0.1:1', '/', patience, {})).rejects.toThrow(
    'No server answers at http://127.0.0.1:1',
  )
})
