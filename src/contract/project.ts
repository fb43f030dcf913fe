import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import type { Organization } from '#metadata/projects/organization.ts'
import type { Project } from '#metadata/projects/project-store.ts'
import { parseFilters } from '#query/parse-filters.ts'
import { RequestError } from '#shared/request-error.ts'
import { pageOf } from './paging.ts'
import { clientText } from './text.ts'

const Timezone = clientText(100).refine(isTimezone, 'Expected an IANA time zone such as Europe/Berlin.')

// Temporal also takes offsets and whole dates with an offset behind them, neither of which names a zone.
function isTimezone(name: string): boolean {
  try {
    Temporal.Now.zonedDateTimeISO(name)
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}

const TestAccountFilters = z.array(z.record(z.string(), z.unknown())).superRefine((filters, context) => {
  try {
    parseFilters(filters, [])
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    context.addIssue({ code: 'custom', message: error.message })
  }
})

const fields = {
  name: clientText(200).min(1),
  timezone: Timezone,
  week_start_day: z.literal([0, 1]).describe('0 is Sunday, 1 is Monday.'),
  test_account_filters: TestAccountFilters,
}
export const ProjectCreate = z
  .object({ ...z.object(fields).partial().shape, name: fields.name })
  .meta({ id: 'ProjectCreate' })
export const ProjectChange = z.object(fields).partial().meta({ id: 'ProjectChange' })

export const ProjectBody = z
  .object({
    id: z.int(),
    uuid: z.uuid(),
    organization: z.uuid(),
    name: z.string(),
    api_token: z.string().describe('The token that SDKs send events with.'),
    timezone: z.string(),
    week_start_day: z.int(),
    test_account_filters: z.array(z.unknown()),
    created_at: z.string(),
  })
  .meta({ id: 'Project' })

export const ProjectPage = pageOf(ProjectBody, 'PaginatedProjectList')

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
  created_at: project.createdAt,
})
