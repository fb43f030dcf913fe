import { z } from 'zod'
import { pageBody } from './paging.ts'

/** The levels of members in an organization, by the names that clients have for them. */
export const MEMBERSHIP_LEVELS = { member: 1, admin: 8 } as const
export const MembershipLevel = z.literal([MEMBERSHIP_LEVELS.member, MEMBERSHIP_LEVELS.admin])

const own = {
  id: z.uuid(),
  name: z.string(),
  slug: z.string().describe('The name in the form that addresses have.'),
  created_at: z.string(),
}
/** The organization as a part of a user. */
export const OrganizationBasicBody = z.object(own).meta({ id: 'OrganizationBasic' })

export const OrganizationBody = z
  .object({
    ...own,
    membership_level: MembershipLevel.describe(
      'The level of the caller: 8 for an admin of a project, otherwise 1.',
    ),
    teams: z
      .array(
        z.object({
          id: z.int(),
          uuid: z.uuid(),
          organization: z.uuid(),
          name: z.string(),
          api_token: z.string(),
          timezone: z.string(),
          is_demo: z.literal(false),
        }),
      )
      .describe('The projects that the caller can access; none for a key without the scope project:read.'),
    projects: z
      .array(z.object({ id: z.int(), organization_id: z.uuid(), name: z.string() }))
      .describe('The projects of `teams`, with fewer fields.'),
  })
  .meta({ id: 'Organization' })

export const OrganizationPageBody = pageBody(OrganizationBody, 'PaginatedOrganizationList')
