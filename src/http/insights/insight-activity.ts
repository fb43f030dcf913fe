import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { type ActivityEntry, ActivityQuery, InsightActivityBody } from '#contract/activity.ts'
import type { InsightBody } from '#contract/insight.ts'
import { InsightPath, ProjectPath } from '#contract/paths.ts'
import { allows, callerOf, projectOf } from '#http/server/authenticate.ts'
import { list } from '#http/server/list.ts'
import type { Paging, Position } from '#http/server/paging.ts'
import type { ActivityStore, ActivityEntry as StoredEntry } from '#metadata/insights/activity-store.ts'
import type { Insight } from '#metadata/insights/insight.ts'
import { emptyInsightBody, type Reader } from './insight-body.ts'
import {
  findLiveInsight,
  type InsightDeps,
  insightWithLastResult,
  withLastResults,
} from './insight-with-result.ts'

interface InsightActivityDeps extends InsightDeps {
  readonly activity: ActivityStore
}
interface NumberedPosition extends Position {
  /** The number of the page. The first page is 1. */
  readonly page: number
}

const numbered: Paging<NumberedPosition, NumberedPosition> = {
  positionOf: ({ limit, page }) => ({ limit, page }),
  parametersOf: ({ limit, page }) => ({ page: String(page), limit: String(limit) }),
}
const READ = {
  tag: 'insights',
  scope: 'activity_log:read',
  query: ActivityQuery,
  answer: InsightActivityBody,
  paging: numbered,
} as const

/** Registers the activity logs of an insight and of all insights of a project. */
export function insightActivityRoutes(app: FastifyInstance, deps: InsightActivityDeps): void {
  list(
    app,
    {
      get: '/insights/:id/activity/',
      call: 7,
      summary: 'Get the activity log of an insight',
      description:
        'Without the scope `insight:read`, the insight comes without filters, query and result. The entries have all changes in any case.',
      ...READ,
      params: InsightPath,
    },
    async (request, position) => {
      const project = projectOf(request)
      const insight = await findLiveInsight(deps, project.id, request.params.id)
      const isReader = allows(callerOf(request).scopes, 'insight:read')
      const body = isReader
        ? await insightWithLastResult(deps, project, insight)
        : await withoutQuestion(deps, insight, project)
      return { ...body, ...(await entriesAt(deps, project.id, position, insight.id)) }
    },
  )
  list(
    app,
    {
      get: '/insights/activity/',
      call: 9,
      summary: 'Get the activity log of all insights',
      ...READ,
      params: ProjectPath,
    },
    async (request, position) => {
      const project = projectOf(request)
      return { ...emptyInsightBody(project), ...(await entriesAt(deps, project.id, position)) }
    },
  )
}

/** Returns the body of an insight for a key that may not read insights. */
async function withoutQuestion(deps: InsightDeps, insight: Insight, reader: Reader): Promise<InsightBody> {
  const [body = emptyInsightBody(reader)] = await withLastResults(deps, [insight], reader, false)
  // The derived name is left out as well, because it says what the filters are.
  return { ...body, derived_name: null, filters: {}, query: null }
}

async function entriesAt(
  { activity }: InsightActivityDeps,
  projectId: number,
  { limit, page }: NumberedPosition,
  insightId?: number,
) {
  const { count, entries } = await activity.list(
    projectId,
    { scope: 'Insight', ...(insightId !== undefined && { itemId: insightId }) },
    { limit, offset: (page - 1) * limit },
  )
  const lastPage = Math.max(Math.ceil(count / limit), 1)
  return {
    results: entries.map(toActivityEntry),
    next: page < lastPage ? { limit, page: page + 1 } : null,
    previous: page > 1 ? { limit, page: Math.min(page - 1, lastPage) } : null,
    count,
    total_count: count,
  }
}

const toActivityEntry = (entry: StoredEntry): z.infer<typeof ActivityEntry> => ({
  id: entry.uuid,
  user:
    entry.user === null
      ? { first_name: 'System', email: null, is_system: true }
      : { first_name: entry.user.firstName, email: entry.user.email, is_system: false },
  activity: entry.activity,
  scope: entry.scope,
  item_id: entry.itemId,
  detail: {
    ...entry.detail,
    changes: entry.detail.changes && [...entry.detail.changes],
  },
  created_at: entry.createdAt,
})
