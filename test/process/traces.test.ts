import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { capture } from '../fixtures/server-client.ts'
import { KEY, killServers, startServer } from '../fixtures/server-process.ts'

interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
}
interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: {
      readonly attributes: readonly { readonly key: string; readonly value: { stringValue: string } }[]
    }
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[]
  }[]
}

let folder = ''
let collector: Server
const sent: Sent[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-traces-'))
  collector = createServer(async (request, response) => {
    sent.push(JSON.parse(await text(request)))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
})
afterEach(async () => {
  await killServers()
  collector.close()
  await rm(folder, { recursive: true, force: true })
})

test('requests are spans of the trace that they come with, and their queries are spans below them', async () => {
  const { port } = collector.address() as AddressInfo
  const server = await startServer(folder, {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_SERVICE_NAME: 'analytics',
  })
  expect(await capture(server, [{ event: 'visited', distinct_id: 'visitor-7' }])).toBe(200)
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const asked = await fetch(`${server.url}/api/projects/1/insights/trend/`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${KEY}`,
      'content-type': 'application/json',
      traceparent: `00-${traceId}-b7ad6b7169203331-01`,
    },
    body: JSON.stringify({ events: [{ id: 'visited' }] }),
  })
  expect(asked.status).toBe(200)
  server.kill('SIGTERM')
  expect(await server.exited).toEqual({ code: 0, signal: null })

  const resources = sent.flatMap(({ resourceSpans }) => resourceSpans)
  const service = resources[0]?.resource.attributes.find(({ key }) => key === 'service.name')
  expect(service?.value.stringValue).toBe('analytics')
  const spans = resources.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
  const question = spans.find(({ name }) => name === 'POST /api/projects/:project_id/insights/trend/')
  expect(question).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' })
  const queries = spans.filter(({ name }) => name.startsWith('query trends.'))
  expect(queries.length).toBeGreaterThan(0)
  for (const query of queries) expect(query).toMatchObject({ traceId, parentSpanId: question?.spanId })
  const batch = spans.find(({ name }) => name === 'POST /batch/')
  expect(spans.find(({ name }) => name === 'capture flush')).toMatchObject({ traceId: batch?.traceId })
  // Spans have the paths of routes and the names of queries, and no values. Each text has a letter
  // that no hexadecimal id of a span has.
  expect(JSON.stringify(sent)).not.toMatch(/visitor-7|visited|phx_/)
})
