import { Temporal } from 'temporal-polyfill'
import type { z } from 'zod'
import type { ProjectBody, ProjectChange } from '#contract/project.ts'
import { checkProjectCleaning } from '#insights/paths/cleaning-rules.ts'
import type { Organization } from '#metadata/projects/organization.ts'
import type { Project } from '#metadata/projects/project-store.ts'
import { parseFilters } from '#query/parse-filters.ts'
import { invalid, RequestError } from '#shared/request-error.ts'

export const toProjectBody = (
  project: Project,
  organization: Pick<Organization, 'uuid'>,
): z.infer<typeof ProjectBody> => ({
  id: project.id,
  uuid: project.uuid,
  organization: organization.uuid,
  name: project.name,
  api_token: project.apiToken,
  timezone: project.timezone,
  week_start_day: project.weekStartDay,
  test_account_filters: [...project.testAccountFilters],
  path_cleaning_filters: [...project.pathCleaningFilters],
  created_at: project.createdAt,
})

/** Checks the fields of a project beyond their types. @throws RequestError `invalid_input` */
export function checkProject(change: ProjectChange): void {
  const { timezone, test_account_filters: filters, path_cleaning_filters: rules = [] } = change
  if (timezone !== undefined && !isTimezone(timezone))
    throw invalid('invalid_input', 'Expected an IANA time zone such as Europe/Berlin.', 'timezone')
  checkProjectCleaning(rules, ['path_cleaning_filters'])
  try {
    if (filters !== undefined) parseFilters(filters, [])
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    throw invalid('invalid_input', error.message, 'test_account_filters')
  }
}

// Temporal accepts offsets and whole dates with an offset as well, neither of which is the name of a zone.
function isTimezone(name: string): boolean {
  try {
    Temporal.Now.zonedDateTimeISO(name)
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}
