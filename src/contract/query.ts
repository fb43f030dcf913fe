import { z } from 'zod'
import { INSIGHT_WRAPPER, WRAPPERS } from './insight-kinds.ts'
import { knownFields, knownParameters } from './known-parameters.ts'
import { parseRefresh, REFRESH_NAMES, type RefreshMode } from './refresh.ts'
import { clientText, RowFormatQuery } from './text.ts'
import { WARNINGS } from './warning.ts'

const MODES = ['true', 'false', ...REFRESH_NAMES] as const

// A query that has no cached result is computed, unless the client asks for a cached result only. So `false`
// does not mean `none` here, but `blocking`.
const parseQueryRefresh = (value: boolean | (typeof MODES)[number]): RefreshMode =>
  value === false || value === 'false' ? 'blocking' : parseRefresh(value).mode

const QueryRefresh = z
  .union([z.boolean(), z.enum(MODES)], `Use true, false or one of ${REFRESH_NAMES.join(', ')}.`)
  .transform(parseQueryRefresh)
  .describe(
    'How new the result has to be, as for insights. With `blocking`, the default, and `async_except_on_cache_miss` there is always a result. With the other `async` modes and `force_cache`, `results` is null if no result is cached; the status is 202 while it is computed.',
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
      results: results
        .nullable()
        .describe('The result. Only the response to a request for this status has it.'),
      columns: z.array(z.string()).nullish(),
      types: z.array(z.array(z.string())).nullish(),
      hasMore: z.boolean().nullish(),
      limit: z.int().nullish(),
      offset: z.int().nullish(),
    })
    .meta({ id: 'QueryStatus' })

// These fields concern the call and change no number. They are accepted because clients send them.
const IGNORED = ['limit_context', 'personal_api_key']

// Each node is parsed by its kind, after the body was parsed. So the schema of the body only refers to the
// schemas of the nodes.
const nodeReference = (node: string) => ({ $ref: `#/components/schemas/${node}Input` })
const WRAPPER_SCHEMA = {
  type: 'object',
  properties: { kind: { enum: WRAPPERS }, source: { type: 'object' } },
  required: ['kind', 'source'],
}

/** The node of a request, and the fields that a request has next to it. */
const askedFields = (nodes: readonly string[]) => ({
  query: z
    .record(
      z.string(),
      z.unknown(),
      'Expected a query node as an object, such as {"kind": "HogQLQuery", "query": "select 1"}.',
    )
    .meta({
      description: `A node of one of these kinds: ${nodes.join(', ')}. Send the node itself, or as the \`source\` of an ${INSIGHT_WRAPPER}.`,
      anyOf: [...nodes.map(nodeReference), WRAPPER_SCHEMA],
    }),
  filters_override: z
    .record(z.string(), z.unknown())
    .nullish()
    .describe(
      'Dates, properties and a breakdown that replace those of the node, as the filters of a dashboard do.',
    ),
  variables_override: z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .nullish()
    .describe('Values of the variables of a statement. They replace those of the node.'),
})

const request = (nodes: readonly string[]) =>
  knownFields(
    {
      ...askedFields(nodes),
      client_query_id: clientText(200).nullish(),
      refresh: QueryRefresh.nullish(),
      async: z.boolean().nullish().describe('For older clients: true means `refresh` of `force_async`.'),
      name: clientText(400).nullish().describe('A name that the client gives the query. It is not stored.'),
    },
    IGNORED,
  ).meta({ id: 'QueryRequest' })

/**
 * Makes the bodies of `query/`. `nodes` are the names of all query nodes, `results` is a result of any kind
 * of insight, and `beside` are the fields that a kind has next to its results. Results are always plain
 * JSON in these bodies, even if the settings make the bodies of insights have JSON text.
 */
export function queryBodies(nodes: readonly string[], results: z.ZodType, beside: z.ZodRawShape) {
  const QueryStatus = status(results)
  const QueryBody = z
    .object({
      results: results
        .nullable()
        .describe('Null if no result is cached and the request does not wait for one.'),
      ...beside,
      columns: z
        .array(z.string())
        .nullable()
        .describe('The names of the columns if the results are rows; null for insights.'),
      types: z
        .array(z.array(z.string()))
        .nullable()
        .describe('The name of each column, and the name of its type in ClickHouse.'),
      hasMore: z.boolean().describe('Whether there are more rows after the last one.'),
      limit: z.int().nullable(),
      offset: z.int().nullable(),
      is_cached: z.boolean(),
      computed_ms: z
        .int()
        .nullable()
        .describe(
          'How many milliseconds it took to compute the result, even if it comes from the cache now.',
        ),
      rows_read: z
        .int()
        .nullable()
        .describe(
          'How many rows the event store read to compute the result. Null if it gives no number, as for walked kinds and limits over 3,000 rows.',
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
            name: z.string().describe('The name of the query. In logs it follows the name of its kind.'),
            sql: z
              .string()
              .describe(
                'The statement in the dialect of ClickHouse, as it would run at the moment of the request. A statement that is made from earlier results is shown for empty earlier results.',
              ),
            is_walked: z
              .boolean()
              .describe(
                'Whether the server finds the answer by walking through the rows in order of time. Otherwise the rows are the answer.',
              ),
          }),
        )
        .describe('The statements, in the order in which they run.'),
    })
    .meta({ id: 'QueryStatements' }),
})
