import Fastify, { type FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { disconnectSignal } from './client-disconnect.ts'

test('a request has one signal and one listener, for any number of calls', async () => {
  const app = Fastify()
  const seen = (reply: FastifyReply) => {
    const before = reply.raw.listenerCount('close')
    const signals = new Set(Array.from({ length: 20 }, () => disconnectSignal(reply)))
    return { signals, listeners: reply.raw.listenerCount('close') - before }
  }
  const requests: ReturnType<typeof seen>[] = []
  app.get('/', async (_, reply) => {
    requests.push(seen(reply))
    return 'ok'
  })
  await app.inject('/')
  await app.inject('/')
  expect(requests.map(({ signals, listeners }) => [signals.size, listeners])).toEqual([
    [1, 1],
    [1, 1],
  ])
  expect(new Set(requests.flatMap(({ signals }) => [...signals])).size).toBe(2)
  await app.close()
})
