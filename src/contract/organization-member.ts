import { z } from 'zod'
import { MembershipLevel } from './organization.ts'
import { pageBody } from './paging.ts'
import { UserBody } from './user.ts'

export const OrganizationMemberBody = z
  .object({
    id: z.uuid().describe('The uuid of the user.'),
    user: UserBody,
    level: MembershipLevel.describe(
      '8 for an admin of one of the projects that the caller can access, otherwise 1.',
    ),
    joined_at: z.string().describe('When the account was created.'),
    updated_at: z.string(),
  })
  .meta({ id: 'OrganizationMember' })

export const OrganizationMemberPageBody = pageBody(OrganizationMemberBody, 'PaginatedOrganizationMemberList')
