import type { z } from 'zod'
import type { SharingBody, SharingWrite } from '#contract/sharing.ts'
import type { Sharing, SharingChange } from '#metadata/sharing/sharing-store.ts'

/** Returns the body of a link. */
export const toSharingBody = (sharing: Sharing): z.infer<typeof SharingBody> => ({
  created_at: sharing.createdAt,
  enabled: sharing.enabled,
  access_token: sharing.accessToken,
  may_change_dates: sharing.mayChangeDates,
})

/** Returns what the body of a request changes about a link. */
export const sharingChange = ({
  enabled,
  may_change_dates,
}: z.output<typeof SharingWrite>): SharingChange => ({ enabled, mayChangeDates: may_change_dates })
