import type { InsightBody } from '#contract/insight.ts'
import type { Role } from '#contract/roles.ts'
import type { Answering, AnswerOptions } from '#insights/answering/answering.ts'
import type { CachedResult } from '#insights/answering/cached-result.ts'
import type { QuestionProject } from '#insights/answering/question.ts'
import { parseSaved } from '#insights/registry.ts'
import type { UserStore } from '#metadata/access/user-store.ts'
import type { Insight } from '#metadata/insights/insight.ts'
import type { InsightStore } from '#metadata/insights/insight-store.ts'
import type { AnswerPointers } from '#metadata/results/answer-pointers.ts'
import type { Clock } from '#shared/clock.ts'
import { notFound } from '#shared/request-error.ts'
import { hasQuestion, type ShownComputation, shownResult, toInsightBody } from './insight-body.ts'
import { queryStatus } from './query-status.ts'

export interface InsightReadDeps {
  readonly insights: InsightStore
  readonly answering: Answering
  readonly answerPointers: AnswerPointers
  readonly users: Pick<UserStore, 'byIds'>
  readonly clock: Clock
}

/** By number or short id. @throws RequestError `not_found` for an unknown, a foreign and a deleted insight alike. */
export async function liveInsight(deps: InsightReadDeps, projectId: number, id: string): Promise<Insight> {
  const insight = await deps.insights.find(projectId, id)
  if (insight === null || insight.deleted) throw notFound()
  return insight
}

/** How an insight is read. */
export interface ReadOptions extends Omit<AnswerOptions, 'insightId' | 'onCached'> {
  /** Told of each failure in whose place the last answer is shown. */
  readonly onFailure?: (error: unknown) => void
}
/** With its last answer, and nothing computed. */
export const AS_IT_IS: ReadOptions = { refresh: 'none', whenMissing: 'null' }

/** An insight where it is read: by itself, or on a dashboard that asks its question with filters of its own. */
export interface ReadPlace {
  readonly project: QuestionProject
  /** As it is shown and asked there, with the answer that was last shown there. */
  readonly insight: Insight
  /** Makes an answer the one that is shown there. */
  point(key: string): Promise<void>
}

/** One insight's body, computed now where that is asked, else with its last answer. */
export const readInsight = (
  deps: InsightReadDeps,
  project: QuestionProject,
  insight: Insight,
  options: ReadOptions,
  role: Role,
): Promise<InsightBody> => {
  const point = (key: string) => deps.answerPointers.ofInsight(insight, key)
  return readAt(deps, { project, insight, point }, options, role)
}

/** As {@link readInsight}, at any place. @throws RequestError for a question that cannot be answered. */
export async function readAt(
  deps: InsightReadDeps,
  place: ReadPlace,
  options: ReadOptions,
  role: Role,
): Promise<InsightBody> {
  const { insight } = place
  const computation = await computationAt(deps, place, options)
  return toInsightBody({ insight, users: await usersOf(deps, [insight]), computation }, role)
}

async function computationAt(
  deps: InsightReadDeps,
  { project, insight, point }: ReadPlace,
  options: ReadOptions,
): Promise<Partial<ShownComputation>> {
  const last = async () => (await resultsOf(deps, [insight])).get(insight.answerKey ?? '') ?? null
  const shown = options.refresh === 'none' ? await last() : null
  const isAsked = options.refresh !== 'none' || (options.whenMissing === 'compute' && hasQuestion(insight))
  if (shown !== null || !isAsked) return shownResult(shown)
  const { result, isCached, job } = await deps.answering.answer(
    { project, ...parseSaved(insight) },
    {
      ...options,
      refresh: options.refresh === 'none' ? 'blocking' : options.refresh,
      insightId: insight.id,
      onCached: async (key: string) => (key === insight.answerKey ? undefined : point(key)),
    },
  )
  return {
    ...(result === null ? shownResult(await last()) : shownResult(result, isCached)),
    queryStatus: job === null ? null : queryStatus(job),
  }
}

/** Bodies with the last computed answers, or without any. */
export async function bodiesOf(
  deps: InsightReadDeps,
  insights: readonly Insight[],
  role: Role,
  withAnswers = true,
): Promise<InsightBody[]> {
  const users = await usersOf(deps, insights)
  const results = withAnswers ? await resultsOf(deps, insights) : new Map<string, CachedResult>()
  return insights.map((insight) => {
    const computation = shownResult(results.get(insight.answerKey ?? '') ?? null)
    return toInsightBody({ insight, users, computation }, role)
  })
}

// All insights of a page are one project's.
async function resultsOf({ answering }: InsightReadDeps, insights: readonly Insight[]) {
  const keys = insights.flatMap(({ answerKey }) => (answerKey === null ? [] : [answerKey]))
  return answering.cached(insights[0]?.projectId ?? 0, [...new Set(keys)])
}

const usersOf = ({ users }: InsightReadDeps, insights: readonly Insight[]) =>
  users.byIds([...new Set(insights.flatMap((one) => [one.createdBy, one.lastModifiedBy]))])
