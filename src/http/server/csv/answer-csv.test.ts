import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { paging } from '#contract/paging.ts'
import { Format } from '#contract/text.ts'
import { pageLinks } from '#http/server/page-links.ts'
import { serializeAnswer } from '#http/server/serialize-answer.ts'
import { answerCsv } from './answer-csv.ts'

const Row = z.object({ id: z.int(), text: z.string() })
const Page = z.object({ next: z.string().nullable(), results: z.array(Row) })
const Query = Format.extend(paging())
const response = { 200: Page }

/** A list without an end, of 200 kB a page, and one whose second page cannot be read. */
function listServer(asked: number[]): FastifyInstance {
  const app = Fastify()
  app.setValidatorCompiler(({ schema }) => (value) => ({
    value: (schema as unknown as z.ZodType).parse(value),
  }))
  app.setSerializerCompiler(serializeAnswer(true, 'json'))
  answerCsv(app)
  app.get('/endless/', { schema: { querystring: Query, response } }, async (request) => {
    const { limit, offset } = request.query as z.output<typeof Query>
    asked.push(offset)
    const results = Array.from({ length: limit }, (_, i) => ({ id: offset + i, text: 'x'.repeat(200) }))
    const { next } = pageLinks(request, { limit, offset, count: Number.MAX_SAFE_INTEGER })
    return { next, results }
  })
  app.get('/failing/', { schema: { querystring: Query, response } }, async (request) => {
    const { limit, offset } = request.query as z.output<typeof Query>
    if (offset > 0) throw new Error('The disk is gone')
    return { next: pageLinks(request, { limit, offset, count: 9_999 }).next, results: [{ id: 1, text: 'a' }] }
  })
  return app
}

let asked: number[] = []
let app: FastifyInstance
let origin = ''
beforeEach(async () => {
  asked = []
  app = listServer(asked)
  await app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
afterEach(() => app.close())

/** An answer whose head has arrived and whose body nobody reads. */
async function begun(path: string): Promise<IncomingMessage> {
  const [answer] = (await once(get(origin + path), 'response')) as [IncomingMessage]
  return answer
}

test('pages are asked for only as fast as they are read', async () => {
  await begun('/endless/?format=csv')
  // Until what lies between server and client is full.
  for (let before = -1; before < asked.length; ) {
    before = asked.length
    for (let i = 0; i < 200; i++) await nextTurn()
  }
  expect(asked.length).toBeLessThan(1_000)
})

test('a client that hangs up ends the work', async () => {
  const responded = new Promise<void>((resolve) => {
    app.server.once('request', (_, response) => response.once('close', resolve))
  })
  const answer = await begun('/endless/?format=csv')
  answer.destroy()
  await responded
  const { length } = asked
  for (let i = 0; i < 200; i++) await nextTurn()
  // The page that was being read at that moment.
  expect(asked.length).toBeLessThanOrEqual(length + 1)
})

test('a stop waits for no reader: the file is broken off', async () => {
  const answer = await begun('/endless/?format=csv')
  const closing = app.close()
  await expect(text(answer)).rejects.toThrow('aborted')
  await closing
})

test('a page that fails breaks the file off: half a list does not look like a whole one', async () => {
  await expect(text(await begun('/failing/?format=csv'))).rejects.toThrow('aborted')
})

test('HEAD has the headers of the whole and reads one page', async () => {
  const { statusCode, headers, body } = await app.inject({ method: 'HEAD', url: '/endless/?format=csv' })
  expect([statusCode, body, asked]).toEqual([200, '', [0]])
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="endless.csv"',
  })
})
