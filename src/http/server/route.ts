import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteHandlerMethod,
  RouteShorthandOptions,
} from 'fastify'
import type { z } from 'zod'
import { type DescribedRoute, METHODS, routeSchema, type TextAnswer } from './route-schema.ts'

type Schema = z.ZodType
type Answer = Schema | TextAnswer

/** Everything about a route, said once. */
export type Route<P extends Schema, Q extends Schema, B extends Schema, A extends Answer> = DescribedRoute &
  Pick<RouteShorthandOptions, 'onRequest' | 'preValidation' | 'bodyLimit' | 'exposeHeadRoute'> & {
    readonly params?: P
    readonly query?: Q
    readonly body?: B
    readonly answer?: A
    readonly config?: Omit<FastifyContextConfig, 'scope'>
  }
/** A request whose parts are as the route's schemas give them. */
export type RequestOf<
  P extends Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
> = FastifyRequest<{
  Params: z.output<P>
  Querystring: z.output<Q>
  Body: z.output<B>
}>
type BodyOf<A> = A extends Schema ? z.output<A> : unknown
type Handler<P extends Schema, Q extends Schema, B extends Schema, A> = (
  request: RequestOf<P, Q, B>,
  reply: FastifyReply,
) => Promise<BodyOf<A> | FastifyReply>

/** Registers a route with each of its methods. What the handler gives is the body, sent with the declared status. */
export function route<P extends Schema, Q extends Schema, B extends Schema, A extends Answer>(
  app: FastifyInstance,
  declared: Route<P, Q, B, A>,
  handler: Handler<P, Q, B, A>,
): void {
  const { status = 200, onRequest, preValidation, bodyLimit, exposeHeadRoute } = declared
  const withStatus: Handler<P, Q, B, A> = (request, reply) => handler(request, reply.code(status))
  for (const method of METHODS) {
    const url = declared[method]
    if (url === undefined) continue
    app.route({
      method: method.toUpperCase(),
      url,
      schema: routeSchema(declared, method),
      config: { ...declared.config, ...(declared.scope !== undefined && { scope: declared.scope }) },
      ...(onRequest !== undefined && { onRequest }),
      ...(preValidation !== undefined && { preValidation }),
      ...(bodyLimit !== undefined && { bodyLimit }),
      ...(exposeHeadRoute !== undefined && { exposeHeadRoute }),
      handler: (status === 200 ? handler : withStatus) as RouteHandlerMethod,
    })
  }
}
