import type { FastifyReply } from 'fastify'
import type { InsightBody } from '#contract/insight.ts'
import type { Answering } from '#insights/answering/answering.ts'
import type { CachedResult } from '#insights/answering/cached-result.ts'
import type { ParsedQuestion } from '#insights/questions/parse-question.ts'
import type { MembersProject } from '#metadata/projects/project-store.ts'
import type { JsonObject } from '#shared/json-value.ts'
import { emptyInsightBody, shownResult } from './insight-body.ts'
import { toQueryStatus } from './query-status.ts'
import { answerOptions, type RefreshFields } from './result-options.ts'

interface AskedForInsight {
  readonly parsed: ParsedQuestion
  /** The question as it was sent. The body repeats it. */
  readonly asked: { readonly filters: JsonObject; readonly query: JsonObject | null }
  /**
   * Returns the address of the rows that follow the rows of the answer; null if there are no more rows.
   * Absent for kinds without further pages.
   */
  readonly nextOf?: ((result: CachedResult) => string | null) | undefined
  readonly parameters: RefreshFields & { readonly format?: 'csv' | 'json' | undefined }
}

/** Answers a question with the body of an Insight that is not saved. */
export async function answerInsight(
  answering: Answering,
  project: MembersProject,
  { parsed, asked, parameters, nextOf }: AskedForInsight,
  reply: FastifyReply,
): Promise<InsightBody> {
  const options = answerOptions(parameters, reply, 'blocking')
  const { result, isCached, job, warnings } = await answering.answer(
    { project, ...parsed },
    {
      ...options,
      // A table without numbers would be empty, so it is never sent before they are computed.
      whenMissing: parameters.format === 'csv' ? 'compute' : 'null',
    },
  )
  const computation = {
    ...(await shownResult(result, project.id, isCached)),
    warnings: [...warnings, ...(options.warnings ?? [])],
    queryStatus: job === null ? null : toQueryStatus(job),
  }
  const next = nextOf && { next: result === null ? null : nextOf(result) }
  return { ...emptyInsightBody(project, computation), ...asked, ...next }
}
