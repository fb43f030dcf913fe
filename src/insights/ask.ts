import type { Engine } from '../engine/engine.ts'
import type { InsightQuery } from '../query/insight-query.ts'
import { readPropertyGroup } from '../query/property-filter.ts'
import type { Clock } from '../shared/clock.ts'
import { earliestEventMs } from './earliest-event.ts'
import type { PersonRoots } from './person-roots.ts'
import { type InsightAnswer, runInsight } from './run-insight.ts'

/** What a question needs to know of its project. */
export interface AskedProject {
  readonly id: number
  readonly timezone: string
  readonly weekStartDay: 0 | 1
  readonly testAccountFilters: readonly unknown[]
}
export type Ask = (project: AskedProject, query: InsightQuery) => Promise<InsightAnswer>

export interface AskDeps {
  readonly engine: Engine
  readonly clock: Clock
  readonly personRoots: Pick<PersonRoots, 'ready'>
}

/** Questions about one engine at the time of one clock: gathers the facts that a question names, then runs it. */
export function createAsk(deps: AskDeps): Ask {
  return async (project, query) => {
    const nowMs = deps.clock()
    const earliestMs = query.dateRange.from === 'all' ? await earliestEventMs(deps.engine, project.id) : null
    const scope = {
      projectId: project.id,
      calendar: { timezone: project.timezone, weekStartDay: project.weekStartDay, nowMs },
      testAccountFilters: readPropertyGroup(project.testAccountFilters, ['test_account_filters']),
      hasMerges: await deps.personRoots.ready(project.id),
      earliestMs: Math.min(earliestMs ?? nowMs, nowMs),
    }
    return runInsight(query, scope, deps.engine)
  }
}
