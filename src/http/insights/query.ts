import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { ProjectPath, QueryPath } from '#contract/paths.ts'
import { QueryParameters, queryBodies } from '#contract/query.ts'
import type { RefreshMode } from '#contract/refresh.ts'
import { FormatQuery, type RowFormat } from '#contract/text.ts'
import { warningsField } from '#contract/warning.ts'
import type { BackgroundJobs } from '#coordination/background-jobs.ts'
import type { Cancellation } from '#coordination/cancellation.ts'
import type { PeopleDeps } from '#http/people/people-question.ts'
import { callerOf, projectOf, requireScope } from '#http/server/authenticate.ts'
import { csvFile, tableFile } from '#http/server/csv/send-csv.ts'
import { type RequestOf, route } from '#http/server/route.ts'
import type { Answered, Answering } from '#insights/answering/answering.ts'
import type { CachedResult } from '#insights/answering/cached-result.ts'
import type { ClientQuestion, Question, QuestionProject } from '#insights/answering/question.ts'
import type { StreamRows } from '#insights/answering/stream-rows.ts'
import { anyBeside, anyResults, KINDS, kindOf, nextPageOf, toResult } from '#insights/questions/find-kind.ts'
import { parseNode, wholeQuestion } from '#insights/questions/parse-question.ts'
import { invalid, notFound } from '#shared/request-error.ts'
import { type ActorsOfNumber, actorRows, actorsOfNumber, actorsText } from './actor-rows.ts'
import { askedNode } from './asked-node.ts'
import { cancelledFor } from './cancelled-for.ts'
import { columnsOf, shownItems } from './insight-body.ts'
import { toQueryStatus } from './query-status.ts'
import { answerOptions } from './result-options.ts'
import { resultTable } from './result-table.ts'
import { sendRows } from './row-files.ts'

interface QueryDeps extends PeopleDeps {
  readonly answering: Answering
  readonly streamRows: StreamRows
  readonly jobs: Pick<BackgroundJobs, 'find' | 'cancel'>
  readonly cancellation: Pick<Cancellation, 'cancel'>
}
const NODES = KINDS.map(({ names }) => names.node)
const { QueryRequest, QueryBody, QueryStatusBody } = queryBodies(NODES, anyResults(), anyBeside())
const QUERY = { tag: 'query', scope: 'query:read' } as const

type QueryCall = RequestOf<typeof ProjectPath, typeof QueryParameters, typeof QueryRequest>

/** Registers `/query/`, which computes a query node without saving it. */
export function queryRoutes(app: FastifyInstance, deps: QueryDeps): void {
  route(
    app,
    {
      post: '/query/',
      summary: 'Compute a query node without saving it',
      example: {
        body: {
          query: {
            kind: 'HogQLQuery',
            query: 'SELECT event, count() FROM events GROUP BY event ORDER BY count() DESC',
          },
        },
      },
      ...QUERY,
      query: QueryParameters,
      params: ProjectPath,
      body: QueryRequest,
      answer: QueryBody,
      responses: { 202: QueryBody },
      engine: 'computation',
    },
    async (request, reply) => {
      const { body } = request
      const format = request.query.format ?? 'json'
      const project = projectOf(request)
      const node = askedNode(body)
      const actors = actorsOfNumber(node)
      if (actors !== null) return sendActors(deps, request, reply, actors)
      const question = { project, ...parseNode(node) }
      const whole = format === 'json' ? null : wholeQuestion(question)
      if (whole !== null && format !== 'json') return sendWhole(deps, request, reply, { whole, format })
      requireCsv(format, `A ${kindOf(question.query).names.node}`)
      const answered = await answer(deps, question, request, reply)
      if (answered.result !== null && format === 'csv') {
        return reply.send(tableFile(request, reply, resultTable(answered.result)))
      }
      return toQueryBody(answered, project)
    },
  )
  statusRoutes(app, deps)
}

async function sendActors(deps: QueryDeps, request: QueryCall, reply: FastifyReply, actors: ActorsOfNumber) {
  const { format = 'json' } = request.query
  for (const scope of ['person:read', 'insight:read'] as const) requireScope(callerOf(request), scope)
  requireCsv(format, 'A list of actors of a number')
  const project = projectOf(request)
  if (format === 'json') return actorRows(deps, project, actors, reply)
  return reply.send(csvFile(request, reply, await actorsText(deps, project, actors, reply)))
}

/** Answers a question. If there is no result yet and a background job computes it, sets the status 202. */
async function answer(
  { answering }: QueryDeps,
  question: ClientQuestion,
  { body, query }: QueryCall,
  reply: FastifyReply,
): Promise<Answered> {
  const refresh = refreshOf(body, query)
  const answered = await answering.answer(question, {
    ...answerOptions({ ...body, refresh: { mode: refresh, unknown: null } }, reply, 'blocking'),
    whenMissing: WITHOUT_RESULT.has(refresh) ? 'null' : 'compute',
  })
  if (answered.result === null && answered.job !== null) void reply.code(202)
  return answered
}

