import type { Answers } from '../insights/answers.ts'
import type { AskedProject } from '../insights/ask.ts'
import type { Refresh } from '../insights/refresh.ts'
import type { AnswerPointers } from '../metadata/answer-pointers.ts'
import type { Insight } from '../metadata/insight.ts'
import type { InsightStore } from '../metadata/insight-store.ts'
import type { UserStore } from '../metadata/user-store.ts'
import { readSavedQuestion } from '../query/saved-question.ts'
import type { Clock } from '../shared/clock.ts'
import { notFound } from '../shared/request-error.ts'
import type { ComputedFields, InsightBody } from './contract/insight.ts'
import { type ShownComputation, shownAnswer, toInsightBody } from './insight-body.ts'
import { queryStatus } from './query-status.ts'

export interface InsightReadDeps {
  readonly insights: InsightStore
  readonly answers: Answers
  readonly answerPointers: AnswerPointers
  readonly users: Pick<UserStore, 'byIds'>
  readonly clock: Clock
}

/** An insight of the project by number or short id, deleted or not. Every id is looked up together with its project. */
async function anyInsight(deps: InsightReadDeps, projectId: number, id: string): Promise<Insight> {
  const number = /^\d{1,9}$/.test(id) ? Number(id) : null
  const byNumber = number === null ? null : await deps.insights.find(projectId, number)
  const insight = byNumber ?? (await deps.insights.find(projectId, id))
  if (insight === null) throw notFound()
  return insight
}

/** @throws RequestError `not_found` for an unknown, a foreign and a deleted insight alike. */
export async function liveInsight(deps: InsightReadDeps, projectId: number, id: string): Promise<Insight> {
  const insight = await anyInsight(deps, projectId, id)
  if (insight.deleted) throw notFound()
  return insight
}

/** As {@link liveInsight}, but a request that restores finds a deleted one. */
export async function writableInsight(
  deps: InsightReadDeps,
  projectId: number,
  id: string,
  deleted: boolean | undefined,
): Promise<Insight> {
  return deleted === false ? anyInsight(deps, projectId, id) : liveInsight(deps, projectId, id)
}

/** How an insight is read. */
export interface ReadOptions {
  readonly refresh: Refresh
  readonly clientQueryId?: string | undefined
  /** Aborts when nobody waits any more. */
  readonly signal?: AbortSignal | undefined
}
/** With its last answer, and nothing computed. */
export const AS_IT_IS: ReadOptions = { refresh: 'none' }

/** Where an insight is read: by itself, or on a dashboard that asks its question with filters of its own. */
export interface ReadPlace {
  readonly project: AskedProject
  readonly insightId: number
  /** The saved question as it is asked there. */
  readonly question: { readonly filters: unknown; readonly query: unknown }
  /** The answer that was last shown there. */
  readonly answerKey: string | null
  /** Makes an answer the one that is shown there. */
  point(key: string): Promise<void>
}

/** One insight's body, computed now where that is asked, else with its last answer. */
export async function readInsight(
  deps: InsightReadDeps,
  project: AskedProject,
  insight: Insight,
  options: ReadOptions,
  computedFields: ComputedFields,
): Promise<InsightBody> {
  const computation = await computationAt(
    deps,
    {
      project,
      insightId: insight.id,
      question: insight,
      answerKey: insight.answerKey,
      point: (key) => deps.answerPointers.ofInsight(insight, key),
    },
    options,
  )
  const users = await usersOf(deps, [insight])
  return toInsightBody({ insight, users, computation }, computedFields)
}

/** What is shown of an insight's question at a place. @throws RequestError for a question that cannot be answered. */
export async function computationAt(
  deps: Pick<InsightReadDeps, 'answers'>,
  place: ReadPlace,
  options: ReadOptions,
): Promise<Partial<ShownComputation>> {
  const { project, insightId, question, answerKey, point } = place
  const last = async () => {
    if (answerKey === null) return null
    return (await deps.answers.kept(project.id, [answerKey])).get(answerKey) ?? null
  }
  if (options.refresh === 'none') return shownAnswer(await last())
  const query = readSavedQuestion(question)
  const outcome = await deps.answers.ask({ project, query }, { ...options, insightId, onKept: point })
  return {
    ...shownAnswer(outcome.shown ?? (await last()), outcome.shown === null || outcome.isCached),
    queryStatus: outcome.job === null ? null : queryStatus(outcome.job),
  }
}

/** Bodies with the last computed answers. */
export async function bodiesOf(
  deps: InsightReadDeps,
  insights: readonly Insight[],
  computedFields: ComputedFields,
): Promise<InsightBody[]> {
  const users = await usersOf(deps, insights)
  const answers = await answersOf(deps, insights)
  return insights.map((insight) => {
    const computation = shownAnswer(answers.get(insight.answerKey ?? '') ?? null)
    return toInsightBody({ insight, users, computation }, computedFields)
  })
}

// All insights of a page are one project's.
async function answersOf({ answers }: InsightReadDeps, insights: readonly Insight[]) {
  const keys = insights.flatMap(({ answerKey }) => (answerKey === null ? [] : [answerKey]))
  return answers.kept(insights[0]?.projectId ?? 0, [...new Set(keys)])
}

const usersOf = ({ users }: InsightReadDeps, insights: readonly Insight[]) =>
  users.byIds([...new Set(insights.flatMap((one) => [one.createdBy, one.lastModifiedBy]))])
