import type { z } from 'zod'
import type { OrganizationMemberBody } from '#contract/organization-member.ts'
import type { OrganizationMember } from '#metadata/access/organization-members.ts'
import { levelOf } from './organization-body.ts'
import { toUserBody } from './user-body.ts'

export const toOrganizationMemberBody = ({
  user,
  isAdmin,
  createdAt,
}: OrganizationMember): z.infer<typeof OrganizationMemberBody> => ({
  id: user.uuid,
  user: toUserBody(user),
  level: levelOf(isAdmin),
  joined_at: createdAt,
  updated_at: createdAt,
})
