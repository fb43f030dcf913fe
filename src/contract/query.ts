import { z } from 'zod'
import { INSIGHT_WRAPPER } from './insight-kinds.ts'
import { knownFields, knownParameters } from './known-parameters.ts'
import { parseRefresh, REFRESH_NAMES, type RefreshMode } from './refresh.ts'
import { clientText, RowFormatQuery } from './text.ts'
import { WARNINGS } from './warning.ts'

const MODES = ['true', 'false', ...REFRESH_NAMES] as const

// If no result is cached, a query is computed unless the client says that it does not want that.
const parseQueryRefresh = (value: boolean | (typeof MODES)[number]): RefreshMode =>
  value === false || value === 'false' ? 'blocking' : parseRefresh(value).mode

const QueryRefresh = z
  .union([z.boolean(), z.enum(MODES)], `Use true, false or one of ${REFRESH_NAMES.join(', ')}.`)
  .transform(parseQueryRefresh)
  .describe(
    'As for insights. `blocking`, the default, and `async_except_on_cache_miss` always have a result; the other `async` modes and `force_cache` answer `results` of null where none is cached, with status 202 while it is computed.',
  )

/** The query string of the call of query nodes. A `refresh` in the body takes precedence over this one. */
export const QueryParameters = knownParameters({ ...RowFormatQuery.shape, refresh: QueryRefresh.optional() })

const status = (results: z.ZodType) =>
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
      expiration_time: z.string().nullable().describe('When the status is removed.'),
      results: results.nullable().describe('The result, in the response to a request for this status.'),
      columns: z.array(z.string()).nullish(),
      types: z.array(z.array(z.string())).nullish(),
      hasMore: z.boolean().nullish(),
      limit: z.int().nullish(),
      offset: z.int().nullish(),
    })
    .meta({ id: 'QueryStatus' })

// These fields are about the call. Clients send them, and they change no number.
const IGNORED = ['limit_context', 'personal_api_key']

/** The node of a request, and the fields that a request has next to it. */
const askedFields = (nodes: readonly string[]) => ({
  query: z
    .record(
      z.string(),
      z.unknown(),
      'Expected a query node as an object, such as {"kind": "HogQLQuery", "query": "select 1"}.',
    )
    .describe(
      `A node of one of these kinds: ${nodes.join(', ')}. Bare, or as the \`source\` of an ${INSIGHT_WRAPPER}.`,
    ),
  filters_override: z
    .record(z.string(), z.unknown())
    .nullish()
    .describe('Dates, properties and a breakdown in place of those of the node, as a dashboard has them.'),
  variables_override: z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .nullish()
    .describe('Values of the variables of a statement, in place of those of the node.'),
})

const request = (nodes: readonly string[]) =>
  knownFields(
    {
      ...askedFields(nodes),
      client_query_id: clientText(200).nullish(),
      refresh: QueryRefresh.nullish(),
      async: z.boolean().nullish().describe('True is `refresh` of `force_async`, for older clients.'),
      name: clientText(400).nullish().describe("The client's name of the query; not stored."),
    },
    IGNORED,
  ).meta({ id: 'QueryRequest' })

/**
 * Makes the bodies of `query/`. `nodes` are the names of all query nodes, `item` is an item of any kind of
 * insight, and `beside` are the fields that a kind has next to its results. Results are plain JSON here,
 * even if the bodies of insights have JSON text.
 */
export function queryBodies(nodes: readonly string[], item: z.ZodType, beside: z.ZodRawShape) {
  // A list of items, or a single item if clients know the result as an object.
  const results = z.union([z.array(item), item])
  const QueryStatus = status(results)
  const QueryBody = z
    .object({
      results: results.nullable().describe('Null where no result is cached and none is waited for.'),
      ...beside,
      columns: z
        .array(z.string())
        .nullable()
        .describe('The names of the columns, where the results are rows; null for insights.'),
      types: z
        .array(z.array(z.string()))
        .nullable()
        .describe('The name and the type of each column, as ClickHouse calls it.'),
      hasMore: z.boolean().describe('Whether there are rows behind the last one.'),
      limit: z.int().nullable(),
      offset: z.int().nullable(),
      is_cached: z.boolean(),
      computed_ms: z
        .int()
        .nullable()
        .describe('The milliseconds that computing the result took, also where it is cached now.'),
      rows_read: z
        .int()
        .nullable()
        .describe(
          'The rows that the event store read to compute the result; null if it gives no number: for walked kinds and limits over 3,000 rows.',
        ),
      last_refresh: z.string().nullable(),
      next_allowed_client_refresh: z.string().nullable(),
      timezone: z.string(),
      query_status: QueryStatus.nullable().describe(
        'The status of a newer result that is being computed in the background.',
      ),
      error: z.null(),
      ...WARNINGS,
    })
    .meta({ id: 'QueryResult' })
  return { QueryRequest: request(nodes), QueryBody, QueryStatusBody: z.object({ query_status: QueryStatus }) }
}

/** Makes the bodies of `query/statements/`. */
export const statementBodies = (nodes: readonly string[]) => ({
  StatementsRequest: knownFields(askedFields(nodes), IGNORED).meta({ id: 'StatementsRequest' }),
  StatementsBody: z
    .object({
      statements: z
        .array(
          z.object({
            name: z.string().describe('The name of the query, as logs have it behind that of its kind.'),
            sql: z
              .string()
              .describe(
                'In the dialect of ClickHouse, for the moment of the request. One that is made from the results of an earlier one is as it is where that found nothing.',
              ),
            is_walked: z
              .boolean()
              .describe(
                'Whether the answer is not in the rows, but found by walking through them in order of time.',
              ),
          }),
        )
        .describe('In the order in which they run.'),
    })
    .meta({ id: 'QueryStatements' }),
})
