import { z } from 'zod'

export const SharingWrite = z
  .object({ enabled: z.boolean().optional().describe('Whether the link opens the insight.') })
  .meta({ id: 'SharingWrite' })

/** Call 3. */
export const SharingBody = z
  .object({
    created_at: z.string().nullable().describe('Null while nothing was ever shared.'),
    enabled: z.boolean(),
    access_token: z
      .string()
      .describe('Kept from the first PATCH on; before it, another one each time, which opens nothing.'),
  })
  .meta({ id: 'SharingConfiguration' })

/** A query parameter of calls 1 and 4, which then need no key. */
export const SharingAccessToken = z
  .string()
  .optional()
  .describe('Instead of a key: the token of a shared insight, which opens that insight alone.')
