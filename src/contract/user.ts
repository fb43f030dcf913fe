import { z } from 'zod'
import type { Account, User } from '#metadata/access/user-store.ts'
import type { Organization } from '#metadata/projects/organization.ts'
import type { Project } from '#metadata/projects/project-store.ts'
import { LEAST_PASSWORD_CHARACTERS } from '#shared/password.ts'
import { OrganizationBody, toOrganizationBody } from './organization.ts'
import { clientText } from './text.ts'

// The longest address that mail can be sent to.
export const Email = z.email('Enter a valid email address.').max(254)
/** A password to check: what nobody can have is still only wrong. */
export const GivenPassword = clientText(1_000)
export const NewPassword = GivenPassword.min(LEAST_PASSWORD_CHARACTERS)

export const UserBody = z
  .object({
    id: z.int(),
    uuid: z.uuid(),
    distinct_id: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    is_email_verified: z.boolean(),
    hedgehog_config: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'User' })

export const toUserBody = (user: User): z.infer<typeof UserBody> => ({
  id: user.id,
  uuid: user.uuid,
  distinct_id: user.distinctId,
  first_name: user.firstName,
  last_name: user.lastName,
  email: user.email,
  is_email_verified: false,
  hedgehog_config: {},
})

const Team = z.object({
  id: z.int(),
  uuid: z.uuid(),
  organization: z.uuid(),
  name: z.string(),
  timezone: z.string(),
})
export const OwnUserBody = z
  .object({
    ...UserBody.shape,
    date_joined: z.string(),
    has_password: z.boolean(),
    organizations: z.array(OrganizationBody),
    organization: OrganizationBody,
    team: Team.nullable().describe('The first project that the caller opens.'),
  })
  .meta({ id: 'OwnUser' })

export function toOwnUserBody(
  account: Account,
  organization: Organization,
  project: Project | undefined,
): z.infer<typeof OwnUserBody> {
  const own = toOrganizationBody(organization)
  return {
    ...toUserBody(account),
    date_joined: account.createdAt,
    has_password: account.passwordHash !== null,
    organizations: [own],
    organization: own,
    team:
      project === undefined
        ? null
        : {
            id: project.id,
            uuid: project.uuid,
            organization: organization.uuid,
            name: project.name,
            timezone: project.timezone,
          },
  }
}

export const OwnUserChange = z
  .object({
    first_name: clientText(150).optional(),
    last_name: clientText(150).optional(),
    password: NewPassword.optional().describe('Ends all sessions of the user.'),
    current_password: GivenPassword.optional().describe('Needed with `password`.'),
  })
  .meta({ id: 'OwnUserChange' })
