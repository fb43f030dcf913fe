import type { InsightBody } from '#contract/insight.ts'
import type { BodyForm } from '#http/server/body-form.ts'
import type { Answers } from '#insights/answers.ts'
import type { AskedProject } from '#insights/ask.ts'
import type { KeptAnswer } from '#insights/kept-answer.ts'
import type { Refresh } from '#insights/refresh.ts'
import type { UserStore } from '#metadata/access/user-store.ts'
import type { Insight } from '#metadata/insights/insight.ts'
import type { InsightStore } from '#metadata/insights/insight-store.ts'
import type { AnswerPointers } from '#metadata/results/answer-pointers.ts'
import { readSavedQuestion } from '#query/saved-question.ts'
import type { Clock } from '#shared/clock.ts'
import { notFound } from '#shared/request-error.ts'
import { type ShownComputation, shownAnswer, toInsightBody } from './insight-body.ts'
import { queryStatus } from './query-status.ts'

export interface InsightReadDeps {
  readonly insights: InsightStore
  readonly answers: Answers
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
export interface ReadOptions {
  readonly refresh: Refresh
  readonly clientQueryId?: string | undefined
  /** Aborts when nobody waits any more. */
  readonly signal?: AbortSignal | undefined
  /** Told of each failure in whose place the last answer is shown. */
  readonly onFailure?: (error: unknown) => void
}
/** With its last answer, and nothing computed. */
export const AS_IT_IS: ReadOptions = { refresh: 'none' }

/** An insight where it is read: by itself, or on a dashboard that asks its question with filters of its own. */
export interface ReadPlace {
  readonly project: AskedProject
  /** As it is shown and asked there, with the answer that was last shown there. */
  readonly insight: Insight
  /** Makes an answer the one that is shown there. */
  point(key: string): Promise<void>
}

/** One insight's body, computed now where that is asked, else with its last answer. */
export const readInsight = (
  deps: InsightReadDeps,
  project: AskedProject,
  insight: Insight,
  options: ReadOptions,
  form: BodyForm,
): Promise<InsightBody> => {
  const point = (key: string) => deps.answerPointers.ofInsight(insight, key)
  return readAt(deps, { project, insight, point }, options, form)
}

/** As {@link readInsight}, at any place. @throws RequestError for a question that cannot be answered. */
export async function readAt(
  deps: InsightReadDeps,
  place: ReadPlace,
  options: ReadOptions,
  form: BodyForm,
): Promise<InsightBody> {
  const { insight } = place
  const computation = await computationAt(deps, place, options)
  return toInsightBody({ insight, users: await usersOf(deps, [insight]), computation }, form)
}

async function computationAt(
  deps: InsightReadDeps,
  { project, insight, point }: ReadPlace,
  options: ReadOptions,
): Promise<Partial<ShownComputation>> {
  const last = async () => (await answersOf(deps, [insight])).get(insight.answerKey ?? '') ?? null
  if (options.refresh === 'none') return shownAnswer(await last())
  const query = readSavedQuestion(insight)
  const onKept = async (key: string) => (key === insight.answerKey ? undefined : point(key))
  const { shown, isCached, job } = await deps.answers.ask(
    { project, query },
    { ...options, insightId: insight.id, onKept },
  )
  return {
    ...(shown === null ? shownAnswer(await last()) : shownAnswer(shown, isCached)),
    queryStatus: job === null ? null : queryStatus(job),
  }
}

/** Bodies with the last computed answers, or without any. */
export async function bodiesOf(
  deps: InsightReadDeps,
  insights: readonly Insight[],
  form: BodyForm,
  withAnswers = true,
): Promise<InsightBody[]> {
  const users = await usersOf(deps, insights)
  const answers = withAnswers ? await answersOf(deps, insights) : new Map<string, KeptAnswer>()
  return insights.map((insight) => {
    const computation = shownAnswer(answers.get(insight.answerKey ?? '') ?? null)
    return toInsightBody({ insight, users, computation }, form)
  })
}

// All insights of a page are one project's.
async function answersOf({ answers }: InsightReadDeps, insights: readonly Insight[]) {
  const keys = insights.flatMap(({ answerKey }) => (answerKey === null ? [] : [answerKey]))
  return answers.kept(insights[0]?.projectId ?? 0, [...new Set(keys)])
}

const usersOf = ({ users }: InsightReadDeps, insights: readonly Insight[]) =>
  users.byIds([...new Set(insights.flatMap((one) => [one.createdBy, one.lastModifiedBy]))])
