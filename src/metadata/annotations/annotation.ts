import type { AnnotationCreationType, AnnotationScope } from '#contract/annotation.ts'
import { type Fields, FLAG, plain, type ValuesOf } from '#metadata/fields.ts'

const STORED = { isLogged: false, isCopied: false }

/** The fields of an annotation that are in its row and that clients write. */
export const ANNOTATION_FIELDS = {
  content: { column: 'content', ...plain<string | null>(null), ...STORED },
  /** The marked instant, in UTC. */
  dateMarker: { column: 'date_marker', ...plain<string | null>(null), ...STORED },
  creationType: { column: 'creation_type', ...plain<AnnotationCreationType>('USR'), ...STORED },
  scope: { column: 'scope', ...plain<AnnotationScope>('project'), ...STORED },
  insightId: { column: 'insight_id', ...plain<number | null>(null), ...STORED },
  dashboardId: { column: 'dashboard_id', ...plain<number | null>(null), ...STORED },
  deleted: { column: 'deleted', ...FLAG, ...STORED },
} as const satisfies Fields

/** The fields of an annotation that clients write. */
export interface AnnotationFields extends ValuesOf<typeof ANNOTATION_FIELDS> {}
/** A stored annotation. */
export interface Annotation extends AnnotationFields {
  readonly id: number
  readonly projectId: number
  readonly createdAt: string
  readonly createdBy: number
  readonly updatedAt: string
  /** Null if the annotation names no insight. */
  readonly insight: {
    readonly shortId: string
    readonly name: string | null
    readonly derivedName: string | null
  } | null
  readonly dashboardName: string | null
}

export interface AnnotationConditions {
  readonly search?: string | undefined
  readonly scope?: AnnotationScope | undefined
  /** Range of the marked time: instants in UTC. Both ends are included. */
  readonly markedFrom?: string | undefined
  readonly markedTo?: string | undefined
}
