import { z } from 'zod'
import { clientText } from './text.ts'

/** How new an answer has to be, by the names of the interface, save `none`: nothing is computed. */
export type RefreshMode =
  | 'none'
  | 'blocking'
  | 'force_blocking'
  | 'async'
  | 'lazy_async'
  | 'force_async'
  | 'async_except_on_cache_miss'

const MEANINGS: Readonly<Record<string, RefreshMode>> = {
  true: 'blocking',
  '1': 'blocking',
  yes: 'blocking',
  '': 'blocking',
  blocking: 'blocking',
  force_blocking: 'force_blocking',
  async: 'async',
  lazy_async: 'lazy_async',
  force_async: 'force_async',
  async_except_on_cache_miss: 'async_except_on_cache_miss',
}

/** What `refresh` asks for. A present but empty one asks; what is not known asks for nothing, as it always did. */
export const parseRefresh = (value: string | number | boolean): RefreshMode =>
  MEANINGS[String(value).trim().toLowerCase()] ?? 'none'

/** Parameters of every call that may compute, in the query or in the body. */
export const RefreshParameters = {
  refresh: z
    .union([z.boolean(), z.number(), z.string()])
    .transform(parseRefresh)
    .nullish()
    .describe(
      'How new the answer has to be. `true` or `blocking` computes unless the last answer is fresh, which it is while ' +
        'nothing that it counts has arrived; `force_blocking` computes in any case; `async`, `lazy_async` (content with ' +
        'an answer of up to a day) and `force_async` answer at once and compute in the background, see `query_status`; ' +
        '`async_except_on_cache_miss` waits where there is no answer at all. `false`, `force_cache` and anything else ' +
        'ask for nothing.',
    ),
  client_query_id: clientText(200)
    .nullish()
    .describe('A name under which `cancel` finds the question while it is computed.'),
}
