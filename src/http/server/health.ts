import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ErrorBody } from '#contract/error-body.ts'
import { RequestError } from '#shared/request-error.ts'

/** 200 when both stores answer a query. */
export function healthRoutes(deps: { readonly isHealthy: () => Promise<void> }): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/_health',
      {
        schema: {
          tags: ['operation'],
          security: [],
          response: { 200: z.object({ status: z.literal('ok') }), 503: ErrorBody },
        },
      },
      async (request) => {
        try {
          await deps.isHealthy()
        } catch (error) {
          request.log.error({ err: error }, 'a store does not answer')
          throw new RequestError('unavailable', 'unhealthy', 'A store does not answer.')
        }
        return { status: 'ok' as const }
      },
    )
  }
}
