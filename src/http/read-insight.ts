import type { Ask, AskedProject } from '../insights/ask.ts'
import type { Insight } from '../metadata/insight.ts'
import type { InsightResultStore } from '../metadata/insight-result-store.ts'
import type { InsightStore } from '../metadata/insight-store.ts'
import type { UserStore } from '../metadata/user-store.ts'
import { readSavedQuestion } from '../query/saved-question.ts'
import { type Clock, isoInstant } from '../shared/clock.ts'
import { notFound } from '../shared/request-error.ts'
import { answerItems } from './answer-body.ts'
import type { ComputedFields, InsightBody } from './contract/insight.ts'
import { toInsightBody } from './insight-body.ts'

export interface InsightReadDeps {
  readonly insights: InsightStore
  readonly results: InsightResultStore
  readonly users: Pick<UserStore, 'byIds'>
  readonly ask: Ask
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

const NOT_ASKED = ['false', '0', 'no', 'force_cache']

/** Whether `refresh` asks for a computation. A present but empty parameter does. */
export const isRefreshAsked = (refresh: string | undefined): boolean =>
  refresh !== undefined && !NOT_ASKED.includes(refresh.toLowerCase())

/** One insight's body, computed now where that is asked, else with its last answer. */
export async function readInsight(
  deps: InsightReadDeps,
  project: AskedProject,
  insight: Insight,
  refresh: boolean,
  computedFields: ComputedFields,
): Promise<InsightBody> {
  if (refresh) await compute(deps, project, insight)
  const [body] = await bodiesOf(deps, [insight], computedFields, !refresh)
  if (body === undefined) throw notFound()
  return body
}

async function compute(deps: InsightReadDeps, project: AskedProject, insight: Insight): Promise<void> {
  const query = readSavedQuestion(insight)
  const refreshedAt = isoInstant(deps.clock())
  const result = answerItems(query, await deps.ask(project, query))
  // The question may have changed while it was computed; the answer to the old one must not stand under the new one.
  const latest = await deps.insights.find(insight.projectId, insight.id)
  if (latest === null || !isSameQuestion(latest, insight)) return
  await deps.results.put(insight.id, { result, timezone: project.timezone, refreshedAt })
}

const isSameQuestion = (a: Insight, b: Insight): boolean =>
  JSON.stringify([a.query, a.filters]) === JSON.stringify([b.query, b.filters])

/** Bodies with the last computed answers. */
export async function bodiesOf(
  deps: InsightReadDeps,
  insights: readonly Insight[],
  computedFields: ComputedFields,
  isCached = true,
): Promise<InsightBody[]> {
  const users = await deps.users.byIds([
    ...new Set(insights.flatMap((one) => [one.createdBy, one.lastModifiedBy])),
  ])
  const results = await deps.results.byInsightIds(insights.map((one) => one.id))
  return insights.map((insight) => {
    const result = results.get(insight.id) ?? null
    return toInsightBody({ insight, users, result, isCached: isCached && result !== null }, computedFields)
  })
}
