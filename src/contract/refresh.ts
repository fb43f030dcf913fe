import { z } from 'zod'
import { clientText } from './text.ts'

/**
 * How new a result has to be, in the names of the interface. With `none`, which clients send as `false`,
 * each call has its own default.
 */
export type RefreshMode =
  | 'none'
  | 'blocking'
  | 'force_blocking'
  | 'async'
  | 'lazy_async'
  | 'force_async'
  | 'async_except_on_cache_miss'
  | 'force_cache'

/** A parsed `refresh` parameter. */
export interface AskedRefresh {
  readonly mode: RefreshMode
  /** The value as it was sent, if the interface has no such value; otherwise null. */
  readonly unknown: string | null
}

/**
 * The values of `refresh` that are names. All other known values are words and numbers for true and false.
 */
export const REFRESH_NAMES = [
  'blocking',
  'force_blocking',
  'async',
  'async_except_on_cache_miss',
  'lazy_async',
  'force_async',
  'force_cache',
] as const

const MEANINGS: ReadonlyMap<string, RefreshMode> = new Map<string, RefreshMode>([
  ...['true', '1', 'yes', ''].map((word) => [word, 'blocking'] as const),
  ...['false', '0', 'no'].map((word) => [word, 'none'] as const),
  ...REFRESH_NAMES.map((name) => [name, name] as const),
])

/**
 * Parses a `refresh` parameter. An empty value means `blocking`. An unknown value means `force_cache`,
 * which computes nothing, as clients expect.
 */
export function parseRefresh(value: string | number | boolean): AskedRefresh {
  const sent = String(value)
  const mode = MEANINGS.get(sent.trim().toLowerCase())
  return mode === undefined ? { mode: 'force_cache', unknown: sent } : { mode, unknown: null }
}

/** The parameters of every call that may compute, in the query string or in the body. */
export const RefreshParameters = {
  refresh: z
    .union([z.boolean(), z.number(), z.string()])
    .transform(parseRefresh)
    .nullish()
    .describe(
      'How new the result has to be. `true` or `blocking` computes unless the cached result is fresh, which it is until ' +
        'an event arrives that it counts; `force_blocking` always computes; `async`, `lazy_async` (accepts a result of up ' +
        'to a day) and `force_async` respond at once and compute in the background, see `query_status`; ' +
        '`async_except_on_cache_miss` computes at once without a cached result. `false` is the same as no `refresh`. ' +
        '`force_cache` computes nothing. Any other value computes nothing either, and a warning names it.',
    ),
  client_query_id: clientText(200)
    .nullish()
    .describe('A name for the query. `insights/cancel/` can cancel the query by it.'),
}
