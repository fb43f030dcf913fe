import { z } from 'zod'
import { parseRefresh } from './refresh.ts'
import { clientText } from './text.ts'

// Every one of them answers. `force_cache` never computes, which is nothing where no answer is kept: refused.
const MODES = [
  'true',
  'false',
  'blocking',
  'force_blocking',
  'async',
  'async_except_on_cache_miss',
  'lazy_async',
  'force_async',
] as const

// Would change the question: ignored, it would be another question's answer.
const NotSupported = z
  .unknown()
  .refine((value) => isNothing(value), {
    error: 'This field is not supported by this version of Throughline.',
    params: { code: 'not_supported' },
  })
  .optional()
  .describe('Not supported yet: refused unless empty.')

const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0)

/** What is asked. Other keys that clients send (`async`, `limit_context`) change no answer and are let through. */
export const QueryRequest = z
  .object({
    query: z
      .record(z.string(), z.unknown())
      .describe('A TrendsQuery or FunnelsQuery, bare or as the `source` of an InsightVizNode.'),
    client_query_id: clientText(200).nullish(),
    refresh: z
      .union([z.boolean(), z.enum(MODES)], `Use true, false or one of ${MODES.slice(2).join(', ')}.`)
      .transform(parseRefresh)
      .nullish()
      .describe('As of insights; there is always an answer, computed at once where none is kept.'),
    name: clientText(400).nullish().describe('What the client calls the question; not kept.'),
    filters_override: NotSupported,
    variables_override: NotSupported,
  })
  .meta({ id: 'QueryRequest' })

const status = (item: z.ZodType) =>
  z
    .object({
      id: z.string(),
      team_id: z.int(),
      insight_id: z.int().nullable(),
      dashboard_id: z.null(),
      query_async: z.literal(true),
      complete: z.boolean(),
      error: z.boolean(),
      error_message: z.string().nullable(),
      start_time: z.string(),
      end_time: z.string().nullable(),
      expiration_time: z.string().nullable().describe('When it is forgotten.'),
      results: z.array(item).nullable().describe('Where it is asked for by its id.'),
    })
    .meta({ id: 'QueryStatus' })

/** The bodies of `query/`, with the items of every kind: always plain JSON, whatever the form of Insights. */
export function queryBodies(item: z.ZodType) {
  const QueryStatus = status(item)
  const QueryBody = z
    .object({
      results: z.array(item),
      columns: z.null().describe('Only tables have columns.'),
      types: z.null(),
      hasMore: z.boolean(),
      is_cached: z.boolean(),
      last_refresh: z.string(),
      next_allowed_client_refresh: z.string(),
      timezone: z.string(),
      query_status: QueryStatus.nullable().describe('Of a newer answer that is computed meanwhile.'),
      error: z.null(),
    })
    .meta({ id: 'QueryResult' })
  return { QueryBody, QueryStatusBody: z.object({ query_status: QueryStatus }) }
}
