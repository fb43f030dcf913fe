import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type ActivityEntry, ActivityQuery, InsightActivityBody } from '#contract/activity.ts'
import { InsightPath, ProjectPath } from '#contract/paths.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { linkWith } from '#http/server/page-links.ts'
import { route } from '#http/server/route.ts'
import type { ActivityStore, ActivityEntry as StoredEntry } from '#metadata/insights/activity-store.ts'
import { emptyInsightBody } from './insight-body.ts'
import { AS_IT_IS, type InsightReadDeps, liveInsight, readInsight } from './read-insight.ts'

interface InsightActivityDeps extends InsightReadDeps {
  readonly activity: ActivityStore
}
interface Place {
  readonly limit: number
  /** The first is 1. */
  readonly page: number
}

const READ = {
  tag: 'insights',
  scope: 'activity_log:read',
  query: ActivityQuery,
  answer: InsightActivityBody,
} as const

/** Who changed what: of one insight, and of all insights of a project. */
export function insightActivityRoutes(app: FastifyInstance, deps: InsightActivityDeps): void {
  route(
    app,
    {
      get: '/insights/:id/activity/',
      call: 7,
      summary: 'What happened to an insight',
      ...READ,
      params: InsightPath,
    },
    async (request) => {
      const project = projectOf(request)
      const insight = await liveInsight(deps, project.id, request.params.id)
      const body = await readInsight(deps, project, insight, AS_IT_IS, project.role)
      return { ...body, ...(await entriesPage(deps, request, request.query, insight.id)) }
    },
  )
  route(
    app,
    {
      get: '/insights/activity/',
      call: 9,
      summary: 'What happened to all insights',
      ...READ,
      params: ProjectPath,
    },
    async (request) => ({
      ...emptyInsightBody(projectOf(request).role),
      ...(await entriesPage(deps, request, request.query)),
    }),
  )
}

async function entriesPage(
  { activity }: InsightActivityDeps,
  request: FastifyRequest,
  { limit, page }: Place,
  insightId?: number,
) {
  const { count, entries } = await activity.list(
    projectOf(request).id,
    { scope: 'Insight', ...(insightId !== undefined && { itemId: insightId }) },
    { limit, offset: (page - 1) * limit },
  )
  return {
    results: entries.map(toActivityEntry),
    ...pagesAround(request, { limit, page }, count),
    count,
    total_count: count,
  }
}

function pagesAround(request: FastifyRequest, { limit, page }: Place, count: number) {
  const lastPage = Math.max(Math.ceil(count / limit), 1)
  const link = (to: number) => linkWith(request, { page: String(to), limit: String(limit) })
  return {
    next: page < lastPage ? link(page + 1) : null,
    previous: page > 1 ? link(Math.min(page - 1, lastPage)) : null,
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
