import type { InsightBody } from '#contract/insight.ts'
import type { Role } from '#contract/roles.ts'
import type { Answering, AnswerOptions } from '#insights/answering/answering.ts'
import type { CachedResult } from '#insights/answering/cached-result.ts'
import type { QuestionProject } from '#insights/answering/question.ts'
import { parseSaved } from '#insights/registry.ts'
import type { UserStore } from '#metadata/access/user-store.ts'
import type { Insight } from '#metadata/insights/insight.ts'
import type { InsightStore } from '#metadata/insights/insight-store.ts'
import type { ShownResults } from '#metadata/results/shown-results.ts'
import type { Clock } from '#shared/clock.ts'
import { notFound } from '#shared/request-error.ts'
import { hasQuery, type ShownComputation, shownResult, toInsightBody } from './insight-body.ts'
import { toQueryStatus } from './query-status.ts'

export interface InsightDeps {
  readonly insights: InsightStore
  readonly answering: Answering
  readonly shownResults: ShownResults
  readonly users: Pick<UserStore, 'byIds'>
  readonly clock: Clock
}

/** By number or short id. @throws RequestError `not_found` for an insight that is unknown, deleted or of another project. */
export async function findLiveInsight(deps: InsightDeps, projectId: number, id: string): Promise<Insight> {
  const insight = await deps.insights.find(projectId, id)
  if (insight === null || insight.deleted) throw notFound()
  return insight
}

/** How new the result of an insight has to be. */
export interface ResultOptions extends Omit<AnswerOptions, 'insightId' | 'onCached'> {
  /** Called with a failure that is replaced by the last result. */
  readonly onFailure?: (error: unknown) => void
}
/** The last result, without a computation. */
export const LAST_RESULT: ResultOptions = { refresh: 'none', whenMissing: 'null' }

/** An insight by itself, or on a dashboard with filters of its own. */
export interface InsightPlace {
  readonly project: QuestionProject
  /** With the filters of the place, and the key of the result that was last shown there. */
  readonly insight: Insight
  /** Stores the key of the result that is shown there. */
  point(key: string): Promise<void>
}

/** The body of an insight, with a result as new as the options require. */
export const insightWithResult = (
  deps: InsightDeps,
  project: QuestionProject,
  insight: Insight,
  options: ResultOptions,
  role: Role,
): Promise<InsightBody> => {
  const point = (key: string) => deps.shownResults.ofInsight(insight, key)
  return insightAt(deps, { project, insight, point }, options, role)
}

/** The same at any place. @throws RequestError for a query that cannot be computed. */
export async function insightAt(
  deps: InsightDeps,
  place: InsightPlace,
  options: ResultOptions,
  role: Role,
): Promise<InsightBody> {
  const { insight } = place
  const computation = await computationAt(deps, place, options)
  return toInsightBody({ insight, users: await usersOf(deps, [insight]), computation }, role)
}

async function computationAt(
  deps: InsightDeps,
  { project, insight, point }: InsightPlace,
  options: ResultOptions,
): Promise<Partial<ShownComputation>> {
  const last = async () => (await resultsOf(deps, [insight])).get(insight.answerKey ?? '') ?? null
  const shown = options.refresh === 'none' ? await last() : null
  const isAsked = options.refresh !== 'none' || (options.whenMissing === 'compute' && hasQuery(insight))
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
    queryStatus: job === null ? null : toQueryStatus(job),
  }
}

/** Bodies with the last results, or without results. */
export async function withLastResults(
  deps: InsightDeps,
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

// All insights of a page are of one project.
async function resultsOf({ answering }: InsightDeps, insights: readonly Insight[]) {
  const keys = insights.flatMap(({ answerKey }) => (answerKey === null ? [] : [answerKey]))
  return answering.cached(insights[0]?.projectId ?? 0, [...new Set(keys)])
}

const usersOf = ({ users }: InsightDeps, insights: readonly Insight[]) =>
  users.byIds([...new Set(insights.flatMap((one) => [one.createdBy, one.lastModifiedBy]))])
