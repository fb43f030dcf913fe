import { z } from 'zod'
import { knownFields } from './known-parameters.ts'
import { MIN_PASSWORD_CHARACTERS } from './limits.ts'
import { OrganizationBasicBody, OrganizationBody } from './organization.ts'
import { clientText } from './text.ts'

// The longest address that SMTP allows has 254 characters.
export const Email = z.email('Enter a valid email address.').max(254)
/**
 * A password that is to be checked. A text that is too short for a password is answered as a wrong
 * password, and not as an invalid field.
 */
export const GivenPassword = clientText(1_000)
export const NewPassword = GivenPassword.min(MIN_PASSWORD_CHARACTERS)

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
    organizations: z.array(OrganizationBasicBody),
    organization: OrganizationBody,
    team: Team.nullable().describe('The first project that the caller can access.'),
  })
  .meta({ id: 'OwnUser' })

export const SignedInBody = z.object({ user: OwnUserBody.nullable() }).meta({ id: 'SignedIn' })

/** Fields that only the server sets. They are accepted because clients send back whole bodies. */
const READ_ONLY = [
  'id',
  'uuid',
  'distinct_id',
  'is_email_verified',
  'date_joined',
  'has_password',
  'organizations',
  'organization',
  'team',
]
export const OwnUserChange = knownFields(
  {
    first_name: clientText(150).optional(),
    last_name: clientText(150).optional(),
    email: z.string().max(254).optional().describe('Must be the email of the user, which cannot be changed.'),
    password: NewPassword.optional().describe('Ends all sessions of the user.'),
    current_password: GivenPassword.optional().describe('Required if `password` is sent.'),
    hedgehog_config: z
      .record(z.string(), z.never('This server stores no hedgehogs: leave the field out, or send {}.'))
      .nullish(),
  },
  READ_ONLY,
).meta({ id: 'OwnUserChange' })

export const Login = z.object({ email: z.string().max(254), password: GivenPassword }).meta({ id: 'Login' })

export const LoginSuccess = z.object({ success: z.literal(true) }).meta({ id: 'LoginSuccess' })
