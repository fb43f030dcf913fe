import type { FastifyReply, FastifyRequest } from 'fastify'
import type { InsightBody } from '#contract/insight.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { isCsvAsked, tableFile } from '#http/server/csv/send-csv.ts'
import type { Answering, AnswerOptions } from '#insights/answering/answering.ts'
import type { CachedResult } from '#insights/answering/cached-result.ts'
import type { ClientQuestion } from '#insights/answering/question.ts'
import type { ParsedQuestion } from '#insights/questions/parse-question.ts'
import type { JsonObject } from '#shared/json-value.ts'
import { emptyInsightBody, shownResult } from './insight-body.ts'
import { toQueryStatus } from './query-status.ts'
import { answerOptions, type RefreshFields } from './result-options.ts'
import { resultTable } from './result-table.ts'

interface AskedForInsight {
  readonly parsed: ParsedQuestion
  /** The question as it was sent, which the response body repeats. */
  readonly asked: { readonly filters: JsonObject; readonly query: JsonObject | null }
  /**
   * Returns the address of the next rows after the rows of the answer; null if there are no more rows.
   * Absent for kinds that have no further pages.
   */
  readonly nextOf?: ((result: CachedResult) => string | null) | undefined
  readonly parameters: RefreshFields
}

/**
 * Answers a question with the body of an Insight that is not saved, or with the table of the answer as CSV.
 */
export async function answerInsight(
  answering: Answering,
  request: FastifyRequest,
  { parsed, asked, parameters, nextOf }: AskedForInsight,
  reply: FastifyReply,
): Promise<InsightBody | FastifyReply> {
  const project = projectOf(request)
  const options = answerOptions(parameters, reply, 'blocking')
  const question = { project, ...parsed }
  if (isCsvAsked(request.query)) return sendAnswerTable(answering, question, options, request, reply)
  const { result, isCached, job, warnings } = await answering.answer(question, {
    ...options,
    whenMissing: 'null',
  })
  const computation = {
    ...(await shownResult(result, project.id, isCached)),
    warnings: [...warnings, ...(options.warnings ?? [])],
    queryStatus: job === null ? null : toQueryStatus(job),
  }
  const next = nextOf && { next: result === null ? null : nextOf(result) }
  return { ...emptyInsightBody(project, computation), ...asked, ...next }
}

/**
 * Sends the table of an answer as CSV. A missing answer is always computed first, because its table would
 * otherwise be empty.
 */
export async function sendAnswerTable(
  answering: Answering,
  question: ClientQuestion,
  options: Omit<AnswerOptions, 'whenMissing'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { result } = await answering.answer(question, { ...options, whenMissing: 'compute' })
  return reply.send(tableFile(request, reply, resultTable(result)))
}
