import type { Generated } from 'kysely'
import type { AnnotationCreationType, AnnotationScope } from '#contract/annotation.ts'

/** The table of annotations. Kinds of columns are described at `MetadataSchema`. */
export interface AnnotationSchema {
  annotation: {
    id: Generated<number>
    project_id: number
    content: string | null
    date_marker: string | null
    creation_type: AnnotationCreationType
    scope: AnnotationScope
    insight_id: number | null
    dashboard_id: number | null
    deleted: number
    created_at: string
    created_by: number
    updated_at: string
    /** The content, in the form of `insight.search_text`. */
    search_text: string
  }
}