interface WholeFile {
  readonly whole: Question
  readonly format: RowFormat
}

/**
 * Sends a file with all rows of the question.
 * @throws RequestError if the refresh mode of the request does not wait for a result
 */
function sendWhole(
  { streamRows }: QueryDeps,
  request: QueryCall,
  reply: FastifyReply,
  { whole, format }: WholeFile,
): Promise<FastifyReply> {
  const { body, query } = request
  if (WITHOUT_RESULT.has(refreshOf(body, query)))
    throw invalid(
      'invalid_choice',
      'A file is computed while it is sent, so it has no refresh: leave refresh and async out.',
      'refresh',
    )
  const clientQueryId = body.client_query_id
  return sendRows(streamRows, request, reply, { question: whole, format, clientQueryId })
}

/** @throws RequestError if the request asks for a file format that only questions about rows have. */
function requireCsv(format: RowFormat | 'json', noun: string): void {
  if (format === 'json' || format === 'csv') return
  throw invalid('invalid_choice', `${noun} has no file of rows: use the format json or csv.`, 'format')
}

async function toQueryBody({ result, isCached, job, warnings }: Answered, project: QuestionProject) {
  return {
    ...(await shownFields(result, project.id)),
    ...shownColumns(result),
    is_cached: isCached,
    computed_ms: result?.spent?.ms ?? null,
    rows_read: result?.spent?.rowsRead ?? null,
    last_refresh: result?.refreshedAt ?? null,
    next_allowed_client_refresh: result?.nextRefreshAt ?? null,
    timezone: result?.timezone ?? project.timezone,
    query_status: job === null ? null : toQueryStatus(job),
    error: null,
    ...warningsField(warnings),
  }
}

/** Returns the result, and the further fields of the body that the kind has. */
async function shownFields(result: CachedResult | null, projectId: number) {
  if (result === null) return { results: null }
  const items = await shownItems(result, projectId)
  return { results: toResult(result.query, items), ...kindOf(result.query).besideResult?.(items) }
}

/** Refresh modes in which a client does not wait for a missing result. */
const WITHOUT_RESULT: ReadonlySet<RefreshMode> = new Set([
  'force_cache',
  'async',
  'lazy_async',
  'force_async',
])

/**
 * The message for a result that was deleted. Results are deleted together with their data, and when the
 * cache is full.
 */
const GONE = 'The result is no longer stored. Send the query again.'

/**
 * Registers `/query/:query_id/`. GET returns the status of a background query. DELETE cancels a background
 * query, or any running query by the id that its client gave it.
 */
function statusRoutes(app: FastifyInstance, { jobs, cancellation, answering }: QueryDeps): void {
  route(
    app,
    {
      get: '/query/:query_id/',
      summary: 'Get the status of a background query',
      ...QUERY,
      query: FormatQuery,
      params: QueryPath,
      answer: QueryStatusBody,
    },
    async (request) => {
      const { id: projectId } = projectOf(request)
      const job = await jobs.find(projectId, request.params.query_id)
      if (job === null) throw notFound()
      const status = toQueryStatus(job)
      if (!status.complete || status.error) return { query_status: status }
      const cached = (await answering.cached(projectId, [job.resultKey])).get(job.resultKey)
      if (cached === undefined) return { query_status: { ...status, error: true, error_message: GONE } }
      const { results } = await shownFields(cached, projectId)
      return { query_status: { ...status, ...shownColumns(cached), results } }
    },
  )
  route(
    app,
    {
      delete: '/query/:query_id/',
      summary: 'Cancel a query by the id of its status, or by its client_query_id',
      ...QUERY,
      query: z.strictObject({}),
      params: QueryPath,
      status: 204,
    },
    async (request, reply) => {
      const { id: projectId } = projectOf(request)
      const { query_id: id } = request.params
      // If the job has ended in the meantime, the response is still a success, because the client wants the
      // job to end.
      const users = cancelledFor(request)
      const isJob = await jobs.cancel(projectId, id, users)
      if (!isJob && (await cancellation.cancel(projectId, id, users)) === 0) throw notFound()
      return reply.send()
    },
  )
}

/** Returns the refresh mode of a request. Older clients send `async: true`, which means `force_async`. */
const refreshOf = (
  { refresh, async: isAsync }: z.output<typeof QueryRequest>,
  parameters: z.output<typeof QueryParameters>,
): RefreshMode => refresh ?? parameters.refresh ?? (isAsync === true ? 'force_async' : 'blocking')

const NO_COLUMNS = { columns: null, types: null, hasMore: false, limit: null, offset: null }
const shownColumns = (result: CachedResult | null) => {
  const found = result && columnsOf(result)
  if (found === null || result === null)
    return { ...NO_COLUMNS, hasMore: result !== null && nextPageOf(result) !== null }
  const { columns, types, ...page } = found
  return { ...page, columns: [...columns], types: types.map(([name, type]) => [name, type]) }
}
