import type { DataVersions } from '#coordination/data-versions.ts'
import type { PersonRoots } from '#coordination/person-roots.ts'
import type { Engine } from '#engine/engine.ts'
import { resolveInstants } from '#query/date-range.ts'
import type { InsightQuery } from '#query/insight-query.ts'
import { parseFilters } from '#query/parse-filters.ts'
import { intervalOf } from '#query/resolve.ts'
import type { Clock } from '#shared/clock.ts'
import type { InstantRange } from '#sql/events.ts'
import { createEarliestEvents } from './earliest-event.ts'
import { type InsightAnswer, runInsight } from './run-insight.ts'

/** What a question needs to know of its project. */
export interface AskedProject {
  readonly id: number
  /** IANA name. */
  readonly timezone: string
  readonly weekStartDay: 0 | 1
  readonly testAccountFilters: readonly unknown[]
}

export interface Question {
  readonly project: AskedProject
  readonly query: InsightQuery
}

/** A question at a moment: relative dates are instants. */
export interface PosedQuestion extends Question {
  readonly nowMs: number
  /** The project's first event, where the question begins at `all`. */
  readonly earliestMs: number
  readonly range: InstantRange
}

export interface Ask {
  /** @throws RequestError for dates that cannot be read. */
  pose(question: Question, signal?: AbortSignal): Promise<PosedQuestion>
  /** @throws RequestError where the question cannot be answered, EngineError where the engine did not. */
  answer(posed: PosedQuestion, signal?: AbortSignal): Promise<InsightAnswer>
}

export interface AskDeps {
  readonly engine: Engine
  readonly clock: Clock
  readonly personRoots: Pick<PersonRoots, 'ready'>
  readonly versions: Pick<DataVersions, 'present'>
}

/** Questions about one engine at the time of one clock: gathers the facts that a question names, then runs it. */
export function createAsk(deps: AskDeps): Ask {
  const earliestEvents = createEarliestEvents(deps)
  return {
    async pose({ project, query }, signal) {
      const nowMs = deps.clock()
      const knownMs = query.dateRange.from === 'all' ? await earliestEvents.of(project.id, signal) : null
      const earliestMs = Math.min(knownMs ?? nowMs, nowMs)
      const calendar = { timezone: project.timezone, weekStartDay: project.weekStartDay, nowMs }
      const range = resolveInstants(query.dateRange, intervalOf(query), calendar, earliestMs)
      return { project, query, nowMs, earliestMs, range }
    },
    async answer({ project, query, nowMs, earliestMs }, signal) {
      const scope = {
        projectId: project.id,
        calendar: { timezone: project.timezone, weekStartDay: project.weekStartDay, nowMs },
        testAccountFilters: parseFilters(project.testAccountFilters, ['test_account_filters']),
        hasMerges: await deps.personRoots.ready(project.id),
        earliestMs,
      }
      return runInsight(query, scope, deps.engine, signal)
    },
  }
}
