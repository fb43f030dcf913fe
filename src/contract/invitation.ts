import { z } from 'zod'
import { knownFields } from './known-parameters.ts'
import { RoleName } from './member.ts'
import { pageBody } from './paging.ts'
import { clientText } from './text.ts'
import { Email, GivenPassword, UserBody } from './user.ts'

export const InvitationCreate = knownFields({ email: Email, role: RoleName }, []).meta({
  id: 'InvitationCreate',
})

export const InvitationBody = z
  .object({
    id: z.int(),
    email: z.string(),
    role: RoleName,
    created_by: UserBody.nullable(),
    created_at: z.string(),
    expires_at: z.string(),
  })
  .meta({ id: 'Invitation' })
export const NewInvitationBody = InvitationBody.extend({
  link: z
    .string()
    .describe(
      'The address of the page on which the person accepts. Only this response has it. It works once, within seven days.',
    ),
  token: z.string().describe('The last part of the link.'),
}).meta({ id: 'NewInvitation' })
export const InvitationPageBody = pageBody(InvitationBody, 'PaginatedInvitationList')

export const InvitationAccept = z
  .object({
    token: z.string().max(200).describe('The last part of the link of the invitation.'),
    password: GivenPassword.describe(
      'The password of the account with the invited address, or the first password of a new one.',
    ),
    first_name: clientText(150).optional().describe('The first name in a new account.'),
    last_name: clientText(150).optional().describe('The last name in a new account.'),
  })
  .meta({ id: 'InvitationAccept' })
export const InvitationAccepted = z
  .object({ user: UserBody, role: RoleName, project: z.object({ id: z.int(), name: z.string() }) })
  .meta({ id: 'InvitationAccepted' })
