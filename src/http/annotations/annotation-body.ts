import type { AnnotationBody } from '#contract/annotation.ts'
import { toUserBody } from '#http/access/user-body.ts'
import type { User } from '#metadata/access/user-store.ts'
import type { Annotation } from '#metadata/annotations/annotation.ts'

const OF_ANOTHER_PROJECT = { insightId: null, insight: null, dashboardId: null, dashboardName: null }

/**
 * Returns the body of an annotation as a project shows it. If the annotation belongs to another project,
 * its insight and its dashboard are left out.
 */
export function toAnnotationBody(
  annotation: Annotation,
  users: ReadonlyMap<number, User>,
  projectId: number,
): AnnotationBody {
  const creator = users.get(annotation.createdBy)
  const { insightId, insight, dashboardId, dashboardName } =
    annotation.projectId === projectId ? annotation : OF_ANOTHER_PROJECT
  return {
    id: annotation.id,
    content: annotation.content,
    date_marker: annotation.dateMarker,
    creation_type: annotation.creationType,
    dashboard_item: insightId,
    insight_short_id: insight?.shortId ?? null,
    insight_name: insight?.name ?? null,
    insight_derived_name: insight?.derivedName ?? null,
    dashboard_id: dashboardId,
    dashboard_name: dashboardName,
    created_by: creator === undefined ? null : toUserBody(creator),
    created_at: annotation.createdAt,
    updated_at: annotation.updatedAt,
    deleted: annotation.deleted,
    scope: annotation.scope,
  }
}
