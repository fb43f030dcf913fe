import { z } from 'zod'
import { knownFields } from './known-parameters.ts'

export const SharingWrite = knownFields(
  {
    enabled: z.boolean().optional().describe('Whether the link works.'),
    password_required: z
      .literal(false, 'A link needs no password: leave the field out, or send false.')
      .nullish(),
    settings: z
      .record(z.string(), z.never('The page of a link has no settings: leave the field out, or send {}.'))
      .nullish(),
  },
  // Of the body: clients send back whole bodies.
  ['created_at', 'access_token', 'share_passwords', 'state'],
).meta({ id: 'SharingWrite' })

/** Call 3. */
export const SharingBody = z
  .object({
    created_at: z.string().nullable().describe('Null where it was never shared.'),
    enabled: z.boolean(),
    access_token: z
      .string()
      .describe(
        'Stored by the first PATCH; until then each response has another token, which gives access to nothing.',
      ),
  })
  .meta({ id: 'SharingConfiguration' })

/** A query parameter that calls 1 and 4 and the read of a dashboard accept instead of a key. */
export const SharingAccessToken = z
  .string()
  .optional()
  .describe(
    'Instead of a key: the token of a link, which gives access to the insight or dashboard of the link only.',
  )
