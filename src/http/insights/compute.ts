import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { InsightBody, InsightWrite } from '#contract/insight.ts'
import { ProjectPath } from '#contract/paths.ts'
import { RefreshParameters } from '#contract/refresh.ts'
import { Format } from '#contract/text.ts'
import { WARNINGS, warningsField } from '#contract/warning.ts'
import { addressIntoBody } from '#http/server/address-into-body.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { route } from '#http/server/route.ts'
import type { Answering } from '#insights/answering/answering.ts'
import type { ComputeCalls, InsightKind } from '#insights/kind.ts'
import { KINDS, parseFlat } from '#insights/registry.ts'
import type { JsonObject } from '#shared/json-value.ts'
import { askedInsight } from './asked-insight.ts'
import { emptyInsightBody, shownItems, shownResult } from './insight-body.ts'
import { toQueryStatus } from './query-status.ts'
import { answerOptions } from './result-options.ts'
import { resultTable } from './result-table.ts'

interface ComputeDeps {
  readonly answering: Answering
}
const COMPUTED = {
  tag: 'insights',
  scope: 'insight:read',
  params: ProjectPath,
  engine: 'computation',
} as const

type Call = ReturnType<typeof callOf>

/** The parameters of the address that a POST parses itself; all others are parameters of the query. */
const ADDRESS = Format.extend(RefreshParameters)

// At module level, because a schema with an id can be made only once and the routes have several prefixes.
const CALLS = KINDS.flatMap((kind) => (kind.calls === null ? [] : [callOf(kind, kind.calls)]))

function callOf(kind: InsightKind, { schemaName, answer, ...call }: ComputeCalls<unknown>) {
  const { flat } = kind.wire
  const Envelope = { is_cached: z.boolean(), last_refresh: z.string(), timezone: z.string() }
  const Parameters = flat.extend(RefreshParameters)
  return {
    ...call,
    kind,
    // Loose, so that an unknown key is refused by the name of the nearest one.
    Request: (answer === null ? Parameters.extend(InsightWrite.shape) : Parameters)
      .loose()
      .meta({ id: `${schemaName}Request` }),
    computed: answer && {
      Answer: z.object({ ...Envelope, ...answer.fields, ...WARNINGS }).meta({ id: `${schemaName}Result` }),
      toAnswer: answer.of,
    },
  }
}

/** The calls that compute a query without saving it: a GET and a POST for each kind that has them. */
export function computeRoutes(app: FastifyInstance, deps: ComputeDeps): void {
  for (const call of CALLS) {
    getRoute(app, deps, call)
    if (call.computed === null) postInsightRoute(app, deps, call)
    else postRoute(app, deps, call, call.computed)
  }
}

/** A query in the query string; the response is an Insight that is not saved. */
function getRoute(app: FastifyInstance, { answering }: ComputeDeps, { kind, path, noun, get }: Call): void {
  const { shape } = kind.wire.flat
  const parameters = Object.keys(shape)
  route(
    app,
    {
      get: `/insights/${path}/`,
      call: get,
      summary: `Compute ${noun} from query parameters`,
      ...COMPUTED,
      query: Format.extend(shape).extend(RefreshParameters).loose(),
      answer: InsightBody,
      table: resultTable,
    },
    async (request, reply) => {
      const question = { project: projectOf(request), ...parseFlat(kind, request.query) }
      const answer = await answering.answer(question, {
        ...answerOptions(request.query, reply, 'blocking'),
        // A table without numbers would be empty, so that it is never returned before they are computed.
        whenMissing: request.query.format === 'csv' ? 'compute' : 'null',
      })
      const filters = { insight: kind.names.filter, ...askedParameters(request.query, parameters) }
      return { ...answeredInsight(projectOf(request), answer), filters }
    },
  )
}

/** A query in the body, in any form of an Insight or as parameters; the response is an Insight that is not saved. */
function postInsightRoute(app: FastifyInstance, { answering }: ComputeDeps, call: Call): void {
  const { kind, path, noun, post, Request } = call
  route(
    app,
    {
      post: `/insights/${path}/`,
      call: post,
      summary: `Compute ${noun}`,
      ...COMPUTED,
      query: ADDRESS.loose(),
      body: Request,
      answer: InsightBody,
      table: resultTable,
      preValidation: addressIntoBody(Object.keys(ADDRESS.shape)),
    },
    async (request, reply) => {
      const { parsed, shown } = askedInsight(kind, request.body)
      const question = { project: projectOf(request), ...parsed }
      const answer = await answering.answer(question, {
        ...answerOptions({ ...request.query, ...request.body }, reply, 'blocking'),
        whenMissing: 'compute',
      })
      return { ...answeredInsight(projectOf(request), answer), ...shown }
    },
  )
}

/** The body of an Insight that is not saved, with its result. */
const answeredInsight = (
  { id, role }: ReturnType<typeof projectOf>,
  { result, isCached, job, warnings }: Awaited<ReturnType<Answering['answer']>>,
) =>
  emptyInsightBody(role, {
    ...shownResult(result, id, isCached),
    warnings,
    queryStatus: job === null ? null : toQueryStatus(job),
  })

/** A query in the body; the response is the contract's computation result. */
function postRoute(
  app: FastifyInstance,
  { answering }: ComputeDeps,
  call: Call,
  { Answer, toAnswer }: NonNullable<Call['computed']>,
): void {
  const { kind, path, noun, post, Request } = call
  route(
    app,
    {
      post: `/insights/${path}/`,
      call: post,
      summary: `Compute ${noun}`,
      ...COMPUTED,
      query: ADDRESS.loose(),
      body: Request,
      answer: Answer,
      table: (body: object) => kind.table((body as { result: unknown[] }).result),
      preValidation: addressIntoBody(Object.keys(ADDRESS.shape)),
    },
    async (request, reply) => {
      const question = { project: projectOf(request), ...parseFlat(kind, request.body) }
      const { result, isCached, warnings } = await answering.answer(question, {
        ...answerOptions({ ...request.query, ...request.body }, reply, 'blocking'),
        whenMissing: 'compute',
      })
      const envelope = {
        is_cached: isCached,
        last_refresh: result.refreshedAt,
        timezone: result.timezone,
      }
      return { ...envelope, ...toAnswer(shownItems(result, question.project.id)), ...warningsField(warnings) }
    },
  )
}

/** The parameters of the query, in the form of an insight's `filters`. */
function askedParameters(query: JsonObject, parameters: readonly string[]): JsonObject {
  const given = Object.entries(query).filter(
    ([name, value]) => value !== undefined && parameters.includes(name),
  )
  return Object.fromEntries(given.map(([name, value]) => [name, parsedIfJson(value)]))
}

// Objects and lists are JSON text in a query string. Any other text stays as it is.
function parsedIfJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
