import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteHandlerMethod,
  RouteShorthandOptions,
} from 'fastify'
import { z } from 'zod'
import type { Table } from '#insights/kind/kind.ts'
import { bodyTable, type ToTable } from './csv/body-table.ts'
import { csvHook, takesFormat } from './csv/send-csv.ts'
import { largeAnswerHook } from './large-answer.ts'
import {
  type DescribedRoute,
  METHODS,
  type RouteExample,
  routeSchema,
  type TextAnswer,
} from './route-schema.ts'

type Schema = z.ZodType
type Answer = Schema | TextAnswer

/** Everything about a route except its handler. */
export type Route<P extends Schema, Q extends Schema, B extends Schema, A extends Answer> = DescribedRoute &
  Pick<RouteShorthandOptions, 'onRequest' | 'preValidation' | 'bodyLimit' | 'exposeHeadRoute'> & {
    readonly params?: P
    readonly query?: Q
    readonly body?: B
    readonly example?: RouteExample<z.input<Q>, z.input<B>>
    readonly answer?: A
    /**
     * Turns the response body into a CSV table. If it is absent, the table has one row for each object of
     * the body.
     */
    readonly table?: (body: BodyOf<A>) => Table
    /**
     * Returns whether the response to a query depends only on the metadata. Such a response may be cached.
     */
    readonly isCacheable?: (query: z.output<Q>) => boolean
    readonly config?: Omit<FastifyContextConfig, 'scope' | 'alsoScope' | 'isCacheable'>
  }
/** A request whose parameters, query and body have the types of the route's schemas. */
export type RequestOf<
  P extends Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
> = FastifyRequest<{
  Params: z.output<P>
  Querystring: z.output<Q>
  Body: z.output<B>
}>
export type BodyOf<A> = A extends Schema ? z.output<A> : unknown
type Handler<P extends Schema, Q extends Schema, B extends Schema, A> = (
  request: RequestOf<P, Q, B>,
  reply: FastifyReply,
) => Promise<BodyOf<A> | FastifyReply>

/**
 * Registers a route under each of its methods. The value that the handler returns is sent as the body, with
 * the declared status.
 */
export function route<P extends Schema, Q extends Schema, B extends Schema, A extends Answer>(
  app: FastifyInstance,
  declared: Route<P, Q, B, A>,
  handler: Handler<P, Q, B, A>,
): void {
  const { status = 200, onRequest, preValidation, bodyLimit, exposeHeadRoute } = declared
  const beforeValidation = [
    ...(declared.body === undefined ? [] : [emptyBodyIsObject]),
    ...(preValidation === undefined ? [] : [preValidation].flat()),
  ]
  const withStatus: Handler<P, Q, B, A> = (request, reply) => handler(request, reply.code(status))
  const toTable = tableOf(declared)
  for (const method of METHODS) {
    const url = declared[method]
    if (url === undefined) continue
    app.route({
      method: method.toUpperCase(),
      url,
      schema: routeSchema(declared, method),
      config: configOf(declared),
      ...(onRequest !== undefined && { onRequest }),
      preValidation: beforeValidation,
      // The table hook comes first: it replaces the body with a table before the text of the body is made.
      preSerialization: toTable === null ? [largeAnswerHook] : [csvHook(toTable), largeAnswerHook],
      ...(bodyLimit !== undefined && { bodyLimit }),
      ...(exposeHeadRoute !== undefined && { exposeHeadRoute }),
      handler: (status === 200 ? handler : withStatus) as RouteHandlerMethod,
    })
  }
}

/**
 * Treats an empty body as `{}`, because clients send no body if an object has no fields. The body `null` is
 * not empty, and the schema refuses it.
 */
const emptyBodyIsObject = async (request: FastifyRequest): Promise<void> => {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
  if (encoding === undefined && Number(length) === 0) request.body ??= {}
}

const configOf = <Q extends Schema>({
  config,
  scope,
  alsoScope,
  isCacheable,
}: Pick<
  Route<Schema, Q, Schema, Answer>,
  'config' | 'scope' | 'alsoScope' | 'isCacheable'
>): FastifyContextConfig => ({
  ...config,
  ...(scope !== undefined && { scope }),
  ...(alsoScope !== undefined && { alsoScope }),
  ...(isCacheable !== undefined && { isCacheable: isCacheable as (query: unknown) => boolean }),
})

/**
 * Returns the function that turns a body of the route into a table. Null if the query of the route has no
 * `format`, or if the response is not JSON.
 */
function tableOf<A extends Answer>({
  query,
  answer,
  table,
}: Pick<Route<Schema, Schema, Schema, A>, 'query' | 'answer' | 'table'>): ToTable | null {
  if (!takesFormat(query)) return null
  if (table !== undefined) return table as ToTable
  return answer instanceof z.ZodType ? bodyTable(answer) : null
}
