import type { AnnotationScope, AnnotationWrite } from '#contract/annotation.ts'
import type { AnnotationFields } from '#metadata/annotations/annotation.ts'
import { type Calendar, parseDate } from '#query/date-text.ts'
import { isoInstant } from '#shared/clock.ts'

/** The fields that a request sets. @throws RequestError for a `date_marker` that is no date. */
export function toAnnotationFields(body: AnnotationWrite, calendar: Calendar): Partial<AnnotationFields> {
  const { content, date_marker, creation_type, scope, dashboard_item, dashboard_id, deleted } = body
  return {
    ...(content !== undefined && { content }),
    ...(date_marker !== undefined && { dateMarker: instantOf(date_marker, calendar, 'date_marker') }),
    ...(creation_type !== undefined && { creationType: creation_type }),
    ...(scope !== undefined && { scope }),
    ...(dashboard_item !== undefined && { insightId: dashboard_item }),
    ...(dashboard_id !== undefined && { dashboardId: dashboard_id }),
    ...(deleted !== undefined && { deleted }),
  }
}

/** The scope of a new annotation that names none. */
export function scopeOf({ insightId, dashboardId }: Partial<AnnotationFields>): AnnotationScope {
  if (typeof insightId === 'number') return 'dashboard_item'
  return typeof dashboardId === 'number' ? 'dashboard' : 'project'
}

/** The instant of a date in the grammar of the interface; null for none. @throws RequestError for any other text. */
export const instantOf = (
  text: string | null | undefined,
  calendar: Calendar,
  attr: string,
): string | null => (text ? isoInstant(parseDate(text, calendar, attr).at.epochMilliseconds) : null)
