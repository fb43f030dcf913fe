import { type InsightListQuery, QUERY_FORMS } from '#contract/insight-list.ts'
import type { InsightConditions } from '#metadata/insights/list-insights.ts'
import type { Project } from '#metadata/projects/project-store.ts'
import { isoInstant } from '#shared/clock.ts'
import { parseDate } from '#values/date-text.ts'

/**
 * Returns the conditions of a list of insights. Dates are in the time zone of the project.
 * @throws RequestError for invalid dates.
 */
export function listConditions(
  query: InsightListQuery,
  project: Pick<Project, 'timezone' | 'weekStartDay'>,
  callerId: number,
  nowMs: number,
): InsightConditions {
  const calendar = { timezone: project.timezone, weekStartDay: project.weekStartDay, nowMs }
  const instant = (text: string | undefined, attr: string) =>
    text ? isoInstant(parseDate(text, calendar, attr).at.epochMilliseconds) : undefined
  const { insight } = query
  const form = QUERY_FORMS.find((one) => one === insight)
  return {
    shortId: query.short_id,
    createdBy: [query.created_by, query.user === undefined ? undefined : callerId].filter(
      (id) => id !== undefined,
    ),
    deleted: query.deleted,
    saved: query.saved,
    favorited: query.favorited === undefined ? undefined : true,
    modifiedAfter: instant(query.date_from, 'date_from'),
    modifiedBefore: instant(query.date_to, 'date_to'),
    createdAfter: instant(query.created_date_from, 'created_date_from'),
    createdBefore: instant(query.created_date_to, 'created_date_to'),
    kind: form === undefined ? insight : undefined,
    form,
    search: query.search,
    dashboards: query.dashboards,
    tags: query.tags,
    featureFlag: query.feature_flag || undefined,
  }
}
