import { z } from 'zod'
import { knownFields } from './known-parameters.ts'
import { pageBody } from './paging.ts'
import { ROLES } from './roles.ts'
import { clientText } from './text.ts'
import { Email, UserBody } from './user.ts'

export const RoleName = z
  .enum(ROLES)
  .describe(
    'A viewer may read, a member may also write, an admin may also change the project and its members.',
  )

export const MemberCreate = knownFields(
  {
    email: Email.describe('The email of an account that the operator of the server has set up.'),
    role: RoleName,
    password: clientText(1_000)
      .optional()
      .meta({ deprecated: true })
      .describe('Refused: everybody chooses their own password, with an invitation.'),
  },
  [],
).meta({ id: 'MemberCreate' })
export const MemberChange = knownFields({ role: RoleName }, ['user']).meta({ id: 'MemberChange' })

export const MemberBody = z.object({ user: UserBody, role: RoleName }).meta({ id: 'Member' })

export const MemberPageBody = pageBody(MemberBody, 'PaginatedMemberList')
