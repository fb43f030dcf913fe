import type { z } from 'zod'
import type { SharingBody, SharingWrite } from '#contract/sharing.ts'
import type { Sharing, SharingChange } from '#metadata/sharing/sharing-store.ts'
import { newSharingToken } from '#shared/secrets.ts'

/** The body of a link; before it is stored each has another token. */
export const toSharingBody = (sharing: Sharing | null): z.infer<typeof SharingBody> =>
  sharing === null
    ? { created_at: null, enabled: false, access_token: newSharingToken(), may_change_dates: false }
    : {
        created_at: sharing.createdAt,
        enabled: sharing.enabled,
        access_token: sharing.accessToken,
        may_change_dates: sharing.mayChangeDates,
      }

/** What the body of a request changes of a link. */
export const sharingChange = ({
  enabled,
  may_change_dates,
}: z.output<typeof SharingWrite>): SharingChange => ({ enabled, mayChangeDates: may_change_dates })
