import { z } from 'zod'
import { knownFields } from './known-parameters.ts'
import { TEXT_LIMITS } from './limits.ts'
import { pageBody } from './paging.ts'
import { PROJECT_READ_ONLY, PROJECT_SETTINGS, REFUSED_SETTINGS } from './project-settings.ts'
import { ROLES } from './roles.ts'
import { clientText } from './text.ts'

/** A rule that cleans the items of paths: the alias replaces the text that the regular expression matches. */
const PathCleaningFilter = z.strictObject({
  regex: clientText(512).min(1),
  alias: clientText(512).nullish(),
  order: z.number().nullish().describe('Rules apply in the order of these numbers. 0 if absent.'),
})
export type PathCleaningFilter = z.output<typeof PathCleaningFilter>

const fields = {
  name: clientText(TEXT_LIMITS.projectName).min(1),
  timezone: clientText(100),
  week_start_day: z
    .literal([0, 1])
    .nullable()
    .transform((day) => day ?? 0)
    .describe('0 is Sunday, 1 is Monday.'),
  test_account_filters: z.array(z.record(z.string(), z.unknown())),
  ...PROJECT_SETTINGS,
  ...REFUSED_SETTINGS,
  path_cleaning_filters: z
    .array(PathCleaningFilter)
    .max(100)
    .describe('Used by paths with `path_replacements`.'),
}
const optional = z.object(fields).partial().shape

export const ProjectCreate = knownFields({ ...optional, name: fields.name }, PROJECT_READ_ONLY).meta({
  id: 'ProjectCreate',
})
export const ProjectChange = knownFields(optional, PROJECT_READ_ONLY).meta({ id: 'ProjectChange' })
export type ProjectChange = z.output<typeof ProjectChange>

export const ProjectBody = z
  .object({
    id: z.int(),
    uuid: z.uuid(),
    organization: z.uuid(),
    organization_id: z.uuid(),
    name: z.string(),
    api_token: z.string().describe('The token that SDKs send events with.'),
    timezone: z.string(),
    week_start_day: z.int(),
    test_account_filters: z.array(z.unknown()),
    path_cleaning_filters: z.array(PathCleaningFilter),
    created_at: z.string(),
    user_access_level: z.enum(ROLES).describe('The role of the caller in the project.'),
    is_demo: z.literal(false),
    access_control: z.literal(false),
    session_recording_opt_in: z.literal(false).describe('Sessions are not recorded by this server.'),
    surveys_opt_in: z.literal(false),
    anonymize_ips: z.literal(false),
    ...PROJECT_SETTINGS,
  })
  .meta({ id: 'Project' })

export const ProjectPageBody = pageBody(ProjectBody, 'PaginatedProjectList')
