import { parse } from 'node:querystring'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { bodyTable, type ToTable } from './csv/body-table.ts'
import { csvText, csvTexts } from './csv/csv-text.ts'
import { laterRows } from './csv/list-rows.ts'
import { csvFile, isCsvAsked } from './csv/send-csv.ts'
import { type Page, type PageOf, type Paging, type Position, withLinks } from './paging.ts'
import { type BodyOf, type RequestOf, type Route, route } from './route.ts'

interface ListBody {
  readonly results: readonly unknown[]
  readonly next: string | null
}
type ListRoute<
  P extends z.ZodType,
  Q extends z.ZodObject,
  A extends z.ZodType<ListBody>,
  Where extends Position,
> = Route<P, Q, z.ZodType, A> & {
  readonly query: Q
  readonly answer: A
  readonly paging: Paging<z.output<Q>, Where>
}

/**
 * The `limit` of each page when a whole list is sent. If the list has a smaller maximum, that is used
 * instead.
 */
const ROWS_AT_ONCE = '1000'

/**
 * Registers the route of a list. `findPage` returns the page at a position. A JSON response is this page,
 * with links to the next and the previous page. A CSV response without a `limit` is the whole list, whose
 * pages are found one after another while the client reads.
 */
export function list<
  P extends z.ZodType,
  Q extends z.ZodObject,
  A extends z.ZodType<ListBody>,
  Where extends Position,
>(
  app: FastifyInstance,
  declared: ListRoute<P, Q, A, Where>,
  findPage: (
    request: RequestOf<P, Q>,
    position: Where,
    reply: FastifyReply,
  ) => Promise<PageOf<z.output<A>, Where>>,
): void {
  const { paging, query, answer } = declared
  const toTable = bodyTable(answer) as ToTable
  const most = (query.shape.limit as z.ZodType<number>).parse(ROWS_AT_ONCE)
  route<P, Q, z.ZodType, A>(app, declared, async (request, reply) => {
    const pageAt = async (where: Where) => (await findPage(request, where, reply)) as Page<unknown, Where>
    const position = paging.positionOf(request.query as z.output<Q>)
    if (!isCsvAsked(request.query)) return withLinks(request, paging, await pageAt(position)) as BodyOf<A>
    if (!hasLimit(request)) {
      const first = await pageAt({ ...position, limit: most })
      return reply.send(csvFile(request, reply, csvOf(toTable, first, laterRows(first, pageAt))))
    }
    const page = await pageAt(position)
    const { next } = withLinks(request, paging, page)
    if (next !== null) reply.header('Link', `<${next}>; rel="next"`)
    return reply.send(csvFile(request, reply, csvOf(toTable, page)))
  })
}

const hasLimit = ({ url }: FastifyRequest) => Boolean(parse(url.split('?')[1] ?? '').limit)

/**
 * Returns the CSV text of a page and of all later rows. The text of the first page is made before anything
 * is sent, while an error can still become an error response.
 */
function csvOf(
  toTable: ToTable,
  page: unknown,
  later: AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]> = [],
): AsyncIterable<string> {
  const { columns, rows } = toTable(page)
  const text = csvText([columns, ...rows])
  return (async function* () {
    yield text
    for await (const results of later) yield* csvTexts(toTable({ results }).rows)
  })()
}
