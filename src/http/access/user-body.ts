import type { z } from 'zod'
import type { OrganizationBody } from '#contract/organization.ts'
import type { OwnUserBody, UserBody } from '#contract/user.ts'
import type { Account, User } from '#metadata/access/user-store.ts'
import type { Project } from '#metadata/projects/project-store.ts'

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

export function toOwnUserBody(
  account: Account,
  organization: z.infer<typeof OrganizationBody>,
  project: Project | undefined,
): z.infer<typeof OwnUserBody> {
  const { id, name, slug, created_at } = organization
  return {
    ...toUserBody(account),
    date_joined: account.createdAt,
    has_password: account.passwordHash !== null,
    organizations: [{ id, name, slug, created_at }],
    organization,
    team:
      project === undefined
        ? null
        : {
            id: project.id,
            uuid: project.uuid,
            organization: id,
            name: project.name,
            timezone: project.timezone,
          },
  }
}
