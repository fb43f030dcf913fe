import { z } from 'zod'
import type { Sharing } from '#metadata/insights/sharing-store.ts'

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

export const toSharingBody = (sharing: Sharing): z.infer<typeof SharingBody> => ({
  created_at: sharing.createdAt,
  enabled: sharing.enabled,
  access_token: sharing.accessToken,
})

/** A query parameter of calls 1 and 4, which then need no key. */
export const SharingAccessToken = z
  .string()
  .optional()
  .describe('Instead of a key: the token of a shared insight, which opens that insight alone.')
