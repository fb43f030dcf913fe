import type { FastifyInstance } from 'fastify'
import { CancelRequest, InsightBody } from '#contract/insight.ts'
import { ProjectPath } from '#contract/paths.ts'
import { Format } from '#contract/text.ts'
import type { Cancellation } from '#coordination/cancellation.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { route } from '#http/server/route.ts'
import { invalid } from '#shared/request-error.ts'
import { cancelledFor } from './cancelled-for.ts'
import { emptyInsightBody } from './insight-body.ts'

/**
 * Registers the call that cancels running computations of the project by their `client_query_id`. A caller
 * can cancel its own computations; an admin can cancel those of everybody.
 */
export function insightCancelRoutes(
  app: FastifyInstance,
  deps: { readonly cancellation: Pick<Cancellation, 'cancel'> },
): void {
  route(
    app,
    {
      post: '/insights/cancel/',
      call: 10,
      summary: 'Cancel a running query',
      example: { body: { client_query_id: 'weekly-report' } },
      tag: 'insights',
      scope: 'insight:read',
      params: ProjectPath,
      query: Format,
      body: CancelRequest,
      answer: InsightBody,
      engine: 'query',
    },
    async (request) => {
      const { client_query_id: id } = request.body
      if (!id) throw invalid('invalid_input', 'Field is required.', 'client_query_id')
      const project = projectOf(request)
      const cancelled = await deps.cancellation.cancel(project.id, id, cancelledFor(request))
      const queryStatus = { client_query_id: id, cancelled, complete: true }
      return emptyInsightBody(project, { queryStatus })
    },
  )
}
