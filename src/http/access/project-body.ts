import { Temporal } from 'temporal-polyfill'
import type { z } from 'zod'
import type { ProjectBody, ProjectChange } from '#contract/project.ts'
import { PROJECT_SETTING_NAMES, type ProjectSettings } from '#contract/project-settings.ts'
import type { Role } from '#contract/roles.ts'
import { checkProjectCleaning } from '#insights/kinds/paths/cleaning-rules.ts'
import type { TimeZones } from '#listings/time-zones.ts'
import type { Organization } from '#metadata/projects/organization.ts'
import type { Project, ProjectChange as StoredChange } from '#metadata/projects/project-store.ts'
import { parseFilters } from '#query/parse-filters.ts'
import { invalid, RequestError } from '#shared/request-error.ts'

type Body = z.infer<typeof ProjectBody>

/** Returns the body of a project. `role` is the role of the caller in this project. */
export const toProjectBody = (
  { role, ...project }: Project & { readonly role: Role },
  organization: Pick<Organization, 'uuid'>,
): Body => ({
  id: project.id,
  uuid: project.uuid,
  organization: organization.uuid,
  organization_id: organization.uuid,
  name: project.name,
  api_token: project.apiToken,
  timezone: project.timezone,
  week_start_day: project.weekStartDay,
  test_account_filters: [...project.testAccountFilters],
  path_cleaning_filters: [...project.pathCleaningFilters],
  created_at: project.createdAt,
  user_access_level: role,
  is_demo: false,
  access_control: false,
  session_recording_opt_in: false,
  surveys_opt_in: false,
  anonymize_ips: false,
  ...shownSettings(project.settings),
})

const shownSettings = (settings: ProjectSettings) =>
  Object.fromEntries(PROJECT_SETTING_NAMES.map((name) => [name, settings[name] ?? null])) as Pick<
    Body,
    (typeof PROJECT_SETTING_NAMES)[number]
  >

/**
 * Returns the fields that a request sets.
 * @throws RequestError `invalid_input` for a time zone that does not exist, and for filters that cannot be
 * parsed.
 */
export async function toProjectChange(body: ProjectChange, timeZones: TimeZones): Promise<StoredChange> {
  checkProject(body)
  const { name, timezone, week_start_day, test_account_filters, path_cleaning_filters } = body
  const settings = settingsOf(body)
  return {
    ...(name !== undefined && { name }),
    ...(timezone !== undefined && { timezone: await requireZone(timezone, timeZones) }),
    ...(week_start_day !== undefined && { weekStartDay: week_start_day }),
    ...(test_account_filters !== undefined && { testAccountFilters: test_account_filters }),
    ...(path_cleaning_filters !== undefined && { pathCleaningFilters: path_cleaning_filters }),
    ...(Object.keys(settings).length > 0 && { settings }),
  }
}

const settingsOf = (body: ProjectSettings): ProjectSettings =>
  Object.fromEntries(
    PROJECT_SETTING_NAMES.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])),
  )

/**
 * Checks the fields of a project for everything that their types do not check.
 * @throws RequestError `invalid_input`
 */
function checkProject(change: ProjectChange): void {
  const { timezone, test_account_filters: filters, path_cleaning_filters: rules = [] } = change
  if (timezone !== undefined && !isTimezone(timezone))
    throw invalid('invalid_input', 'Expected an IANA time zone, such as Europe/Berlin.', 'timezone')
  checkProjectCleaning(rules, ['path_cleaning_filters'])
  try {
    if (filters !== undefined) parseFilters(filters, [])
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    throw invalid('invalid_input', error.message, 'test_account_filters')
  }
}

/**
 * Returns the name of a time zone in the spelling that the event store has. The event store accepts no other
 * spelling.
 * @throws RequestError `invalid_input`
 */
async function requireZone(name: string, timeZones: TimeZones): Promise<string> {
  const found = await timeZones.find(name)
  if (found !== null) return found
  const problem = `The event store does not know the time zone ${name}. Choose another one with the same clock.`
  throw invalid('invalid_input', problem, 'timezone')
}

// Temporal also accepts offsets, and dates with an offset. Neither is the name of a time zone, so the first
// letter is checked as well.
function isTimezone(name: string): boolean {
  try {
    Temporal.Now.zonedDateTimeISO(name)
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}
