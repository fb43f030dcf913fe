import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Ask } from '../../insights/ask.ts'
import { readQueryNode } from '../../query/query-node.ts'
import { type Clock, isoInstant } from '../../shared/clock.ts'
import { answerItems } from '../answer-body.ts'
import { projectOf } from '../authenticate.ts'
import { errorResponses } from '../contract/error-body.ts'
import { knownParameters } from '../contract/known-parameters.ts'
import { ProjectPath } from '../contract/paths.ts'
import { QueryBody, QueryRequest } from '../contract/query.ts'
import { Format } from '../contract/text.ts'

/** `query/`: a query node that is answered and not kept. */
export function queryRoutes(deps: { readonly ask: Ask; readonly clock: Clock }): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      '/query/',
      {
        config: { scope: 'query:read' },
        schema: {
          tags: ['query'],
          params: ProjectPath,
          querystring: knownParameters(Format.shape),
          body: QueryRequest,
          response: { 200: QueryBody, ...errorResponses },
        },
      },
      async (request) => {
        const project = projectOf(request)
        const query = readQueryNode(request.body.query)
        const refreshedAt = isoInstant(deps.clock())
        return {
          results: answerItems(query, await deps.ask(project, query)),
          columns: null,
          types: null,
          hasMore: false,
          is_cached: false,
          last_refresh: refreshedAt,
          next_allowed_client_refresh: refreshedAt,
          timezone: project.timezone,
          query_status: null,
          error: null,
        }
      },
    )
  }
}
