import type { Metadata } from '#metadata/database/schema.ts'
import { toValues } from '#metadata/fields.ts'
import { ANNOTATION_FIELDS, type Annotation } from './annotation.ts'

/**
 * A query of the annotations that a project shows: its own annotations, and the annotations for all
 * projects. Deleted ones are included.
 */
export const shownIn = (database: Metadata, projectId: number) =>
  database
    .selectFrom('annotation')
    .where(({ eb, or }) =>
      or([eb('annotation.project_id', '=', projectId), eb('annotation.scope', '=', 'organization')]),
    )

/** Adds the names of the insight and the dashboard to the rows of {@link shownIn}. */
export const withNames = (annotations: ReturnType<typeof shownIn>) =>
  annotations
    .leftJoin('insight', 'insight.id', 'annotation.insight_id')
    .leftJoin('dashboard', 'dashboard.id', 'annotation.dashboard_id')
    .selectAll('annotation')
    .select(['insight.short_id', 'insight.name', 'insight.derived_name', 'dashboard.name as dashboard_name'])

type Row = Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number]

export const toAnnotation = (row: Row): Annotation => ({
  ...toValues(ANNOTATION_FIELDS, row),
  id: row.id,
  projectId: row.project_id,
  createdAt: row.created_at,
  createdBy: row.created_by,
  updatedAt: row.updated_at,
  insight:
    row.short_id === null ? null : { shortId: row.short_id, name: row.name, derivedName: row.derived_name },
  dashboardName: row.dashboard_name,
})
