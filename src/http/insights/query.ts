import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { computationErrors, errorResponses } from '#contract/error-body.ts'
import { knownParameters } from '#contract/known-parameters.ts'
import { ProjectPath } from '#contract/paths.ts'
import { QueryPath, QueryRequest, queryBodies } from '#contract/query.ts'
import { Format } from '#contract/text.ts'
import type { BackgroundJobs } from '#coordination/background-jobs.ts'
import { projectOf } from '#http/server/authenticate.ts'
import type { Answering } from '#insights/answering/answering.ts'
import { anyItem, parseNode } from '#insights/registry.ts'
import { notFound } from '#shared/request-error.ts'
import { shownItems } from './insight-body.ts'
import { queryStatus } from './query-status.ts'
import { answerOptions } from './read-options.ts'

export interface QueryDeps {
  readonly answering: Answering
  readonly jobs: Pick<BackgroundJobs, 'find'>
}

const { QueryBody, QueryStatusBody } = queryBodies(anyItem())

/** `query/`: a query node that is answered and not saved. */
export function queryRoutes(deps: QueryDeps): FastifyPluginAsyncZod {
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
          response: { 200: QueryBody, ...computationErrors },
        },
      },
      async (request, reply) => {
        const question = { project: projectOf(request), ...parseNode(request.body.query) }
        const options = answerOptions(request.body, reply, 'blocking')
        const { result, isCached, job } = await deps.answering.answer(question, {
          ...options,
          whenMissing: 'compute',
        })
        return {
          results: shownItems(result),
          columns: null,
          types: null,
          hasMore: false,
          is_cached: isCached,
          last_refresh: result.refreshedAt,
          next_allowed_client_refresh: result.nextRefreshAt,
          timezone: result.timezone,
          query_status: job === null ? null : queryStatus(job),
          error: null,
        }
      },
    )
    app.get(
      '/query/:query_id/',
      {
        config: { scope: 'query:read' },
        schema: {
          tags: ['query'],
          params: QueryPath,
          querystring: knownParameters(Format.shape),
          response: { 200: QueryStatusBody, ...errorResponses },
        },
      },
      async (request) => {
        const { id: projectId } = projectOf(request)
        const job = await deps.jobs.find(projectId, request.params.query_id)
        if (job === null) throw notFound()
        const status = queryStatus(job)
        if (!status.complete || status.error) return { query_status: status }
        const cached = (await deps.answering.cached(projectId, [job.answerKey])).get(job.answerKey)
        const results = cached === undefined ? null : shownItems(cached)
        return { query_status: { ...status, results } }
      },
    )
  }
}
