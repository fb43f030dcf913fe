import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { CancelRequest } from '#contract/cancel.ts'
import { errorResponses } from '#contract/error-body.ts'
import { InsightBody } from '#contract/insight.ts'
import { ProjectPath } from '#contract/paths.ts'
import { Format } from '#contract/text.ts'
import type { Cancellation } from '#coordination/cancellation.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { invalid } from '#shared/request-error.ts'
import { emptyInsightBody } from './insight-body.ts'

/** Call 10: whatever the project asks under a name of the client's is stopped, whoever asked. */
export function insightCancelRoutes(deps: {
  readonly cancellation: Pick<Cancellation, 'cancel'>
}): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      '/insights/cancel/',
      {
        config: { scope: 'insight:read' },
        schema: {
          tags: ['insights'],
          params: ProjectPath,
          querystring: Format,
          body: CancelRequest,
          response: { 200: InsightBody, ...errorResponses },
        },
      },
      async (request) => {
        const { client_query_id: id } = request.body
        if (!id) throw invalid('invalid_input', 'Field is required.', 'client_query_id')
        const cancelled = await deps.cancellation.cancel(projectOf(request).id, id)
        const queryStatus = { client_query_id: id, cancelled, complete: true }
        return emptyInsightBody(projectOf(request).role, { queryStatus })
      },
    )
  }
}
