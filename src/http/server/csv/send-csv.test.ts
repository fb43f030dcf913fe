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
import { list } from '#http/server/list.ts'
import { counted, countedPage } from '#http/server/paging.ts'
import { route } from '#http/server/route.ts'
import { serializeAnswer } from '#http/server/serialize-answer.ts'
import { abortFilesOnClose } from './send-csv.ts'

const Row = z.object({ id: z.int(), text: z.string() })
const answer = z.object({ next: z.string().nullable(), results: z.array(Row) })
const query = Format.extend(paging())
const table = { columns: ['text'], rows: [['own']] }

/**
 * Makes a server with an endless list whose pages have 200 kB, a list whose second page fails, and routes
 * without a list.
 */
function csvServer(asked: number[]): FastifyInstance {
  const app = Fastify()
  app.setValidatorCompiler(({ schema }) => (value) => ({
    value: (schema as unknown as z.ZodType).parse(value),
  }))
  app.setSerializerCompiler(serializeAnswer(true, 'json'))
  abortFilesOnClose(app)
  const described = { summary: 'Rows', tag: 'operation', isOpen: true, query } as const
  list(app, { get: '/endless/', ...described, answer, paging: counted }, async (_request, position) => {
    const { limit, offset } = position
    asked.push(offset)
    const results = Array.from({ length: limit }, (_, i) => ({ id: offset + i, text: 'x'.repeat(200) }))
    return countedPage(position, Number.MAX_SAFE_INTEGER, results)
  })
  list(app, { get: '/failing/', ...described, answer, paging: counted }, async (_request, position) => {
    if (position.offset > 0) throw new Error('The disk is gone')
    return countedPage(position, 9_999, [{ id: 1, text: 'a' }])
  })
  const one = async () => ({ id: 1, text: 'a' })
  route(app, { get: '/one/', ...described, answer: Row }, one)
  route(app, { get: '/own/', ...described, answer: Row, table: () => table }, one)
  route(app, { get: '/plain/', summary: 'One row', tag: 'operation', isOpen: true, answer: Row }, one)
  return app
}

let asked: number[] = []
let app: FastifyInstance
let origin = ''
beforeEach(async () => {
  asked = []
  app = csvServer(asked)
  await app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
afterEach(() => app.close())

/** Returns a response when its headers have arrived. The body is not read. */
async function begun(path: string): Promise<IncomingMessage> {
  const [answer] = (await once(get(origin + path), 'response')) as [IncomingMessage]
  return answer
}

test('pages are found only as fast as the client reads', async () => {
  await begun('/endless/?format=csv')
  // Waits until the buffers between server and client are full.
  for (let before = -1; before < asked.length; ) {
    before = asked.length
    for (let i = 0; i < 200; i++) await nextTurn()
  }
  expect(asked.length).toBeLessThan(1_000)
})

test('a client that disconnects ends the work', async () => {
  const responded = new Promise<void>((resolve) => {
    app.server.once('request', (_, response) => response.once('close', resolve))
  })
  const answer = await begun('/endless/?format=csv')
  answer.destroy()
  await responded
  const { length } = asked
  for (let i = 0; i < 200; i++) await nextTurn()
  // A page may have been on its way when the client disconnected. It still counts.
  expect(asked.length).toBeLessThanOrEqual(length + 1)
})

test('the server stops without waiting for a client: the file is aborted', async () => {
  const answer = await begun('/endless/?format=csv')
  const closing = app.close()
  await expect(text(answer)).rejects.toThrow('aborted')
  await closing
})

test('a page that fails aborts the file: half a list does not look like a whole one', async () => {
  await expect(text(await begun('/failing/?format=csv'))).rejects.toThrow('aborted')
})

test('HEAD has the headers of the whole list and finds one page', async () => {
  const { statusCode, headers, body } = await app.inject({ method: 'HEAD', url: '/endless/?format=csv' })
  expect([statusCode, body, asked]).toEqual([200, '', [0]])
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="endless.csv"',
  })
})

test.each([
  ['/one/?format=csv', 'text/csv; charset=utf-8', 'id,text\r\n1,a\r\n'],
  ['/own/?format=csv', 'text/csv; charset=utf-8', 'text\r\nown\r\n'],
  ['/one/', 'application/json; charset=utf-8', '{"id":1,"text":"a"}'],
  ['/plain/?format=csv', 'application/json; charset=utf-8', '{"id":1,"text":"a"}'],
])('%s is %s: the table of its body, or the table of its route', async (url, type, text) => {
  const { headers, body } = await app.inject(url)
  expect([headers['content-type'], body]).toEqual([type, text])
})
