import type { z } from 'zod'
import type { SharingBody } from '#contract/sharing.ts'
import type { Sharing } from '#metadata/sharing/sharing-store.ts'
import { newSharingToken } from '#shared/secrets.ts'

/** The body of a link; before it is stored each has another token. */
export const toSharingBody = (sharing: Sharing | null): z.infer<typeof SharingBody> =>
  sharing === null
    ? { created_at: null, enabled: false, access_token: newSharingToken() }
    : { created_at: sharing.createdAt, enabled: sharing.enabled, access_token: sharing.accessToken }
