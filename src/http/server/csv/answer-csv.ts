import { parse } from 'node:querystring'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import type { Table } from '#insights/kind.ts'
import { readValue } from '#shared/read-value.ts'
import { type CsvForm, csvFormOf } from './csv-form.ts'
import { csvText } from './csv-text.ts'
import { type AskPage, type ListPage, rowsBehind } from './list-rows.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The table that a body becomes with `format=csv`, where that is not a row for each object. */
    csv?(body: unknown): Table
  }
}

/** Asked for at once where all rows are wanted; a list whose pages are smaller gives what it has. */
const ROWS_AT_ONCE = '1000'

/**
 * Gives every route whose query knows `format` its answers as CSV. Errors stay JSON. A list without a `limit` is given
 * whole, page by page while the client reads: the route's own handler is asked for each.
 */
export function answerCsv(app: FastifyInstance): void {
  const open = new Set<Readable>()
  // A client that reads slowly, or no more, would hold up the stop. Its file is broken off, not ended.
  app.addHook('preClose', async () => {
    for (const stream of open) stream.destroy(new Error('The server is stopping'))
  })
  app.addHook('onRoute', (route) => {
    const query = route.schema?.querystring
    const form = csvFormOf(route)
    if (!(query instanceof z.ZodObject) || !('format' in query.shape) || form === null) return
    route.preValidation = [route.preValidation ?? [], form.isPaged ? [askForMany] : []].flat()
    const write = async (request: FastifyRequest, reply: FastifyReply, body: unknown) => {
      if (!isCsvAsked(request.query) || reply.statusCode >= 300) return body
      const ask: AskPage = (link) => pageAt(link, query, route, request, reply)
      // What cannot be written is an error here, before the file has begun.
      const text = textOf(form, form.table(body), pagesBehind(form, body, request, reply, ask))
      const stream = Readable.from(request.method === 'HEAD' ? [] : text)
      open.add(stream.once('close', () => open.delete(stream)))
      reply.header('Content-Disposition', `attachment; filename="${fileNameOf(request)}"`)
      reply.type('text/csv; charset=utf-8').serializer((given: string) => given)
      return stream
    }
    route.preSerialization = [route.preSerialization ?? [], write].flat()
  })
}

const isCsvAsked = (query: unknown) => (query as { format?: unknown }).format === 'csv'

/** Whether all rows of a list are wanted: the client set no limit of its own. */
const isWhole = (request: FastifyRequest) => !parse(request.url.split('?')[1] ?? '').limit

async function askForMany(request: FastifyRequest): Promise<void> {
  if (isCsvAsked(request.query) && isWhole(request)) request.query = withLimit(request.query as object)
}

const withLimit = (query: { limit?: unknown }) => ({ ...query, limit: query.limit || ROWS_AT_ONCE })

async function* textOf(form: CsvForm, first: Table, pages: AsyncIterable<readonly unknown[]>) {
  yield csvText([first.columns, ...first.rows])
  for await (const results of pages) yield csvText(form.table({ results }).rows)
}

/** The rows behind a page. A client that asked for one page is told where the next is. */
function pagesBehind(
  form: CsvForm,
  body: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  ask: AskPage,
): AsyncIterable<readonly unknown[]> {
  const page = body as ListPage
  if (form.isPaged && isWhole(request)) return rowsBehind(page, ask)
  if (form.isPaged && page.next !== null) reply.header('Link', `<${page.next}>; rel="next"`)
  return Readable.from([])
}

/** Another page of the same list, from the route's own handler. */
async function pageAt(
  link: string,
  query: z.ZodType,
  route: RouteOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ListPage> {
  const asked = readValue(query, withLimit(parse(new URL(link).search.slice(1))))
  const other: FastifyRequest = Object.create(request, { query: { value: asked } })
  return (await route.handler.call(request.server, other, reply)) as ListPage
}

/** The path without what all have in common: `projects-1-insights-trend.csv`. */
function fileNameOf(request: FastifyRequest): string {
  const [path = ''] = request.url.split('?')
  const parts = path.replace(/^\/api\//, '').split('/')
  return `${parts
    .map((part) => part.replaceAll(/[^\w-]/g, ''))
    .filter(Boolean)
    .join('-')}.csv`
}
