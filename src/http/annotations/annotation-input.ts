import type { AnnotationScope, AnnotationWrite } from '#contract/annotation.ts'
import type { AnnotationFields } from '#metadata/annotations/annotation.ts'
import { isoInstant } from '#shared/clock.ts'
import { type Calendar, parseDate } from '#values/date-text.ts'

/**
 * Returns the fields that a request sets.
 * @throws RequestError if the `date_marker` is not a date.
 */
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

/** Returns the scope of a new annotation for which the request names no scope. */
export function scopeOf({ insightId, dashboardId }: Partial<AnnotationFields>): AnnotationScope {
  if (typeof insightId === 'number') return 'dashboard_item'
  return typeof dashboardId === 'number' ? 'dashboard' : 'project'
}

/**
 * Returns the instant that a date text means; null if there is no text. The text may be relative, such as
 * `-7d`.
 * @throws RequestError for a text that is not a date.
 */
export const instantOf = (
  text: string | null | undefined,
  calendar: Calendar,
  attr: string,
): string | null => (text ? isoInstant(parseDate(text, calendar, attr).at.epochMilliseconds) : null)
