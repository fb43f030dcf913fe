import type { InsightBody } from '#contract/insight.ts'
import type { Warning } from '#contract/warning.ts'
import type { Answered, Answering, AnswerOptions } from '#insights/answering/answering.ts'
import type { CachedResult } from '#insights/answering/cached-result.ts'
import type { QuestionProject } from '#insights/answering/question.ts'
import { answerSaved } from '#insights/answering/saved-answer.ts'
import type { User, UserStore } from '#metadata/access/user-store.ts'
import type { Insight } from '#metadata/insights/insight.ts'
import type { InsightStore } from '#metadata/insights/insight-store.ts'
import type { MembersProject } from '#metadata/projects/project-store.ts'
import type { ShownResults } from '#metadata/results/shown-results.ts'
import type { Clock } from '#shared/clock.ts'
import { notFound } from '#shared/request-error.ts'
import { type Reader, shownResult, toInsightBody } from './insight-body.ts'
import { toQueryStatus } from './query-status.ts'

export interface InsightDeps {
  readonly insights: InsightStore
  readonly answering: Answering
  readonly shownResults: ShownResults
  readonly users: Pick<UserStore, 'byIds'>
  readonly clock: Clock
}

/**
 * Finds an insight by its number or short id.
 * @throws RequestError `not_found` for an insight that is unknown, deleted or of another project.
 */
export async function findLiveInsight(deps: InsightDeps, projectId: number, id: string): Promise<Insight> {
  const insight = await deps.insights.find(projectId, id)
  if (insight === null || insight.deleted) throw notFound()
  return insight
}

/** The options of a request for the result of an insight. They say how new the result must be. */
export interface ResultOptions extends Omit<AnswerOptions, 'insightId' | 'onCached'> {
  /** Warnings about the request itself. The body of each insight in the response has them. */
  readonly warnings?: readonly Warning[]
  /** Called with the error if the computation fails and the last result is shown in place of a new one. */
  readonly onFailure?: (error: unknown) => void
}
/** The options for showing the last result without computing anything. */
export const LAST_RESULT: ResultOptions = { refresh: 'none', whenMissing: 'null' }

/** Where an insight is shown: by itself, or on a dashboard, whose filters then apply to the insight. */
export interface InsightPlace {
  readonly project: QuestionProject
  /** Set if the readers have no access to the project. The result then has no links into the project. */
  readonly isPublic?: true
  /**
   * The insight with the filters of the dashboard, if there is one. Its `resultKey` is the key of the result
   * that was last shown there.
   */
  readonly insight: Insight
  /** Stores the key of the result that is shown there now. */
  point(key: string): Promise<void>
}

/** Returns the place of an insight that is shown by itself. */
export const placeOfInsight = (
  deps: InsightDeps,
  project: QuestionProject,
  insight: Insight,
): InsightPlace => ({ project, insight, point: (key) => deps.shownResults.ofInsight(insight, key) })

/** Returns the body of an insight with its last result. */
export const insightWithLastResult = async (
  deps: InsightDeps,
  project: MembersProject,
  insight: Insight,
): Promise<InsightBody> =>
  bodyOf(await insightAt(deps, placeOfInsight(deps, project, insight), LAST_RESULT), project)

/**
 * An insight with the result that is shown where the insight is: by itself or on a dashboard. The body, the
 * table or the picture is made from it.
 */
export interface ShownInsight extends Answered {
  readonly insight: Insight
  readonly users: ReadonlyMap<number, User>
  /** The project that the links of the body lead into; null for readers who have no access to the project. */
  readonly linkedProjectId: number | null
}

/**
 * Returns an insight with its result. `options` say how new the result must be.
 * @throws RequestError for a query that cannot be computed.
 */
export async function insightAt(
  deps: InsightDeps,
  { project, insight, point, isPublic }: InsightPlace,
  options: ResultOptions,
): Promise<ShownInsight> {
  const { resultKey } = insight
  const answered = await answerSaved(
    deps.answering,
    { project, saved: insight, resultKey },
    {
      ...options,
      insightId: insight.id,
      onCached: async (key: string) => (key === resultKey ? undefined : point(key)),
    },
  )
  return {
    ...answered,
    insight,
    users: await usersOf(deps, [insight]),
    linkedProjectId: isPublic ? null : project.id,
    warnings: [...answered.warnings, ...(options.warnings ?? [])],
  }
}

/** Makes the body of an insight. */
export async function bodyOf(
  { insight, users, linkedProjectId, result, isCached, job, warnings }: ShownInsight,
  reader: Reader,
): Promise<InsightBody> {
  const computation = {
    ...(await shownResult(result, linkedProjectId, isCached)),
    queryStatus: job === null ? null : toQueryStatus(job),
    warnings,
  }
  return toInsightBody({ insight, users, computation }, reader)
}

/** Returns the bodies of insights with their last results; without results if `withResults` is false. */
export async function withLastResults(
  deps: InsightDeps,
  insights: readonly Insight[],
  reader: Reader,
  withResults = true,
): Promise<InsightBody[]> {
  const users = await usersOf(deps, insights)
  const results = withResults ? await resultsOf(deps, insights) : new Map<string, CachedResult>()
  const bodies: InsightBody[] = []
  for (const insight of insights) {
    const computation = await shownResult(results.get(insight.resultKey ?? '') ?? null, insight.projectId)
    bodies.push(toInsightBody({ insight, users, computation }, reader))
  }
  return bodies
}

// All insights of a page belong to one project.
async function resultsOf({ answering }: InsightDeps, insights: readonly Insight[]) {
  const keys = insights.flatMap(({ resultKey }) => (resultKey === null ? [] : [resultKey]))
  return answering.cached(insights[0]?.projectId ?? 0, [...new Set(keys)])
}

const usersOf = ({ users }: InsightDeps, insights: readonly Insight[]) =>
  users.byIds([...new Set(insights.flatMap((one) => [one.createdBy, one.lastModifiedBy]))])
