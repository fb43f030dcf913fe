import { z } from 'zod'
import { pageBody } from './paging.ts'
import { ROLES } from './roles.ts'
import { clientText } from './text.ts'
import { Email, NewPassword, UserBody } from './user.ts'

const RoleName = z
  .enum(ROLES)
  .describe(
    'A viewer may read, a member may also write, an admin may also change the project and its members.',
  )

export const MemberCreate = z
  .object({
    email: Email.describe('The email of a known user, or of a new one.'),
    role: RoleName,
    first_name: clientText(150).optional().describe('The first name of a new user.'),
    password: NewPassword.optional().describe('The password of a new user, who cannot sign in without one.'),
  })
  .meta({ id: 'MemberCreate' })
export const MemberChange = z.object({ role: RoleName }).meta({ id: 'MemberChange' })

export const MemberBody = z.object({ user: UserBody, role: RoleName }).meta({ id: 'Member' })

export const MemberPageBody = pageBody(MemberBody, 'PaginatedMemberList')
