import { z } from 'zod'
import { knownParameters } from './known-parameters.ts'
import { optionalWholeNumber } from './paging.ts'
import { RefreshParameters } from './refresh.ts'
import { SharingAccessToken } from './sharing.ts'
import { Format } from './text.ts'

/** What call 4 takes. */
export const InsightReadQuery = knownParameters({
  ...Format.shape,
  ...RefreshParameters,
  from_dashboard: optionalWholeNumber({ least: 0 }).describe(
    "A dashboard that shows the insight: asked with its filters, with the tile's colour and layouts.",
  ),
  filters_override: z
    .string()
    .optional()
    .describe('JSON of `date_from`, `date_to`, `properties` and so on: asked with these, for this once.'),
  sharing_access_token: SharingAccessToken,
})
