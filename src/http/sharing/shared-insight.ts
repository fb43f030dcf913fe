import type { FastifyReply } from 'fastify'
import type { InsightBody } from '#contract/insight.ts'
import type { SharedRange } from '#contract/shared-range.ts'
import { EngineError } from '#engine/engine-error.ts'
import type { Reader } from '#http/insights/insight-body.ts'
import {
  bodyOf,
  type InsightDeps,
  type InsightPlace,
  insightAt,
  LAST_RESULT,
  placeOfInsight,
  type ResultOptions,
  type ShownInsight,
} from '#http/insights/insight-with-result.ts'
import { withResultOrLast } from '#http/insights/insights-with-results.ts'
import { askerOf } from '#http/server/asker.ts'
import { logServerError } from '#http/server/errors.ts'
import { RESTRICTION_LEVELS } from '#http/server/roles.ts'
import type { Insight } from '#metadata/insights/insight.ts'
import type { Project, ProjectStore } from '#metadata/projects/project-store.ts'
import type { SharingStore } from '#metadata/sharing/sharing-store.ts'
import type { RecentFailures } from './recent-failures.ts'
import { withRange } from './shared-dates.ts'

export interface SharedInsightDeps extends InsightDeps {
  /** The queries of shared insights that failed within the last minutes. */
  readonly sharedFailures: RecentFailures
  readonly sharing: Pick<SharingStore, 'byToken'>
  readonly projects: Pick<ProjectStore, 'byId'>
}
export interface SharedInsight {
  readonly insight: Insight
  readonly project: Project
  readonly mayChangeDates: boolean
}

/**
 * Finds the insight that a link shows. Null if the link is unknown or disabled, or if the insight is
 * deleted.
 */
export async function findSharedInsight(
  deps: SharedInsightDeps,
  token: string,
): Promise<SharedInsight | null> {
  const place = await deps.sharing.byToken(token)
  if (place === null) return null
  const project = await deps.projects.byId(place.projectId)
  const insight = await deps.insights.find(place.projectId, place.itemId)
  return project === null || insight === null || insight.deleted ? null : { ...place, project, insight }
}

/** Returns the {@link Reader} that stands for a visitor of a link. */
export const visitorOf = ({ timezone }: Pick<Project, 'timezone'>): Reader => ({
  role: 'viewer',
  timezone,
})

/**
 * Returns an insight as visitors see it. The insight shows `range`; if it is null, it shows its own dates.
 */
export function shownToVisitors(
  deps: SharedInsightDeps,
  { project, insight }: Pick<SharedInsight, 'project' | 'insight'>,
  reply: FastifyReply,
  range: SharedRange | null = null,
): Promise<ShownInsight> {
  const asked = askedText(`${insight.id} ${insight.lastModifiedAt}`, range)
  const place: InsightPlace =
    range === null
      ? placeOfInsight(deps, project, insight)
      : // The result for the visitor's range is cached, but the insight keeps the result of its own dates.
        { project, insight: withRange(insight, range), point: async () => undefined }
  return withResultOrLast(place, sharedOptions(deps, asked, reply), (one, options) =>
    insightAt(deps, { ...one, isPublic: true }, options),
  )
}

/**
 * Returns the body of an insight in the form that visitors may see, which names no users and no dashboards.
 */
export const visitorsBody = async (
  shown: ShownInsight,
  project: Pick<Project, 'timezone'>,
): Promise<InsightBody> => withoutUsers(await bodyOf(shown, visitorOf(project)))

/** Returns a key for a question together with the range that a visitor asks for. */
export const askedText = (question: string, range: SharedRange | null): string =>
  range === null ? question : `${question} ${range.date_from} ${range.date_to ?? ''}`

/** Removes from a body what visitors must not see: the users and the dashboards of the project. */
const withoutUsers = (body: InsightBody): InsightBody => ({
  ...body,
  effective_restriction_level: RESTRICTION_LEVELS.named,
  created_by: null,
  last_modified_by: null,
  dashboards: [],
  dashboard_tiles: [],
})

/**
 * Returns options that limit how often visitors make the server compute. A result may be half an hour old,
 * and a query that has failed is not tried again for five minutes. `asked` is the key of the query. The key
 * must change with the query, because a changed query may succeed.
 */
export function sharedOptions(
  { sharedFailures }: Pick<SharedInsightDeps, 'sharedFailures'>,
  asked: string,
  reply: FastifyReply,
): ResultOptions {
  if (sharedFailures.has(asked)) return LAST_RESULT
  return {
    refresh: 'shared',
    whenMissing: 'null',
    ...askerOf(reply),
    onFailure: (error) => {
      logServerError(error, reply.log, 'a query of a shared insight failed')
      // A query that was refused costs no computation, so it may be tried again at once.
      if (error instanceof EngineError) sharedFailures.note(asked)
    },
  }
}
