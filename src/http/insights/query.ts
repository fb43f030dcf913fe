import type { FastifyInstance } from 'fastify'
import { ProjectPath, QueryPath } from '#contract/paths.ts'
import { queryBodies } from '#contract/query.ts'
import { FormatQuery } from '#contract/text.ts'
import { warningsField } from '#contract/warning.ts'
import type { BackgroundJobs } from '#coordination/background-jobs.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { route } from '#http/server/route.ts'
import type { Answering } from '#insights/answering/answering.ts'
import type { CachedResult } from '#insights/answering/cached-result.ts'
import { anyItem, KINDS, parseNode } from '#insights/registry.ts'
import { notFound } from '#shared/request-error.ts'
import { columnsOf, shownItems } from './insight-body.ts'
import { toQueryStatus } from './query-status.ts'
import { answerOptions } from './result-options.ts'

interface QueryDeps {
  readonly answering: Answering
  readonly jobs: Pick<BackgroundJobs, 'find'>
}
const NODES = KINDS.map(({ names }) => names.node)
const { QueryRequest, QueryBody, QueryStatusBody } = queryBodies(NODES, anyItem())
const QUERY = { tag: 'query', scope: 'query:read', query: FormatQuery } as const

/** `/query/`: computes a query node without saving it. */
export function queryRoutes(app: FastifyInstance, deps: QueryDeps): void {
  route(
    app,
    {
      post: '/query/',
      summary: 'Compute a query node without saving it',
      ...QUERY,
      params: ProjectPath,
      body: QueryRequest,
      answer: QueryBody,
      engine: 'computation',
    },
    async (request, reply) => {
      const question = { project: projectOf(request), ...parseNode(request.body.query) }
      const { result, isCached, job, warnings } = await deps.answering.answer(question, {
        ...answerOptions(request.body, reply, 'blocking'),
        whenMissing: 'compute',
      })
      return {
        results: shownItems(result, question.project.id),
        ...shownColumns(result),
        is_cached: isCached,
        last_refresh: result.refreshedAt,
        next_allowed_client_refresh: result.nextRefreshAt,
        timezone: result.timezone,
        query_status: job === null ? null : toQueryStatus(job),
        error: null,
        ...warningsField(warnings),
      }
    },
  )
  route(
    app,
    {
      get: '/query/:query_id/',
      summary: 'Get the status of a background query',
      ...QUERY,
      params: QueryPath,
      answer: QueryStatusBody,
    },
    async (request) => {
      const { id: projectId } = projectOf(request)
      const job = await deps.jobs.find(projectId, request.params.query_id)
      if (job === null) throw notFound()
      const status = toQueryStatus(job)
      if (!status.complete || status.error) return { query_status: status }
      const cached = (await deps.answering.cached(projectId, [job.resultKey])).get(job.resultKey)
      const results = cached === undefined ? null : shownItems(cached, projectId)
      return { query_status: { ...status, results } }
    },
  )
}

const NO_COLUMNS = { columns: null, types: null, hasMore: false, limit: null, offset: null }
const shownColumns = (result: CachedResult) => {
  const found = columnsOf(result)
  if (found === null) return NO_COLUMNS
  const { columns, types, ...page } = found
  return { ...page, columns: [...columns], types: types.map(([name, type]) => [name, type]) }
}
