import { z } from 'zod'
import { knownFields } from './known-parameters.ts'
import { clientText } from './text.ts'
import { Email, NewPassword } from './user.ts'

export const SetupState = z
  .object({
    is_open: z
      .boolean()
      .describe(
        'Whether the first user can be set up. This needs a server on which no user has a password, and a code that was not used.',
      ),
  })
  .meta({ id: 'SetupState' })

export const SetupCreate = knownFields(
  {
    code: z.string().max(200).describe('The set-up code that the server printed when it started.'),
    email: Email,
    password: NewPassword,
    first_name: clientText(150).optional(),
  },
  [],
).meta({ id: 'SetupCreate' })
