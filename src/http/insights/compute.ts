import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { InsightBody } from '#contract/insight.ts'
import { ProjectPath } from '#contract/paths.ts'
import { RefreshParameters } from '#contract/refresh.ts'
import { Format } from '#contract/text.ts'
import { WARNINGS, warningsField } from '#contract/warning.ts'
import { addressIntoBody } from '#http/server/address-into-body.ts'
import { addressValues } from '#http/server/address-values.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { isCsvAsked } from '#http/server/csv/send-csv.ts'
import { linkWith } from '#http/server/links.ts'
import { route } from '#http/server/route.ts'
import type { Answering } from '#insights/answering/answering.ts'
import type { CachedResult } from '#insights/answering/cached-result.ts'
import type { ComputeCalls, InsightKind } from '#insights/kind/kind.ts'
import { KINDS, kindAskedOf, kindsAnsweredBy, nextPageOf } from '#insights/questions/find-kind.ts'
import { type ParsedQuestion, parseFlat } from '#insights/questions/parse-question.ts'
import type { InsightQuery } from '#query/insight-query.ts'
import type { JsonObject } from '#shared/json-value.ts'
import { parseValue } from '#shared/parse-value.ts'
import { answerInsight, sendAnswerTable } from './answer-insight.ts'
import { askedFilters } from './asked-filters.ts'
import { shownItems } from './insight-body.ts'
import { questionOfBody, SAVED_FORMS } from './question-of-body.ts'
import { answerOptions } from './result-options.ts'

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
type ResultCall = Extract<Call, { readonly Answer: unknown }>

/**
 * The parameters that a POST reads from its address. All other parameters in the address belong to the
 * query and count as fields of the body.
 */
const ADDRESS = Format.extend(RefreshParameters)

// The calls are made at module level, because a schema with an id can be made only once, and the routes are
// registered under several prefixes.
const CALLS = KINDS.flatMap((kind) => (kind.calls === null ? [] : [callOf(kind, kind.calls)]))

function callOf(kind: InsightKind, calls: ComputeCalls<InsightQuery, unknown>) {
  const { schemaName } = calls
  const example = kind.cells?.example.question
  const Flat = kind.wire.flat.extend(RefreshParameters)
  // The schema is loose so that an unknown key can be refused with the nearest known name.
  const Request = (calls.answer === null ? Flat.extend(SAVED_FORMS) : Flat)
    .loose()
    .meta({ id: `${schemaName}Request` })
  if (calls.answer === null) return { ...calls, kind, example, Request }
  const Envelope = { is_cached: z.boolean(), last_refresh: z.string().nullable(), timezone: z.string() }
  const Item = z.union(kindsAnsweredBy(kind).map(({ wire }) => wire.item))
  const result = kindsAnsweredBy(kind).length > 1 ? { result: z.array(Item) } : {}
  const Answer = z
    .object({ ...Envelope, ...calls.answer, ...result, ...WARNINGS })
    .meta({ id: `${schemaName}Result` })
  return { ...calls, kind, example, Request, Answer }
}

/**
 * Registers the calls that compute a query without saving it: a GET and a POST for each kind that has them.
 */
export function computeRoutes(app: FastifyInstance, deps: ComputeDeps): void {
  for (const call of CALLS) {
    getRoute(app, deps, call)
    if ('Answer' in call) postRoute(app, deps, call)
    else postForInsight(app, deps, call)
  }
}

/**
 * Parses flat parameters as a question of the kind that the parameters name.
 * @throws RequestError
 */
function parseAsked(
  call: InsightKind,
  flat: JsonObject,
): { readonly kind: InsightKind; readonly parsed: ParsedQuestion } {
  const kind = kindAskedOf(call, flat)
  const parameters = kind === call ? flat : parseValue(kind.wire.flat.loose(), flat)
  return { kind, parsed: parseFlat(kind, parameters) }
}

/**
 * Registers the call that has its query in the query string. The response is an Insight that is not saved.
 */
function getRoute(
  app: FastifyInstance,
  { answering }: ComputeDeps,
  { kind, path, noun, get, example }: Call,
): void {
  const { shape } = kind.wire.flat
  route(
    app,
    {
      get: `/insights/${path}/`,
      call: get,
      summary: `Compute ${noun} from query parameters`,
      ...(example && { example: { query: addressValues(example) } }),
      ...COMPUTED,
      query: Format.extend(shape).extend(RefreshParameters).loose(),
      answer: InsightBody,
    },
    (request, reply) => {
      const { kind: asks, parsed } = parseAsked(kind, request.query)
      const asked = { filters: askedFilters(asks, request.query), query: null }
      const nextOf = asks.nextPage && ((result: CachedResult) => nextLink(request, result))
      const question = { parsed, asked, parameters: request.query, nextOf }
      return answerInsight(answering, request, question, reply)
    },
  )
}

/** Returns the address of the next rows after the rows of a result; null if there are no more rows. */
function nextLink(request: FastifyRequest, result: CachedResult): string | null {
  const parameters = nextPageOf(result)
  return parameters && linkWith(request, parameters)
}

/** Registers a call that has its query in the body. The response is an Insight that is not saved. */
function postForInsight(
  app: FastifyInstance,
  { answering }: ComputeDeps,
  { kind, path, noun, post, example, Request }: Call,
): void {
  route(
    app,
    {
      post: `/insights/${path}/`,
      call: post,
      summary: `Compute ${noun}`,
      ...(example && { example: { body: example } }),
      ...COMPUTED,
      query: ADDRESS.loose(),
      body: Request,
      answer: InsightBody,
      preValidation: addressIntoBody(Object.keys(ADDRESS.shape)),
    },
    (request, reply) => {
      const parameters = { ...request.query, ...request.body }
      const question = questionOfBody(kind, request.body)
      return answerInsight(answering, request, { ...question, parameters }, reply)
    },
  )
}

/**
 * Registers a call that has its query in the body. The response is the result in the form that the contract
 * has for this call.
 */
function postRoute(app: FastifyInstance, { answering }: ComputeDeps, call: ResultCall): void {
  const { kind, path, noun, post, example, Request, Answer, toAnswer } = call
  route(
    app,
    {
      post: `/insights/${path}/`,
      call: post,
      summary: `Compute ${noun}`,
      ...(example && { example: { body: example } }),
      ...COMPUTED,
      query: ADDRESS.loose(),
      body: Request,
      answer: Answer,
      preValidation: addressIntoBody(Object.keys(ADDRESS.shape)),
    },
    async (request, reply) => {
      const project = projectOf(request)
      const question = { project, ...parseAsked(kind, request.body).parsed }
      const options = answerOptions({ ...request.query, ...request.body }, reply, 'blocking')
      if (isCsvAsked(request.query)) return sendAnswerTable(answering, question, options, request, reply)
      // The result may be missing only if the client asks for no computation.
      const { result, isCached, warnings } = await answering.answer(question, {
        ...options,
        whenMissing: options.refresh === 'none' ? 'null' : 'compute',
      })
      const items = result === null ? [] : await shownItems(result, project.id)
      return {
        is_cached: isCached,
        last_refresh: result?.refreshedAt ?? null,
        timezone: result?.timezone ?? project.timezone,
        ...toAnswer(items, result && nextLink(request, result), question.query),
        ...warningsField([...warnings, ...(options.warnings ?? [])]),
      }
    },
  )
}
