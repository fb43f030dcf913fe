import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { computationErrors, errorResponses } from '#contract/error-body.ts'
import { knownParameters } from '#contract/known-parameters.ts'
import { ProjectPath } from '#contract/paths.ts'
import { QueryBody, QueryPath, QueryRequest, QueryStatusBody } from '#contract/query.ts'
import { Format } from '#contract/text.ts'
import type { BackgroundJobs } from '#coordination/background-jobs.ts'
import { projectOf } from '#http/server/authenticate.ts'
import type { Answers } from '#insights/answers.ts'
import { readQueryNode } from '#query/query-node.ts'
import { notFound } from '#shared/request-error.ts'
import { answerItems } from './answer-body.ts'
import { queryStatus } from './query-status.ts'
import { readOptions } from './read-options.ts'

export interface QueryDeps {
  readonly answers: Answers
  readonly jobs: Pick<BackgroundJobs, 'find'>
}

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
        const question = { project: projectOf(request), query: readQueryNode(request.body.query) }
        const options = readOptions(request.body, reply)
        const { shown, isCached, job } = await deps.answers.answer(question, options)
        return {
          results: answerItems(shown.query, shown.answer),
          columns: null,
          types: null,
          hasMore: false,
          is_cached: isCached,
          last_refresh: shown.refreshedAt,
          next_allowed_client_refresh: shown.nextRefreshAt,
          timezone: shown.timezone,
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
        const kept = (await deps.answers.kept(projectId, [job.answerKey])).get(job.answerKey)
        const results = kept === undefined ? null : answerItems(kept.query, kept.answer)
        return { query_status: { ...status, results } }
      },
    )
  }
}
