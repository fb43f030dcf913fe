import { z } from 'zod'
import { clientText } from './text.ts'

/** How new a result has to be, by the names of the interface; `none` accepts any cached result. */
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

/** The mode of a `refresh` parameter. An empty value is `blocking`, an unknown one is `none`, as clients expect. */
export const parseRefresh = (value: string | number | boolean): RefreshMode =>
  MEANINGS[String(value).trim().toLowerCase()] ?? 'none'

/** Parameters of every call that may compute, in the query string or in the body. */
export const RefreshParameters = {
  refresh: z
    .union([z.boolean(), z.number(), z.string()])
    .transform(parseRefresh)
    .nullish()
    .describe(
      'How new the result has to be. `true` or `blocking` computes unless the cached result is fresh, which it is until ' +
        'an event arrives that it counts; `force_blocking` always computes; `async`, `lazy_async` (accepts a result of up ' +
        'to a day) and `force_async` respond at once and compute in the background, see `query_status`; ' +
        '`async_except_on_cache_miss` computes at once without a cached result. `false`, `force_cache` and any other ' +
        'value compute nothing.',
    ),
  client_query_id: clientText(200)
    .nullish()
    .describe('A name for the query, by which `insights/cancel/` can cancel it.'),
}
