import { z } from 'zod'
import { checkDashboardFilters } from '#query/override.ts'
import { RequestError } from '#shared/request-error.ts'
import { textAs } from '#shared/text-as.ts'
import { knownParameters } from './known-parameters.ts'
import { optionalWholeNumber } from './paging.ts'
import { AskParameters } from './refresh.ts'
import { SharingAccessToken } from './sharing.ts'
import { Format } from './text.ts'

/** Filters of this reading alone, as JSON text: what those of a dashboard may be. */
const FiltersOverride = textAs(
  (text) => {
    const filters = z.record(z.string(), z.unknown()).parse(JSON.parse(text))
    checkDashboardFilters(filters)
    return filters
  },
  (error) => (error instanceof RequestError ? error.message : 'Expected the JSON text of an object.'),
)

/** What call 4 takes. */
export const InsightQuery = knownParameters({
  ...Format.shape,
  ...AskParameters,
  from_dashboard: optionalWholeNumber({ least: 0 }).describe(
    "A dashboard that shows the insight: asked with its filters, with the tile's colour and layouts.",
  ),
  filters_override: FiltersOverride.optional().describe(
    'JSON of `date_from`, `date_to`, `properties` and so on: asked with these, for this once.',
  ),
  sharing_access_token: SharingAccessToken,
})
