import type { FastifyReply } from 'fastify'
import type { InsightBody } from '#contract/insight.ts'
import { EngineError } from '#engine/engine-error.ts'
import { AS_IT_IS, type InsightReadDeps, type ReadOptions, readInsight } from '#http/insights/read-insight.ts'
import { readOrLast } from '#http/insights/read-many.ts'
import { askerGone } from '#http/server/asker-gone.ts'
import { logOurs } from '#http/server/errors.ts'
import { RESTRICTION_LEVELS } from '#http/server/roles.ts'
import type { Insight } from '#metadata/insights/insight.ts'
import type { SharingStore } from '#metadata/insights/sharing-store.ts'
import type { Project, ProjectStore } from '#metadata/projects/project-store.ts'
import type { RecentFailures } from './recent-failures.ts'

export interface SharedReadDeps extends InsightReadDeps {
  /** Of questions that strangers asked. */
  readonly sharedFailures: RecentFailures
  readonly sharing: Pick<SharingStore, 'byToken'>
  readonly projects: Pick<ProjectStore, 'byId'>
}
export interface SharedInsight {
  readonly insight: Insight
  readonly project: Project
}

/** What a link opens; null where it is unknown, disabled or its insight deleted. */
export async function sharedInsight(deps: SharedReadDeps, token: string): Promise<SharedInsight | null> {
  const place = await deps.sharing.byToken(token)
  if (place === null) return null
  const project = await deps.projects.byId(place.projectId)
  const insight = await deps.insights.find(place.projectId, place.insightId)
  return project === null || insight === null || insight.deleted ? null : { project, insight }
}

/** The body that everybody may see: without people, and without what else in the project has to do with it. */
export async function readShared(
  deps: SharedReadDeps,
  shared: SharedInsight,
  reply: FastifyReply,
): Promise<InsightBody> {
  const { project, insight } = shared
  const body = await readOrLast(insight, sharedOptions(deps, insight, reply), (one, options) =>
    readInsight(deps, project, one, options, 'viewer'),
  )
  return {
    ...body,
    effective_restriction_level: RESTRICTION_LEVELS.named,
    created_by: null,
    last_modified_by: null,
    dashboards: [],
    dashboard_tiles: [],
  }
}

/** Whoever has the link must not make the server work at will: an answer may be half an hour old, a failure five minutes. */
function sharedOptions(
  { sharedFailures }: SharedReadDeps,
  { id, lastModifiedAt }: Insight,
  reply: FastifyReply,
): ReadOptions {
  // Another question may be answered.
  const asked = `${id} ${lastModifiedAt}`
  if (sharedFailures.has(asked)) return AS_IT_IS
  return {
    refresh: 'shared',
    whenMissing: 'null',
    signal: askerGone(reply),
    onFailure: (error) => {
      logOurs(error, reply.log, 'a shared question failed')
      // What is refused takes no work.
      if (error instanceof EngineError) sharedFailures.note(asked)
    },
  }
}
