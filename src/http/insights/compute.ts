import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { computationErrors } from '#contract/error-body.ts'
import { InsightBody } from '#contract/insight.ts'
import { ProjectPath } from '#contract/paths.ts'
import { AskParameters } from '#contract/refresh.ts'
import { Format } from '#contract/text.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { resultTable } from '#http/server/csv/result-table.ts'
import type { Answering } from '#insights/answering/answering.ts'
import type { ComputeCalls, InsightKind } from '#insights/kind.ts'
import { KINDS, parseFlat } from '#insights/registry.ts'
import { isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { emptyInsightBody, shownItems, shownResult } from './insight-body.ts'
import { queryStatus } from './query-status.ts'
import { answerOptions } from './read-options.ts'

interface ComputeDeps {
  readonly answering: Answering
}

/** The calls that compute a question which is not saved: one GET and one POST for each kind that has them. */
export function computeRoutes(deps: ComputeDeps): FastifyPluginAsyncZod {
  return async (app) => {
    for (const kind of KINDS) {
      if (kind.calls === null) continue
      await app.register(getRoute(deps, kind, kind.calls))
      await app.register(postRoute(deps, kind, kind.calls))
    }
  }
}

/** The question in the address, answered as an Insight that is not saved. */
function getRoute(
  { answering }: ComputeDeps,
  kind: InsightKind,
  { path }: ComputeCalls<unknown>,
): FastifyPluginAsyncZod {
  const parameters = Object.keys(kind.wire.flat.shape)
  return async (app) => {
    app.get(
      `/insights/${path}/`,
      {
        config: { scope: 'insight:read', csv: resultTable },
        schema: {
          tags: ['insights'],
          params: ProjectPath,
          querystring: Format.extend(kind.wire.flat.shape).extend(AskParameters).loose(),
          response: { 200: InsightBody, ...computationErrors },
        },
      },
      async (request, reply) => {
        const question = { project: projectOf(request), ...parseFlat(kind, request.query) }
        const { result, isCached, job } = await answering.answer(question, {
          ...answerOptions(request.query, reply, 'blocking'),
          // A table is nothing but the numbers.
          whenMissing: request.query.format === 'csv' ? 'compute' : 'null',
        })
        const computation = {
          ...shownResult(result, isCached),
          queryStatus: job === null ? null : queryStatus(job),
        }
        const filters = { insight: kind.names.filter, ...askedParameters(request.query, parameters) }
        return { ...emptyInsightBody(projectOf(request).role, computation), filters }
      },
    )
  }
}

/** The question in the body, answered with the contract's computation result. */
function postRoute(
  { answering }: ComputeDeps,
  kind: InsightKind,
  { path, schemaName, answer, toAnswer }: ComputeCalls<unknown>,
): FastifyPluginAsyncZod {
  const Envelope = { is_cached: z.boolean(), last_refresh: z.string(), timezone: z.string() }
  const Answer = z.object({ ...Envelope, ...answer }).meta({ id: `${schemaName}Result` })
  return async (app) => {
    app.post(
      `/insights/${path}/`,
      {
        config: {
          scope: 'insight:read',
          csv: (body) => kind.table((body as { result: unknown[] }).result),
        },
        preValidation: takeAddressIntoBody,
        schema: {
          tags: ['insights'],
          params: ProjectPath,
          querystring: Format.extend(AskParameters).loose(),
          body: kind.wire.flat.extend(AskParameters).meta({ id: `${schemaName}Request` }),
          response: { 200: Answer, ...computationErrors },
        },
      },
      async (request, reply) => {
        const question = { project: projectOf(request), ...parseFlat(kind, request.body) }
        const { result, isCached } = await answering.answer(question, {
          ...answerOptions(request.body, reply, 'blocking'),
          whenMissing: 'compute',
        })
        const envelope = {
          is_cached: isCached,
          last_refresh: result.refreshedAt,
          timezone: result.timezone,
        }
        return { ...envelope, ...toAnswer(shownItems(result)) }
      },
    )
  }
}

// Parameters of the address count where the body has none of their name: both are checked as one.
async function takeAddressIntoBody(request: FastifyRequest): Promise<void> {
  const { body, query } = request
  if (isJsonObject(body)) request.body = { ...(query as JsonObject), ...body }
}

/** The question as it was asked, in the form in which an insight keeps it. */
function askedParameters(query: JsonObject, parameters: readonly string[]): JsonObject {
  const given = Object.entries(query).filter(
    ([name, value]) => value !== undefined && parameters.includes(name),
  )
  return Object.fromEntries(given.map(([name, value]) => [name, fromJsonText(value)]))
}

// Structured values are JSON text in an address. Words and numbers that are not stay as they were sent.
function fromJsonText(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
