import { knownParameters } from './known-parameters.ts'
import { Overrides } from './overrides.ts'
import { optionalWholeNumber } from './paging.ts'
import { RefreshParameters } from './refresh.ts'
import { SharingAccessToken } from './sharing.ts'
import { Format } from './text.ts'

/** The query parameters of a read of one insight. */
export const InsightReadQuery = knownParameters({
  ...Format.shape,
  ...RefreshParameters,
  from_dashboard: optionalWholeNumber({ least: 0 }).describe(
    "A dashboard that shows the insight: its filters apply, and the body has the tile's colour and layouts.",
  ),
  ...Overrides,
  sharing_access_token: SharingAccessToken,
})
