import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { FunnelRequest, TrendRequest } from '#contract/computation.ts'
import { computationErrors } from '#contract/error-body.ts'
import { type ComputedFields, insightBody } from '#contract/insight.ts'
import { ProjectPath } from '#contract/paths.ts'
import { Format } from '#contract/text.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { bodyForm } from '#http/server/body-form.ts'
import { resultTable } from '#http/server/csv/result-table.ts'
import type { Answers } from '#insights/answers.ts'
import { readFunnelParameters, readTrendParameters } from '#query/flat-parameters.ts'
import { FunnelParameters, TrendParameters } from '#query/flat-schema.ts'
import type { InsightQuery } from '#query/insight-query.ts'
import { readValue } from '#shared/read-value.ts'
import { emptyInsightBody, shownAnswer } from './insight-body.ts'
import { queryStatus } from './query-status.ts'
import { readOptions } from './read-options.ts'

interface Kind {
  readonly url: string
  readonly insight: string
  readonly request: typeof TrendRequest | typeof FunnelRequest
  /** What of the request is the question. */
  readonly parameters: z.ZodObject
  readonly read: (asked: unknown) => InsightQuery
}

const KINDS: readonly Kind[] = [
  {
    url: '/insights/trend/',
    insight: 'TRENDS',
    request: TrendRequest,
    parameters: TrendParameters,
    read: readTrendParameters,
  },
  {
    url: '/insights/funnel/',
    insight: 'FUNNELS',
    request: FunnelRequest,
    parameters: FunnelParameters,
    read: readFunnelParameters,
  },
]

/** Calls 11 and 21: a question in the address, answered as an Insight that is not saved. */
export function insightComputeGetRoutes(
  deps: { readonly answers: Answers },
  computedFields: ComputedFields,
): FastifyPluginAsyncZod {
  const Insight = insightBody(computedFields)
  return async (app) => {
    for (const { url, insight, request: Request, parameters, read } of KINDS)
      app.get(
        url,
        {
          config: { scope: 'insight:read', csv: resultTable },
          schema: {
            tags: ['insights'],
            params: ProjectPath,
            querystring: Format.extend(Request.shape).loose(),
            response: { 200: Insight, ...computationErrors },
          },
        },
        async (request, reply) => {
          const options = readOptions(request.query, reply)
          const refresh = options.refresh === 'none' ? 'blocking' : options.refresh
          // A table is nothing but the numbers.
          const ask = request.query.format === 'csv' ? deps.answers.answer : deps.answers.ask
          const question = { project: projectOf(request), query: read(request.query) }
          const { shown, isCached, job } = await ask(question, { ...options, refresh })
          const status = job === null ? null : queryStatus(job)
          const computation = { ...shownAnswer(shown, isCached), queryStatus: status }
          const filters = { insight, ...askedParameters(parameters, request.query) }
          return { ...emptyInsightBody(bodyForm(request, computedFields), computation), filters }
        },
      )
  }
}

/** The question as it was asked, in the form in which an insight keeps it. */
function askedParameters(parameters: z.ZodObject, query: unknown): Record<string, unknown> {
  const given = Object.entries(readValue(parameters, query)).filter(([, value]) => value !== undefined)
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
