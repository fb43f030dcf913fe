import type { Insight } from '../metadata/insight.ts'
import type { Project, ProjectStore } from '../metadata/project-store.ts'
import type { SharingStore } from '../metadata/sharing-store.ts'
import type { BodyForm } from './body-form.ts'
import type { ComputedFields, InsightBody } from './contract/insight.ts'
import { type InsightReadDeps, readInsight } from './read-insight.ts'
import { readOrLast } from './read-many.ts'

export interface SharedReadDeps extends InsightReadDeps {
  readonly sharing: Pick<SharingStore, 'byToken'>
  readonly projects: Pick<ProjectStore, 'byId'>
}
export interface SharedInsight {
  readonly insight: Insight
  readonly project: Project
}

/** Only those who may are allowed to edit, and whoever has the link may not. */
const RESTRICTION_LEVEL = 37

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
  computedFields: ComputedFields,
): Promise<InsightBody> {
  const { project, insight } = shared
  const form: BodyForm = { computedFields, role: 'viewer' }
  // Whoever has the link must not make the server work at will: an answer may be half an hour old.
  const body = await readOrLast(insight, { refresh: 'shared' }, (one, options) =>
    readInsight(deps, project, one, options, form),
  )
  return {
    ...body,
    effective_restriction_level: RESTRICTION_LEVEL,
    created_by: null,
    last_modified_by: null,
    dashboards: [],
    dashboard_tiles: [],
  }
}
