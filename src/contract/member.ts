import { z } from 'zod'
import { pageBody } from './paging.ts'
import { ROLES } from './roles.ts'
import { clientText } from './text.ts'
import { Email, NewPassword, UserBody } from './user.ts'

const RoleName = z
  .enum(ROLES)
  .describe('What a user may do in the project: look, change, or also administer.')

export const MemberCreate = z
  .object({
    email: Email.describe('Of a user who is known, or of a new one.'),
    role: RoleName,
    first_name: clientText(150).optional().describe('Of a new user.'),
    password: NewPassword.optional().describe('Of a new user; without one they cannot sign in yet.'),
  })
  .meta({ id: 'MemberCreate' })
export const MemberChange = z.object({ role: RoleName }).meta({ id: 'MemberChange' })

export const MemberBody = z.object({ user: UserBody, role: RoleName }).meta({ id: 'Member' })

export const MemberPageBody = pageBody(MemberBody, 'PaginatedMemberList')
