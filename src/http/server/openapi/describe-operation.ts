import type { OpenAPIV3_1 } from 'openapi-types'
import { withExample } from './operation-example.ts'

type Responses = Record<string, OpenAPIV3_1.ResponseObject>

/** The meaning of each status, unless the route describes it. */
const MEANINGS: Readonly<Record<string, string>> = {
  202: 'Accepted: the result is being computed in the background, see `query_status`.',
  200: 'Success.',
  201: 'Created.',
  204: 'Done. The response has no body.',
  304: 'Nothing changed since the version in `If-None-Match`. The response has no body.',
  400: 'The request is invalid; `attr` names the invalid field.',
  401: 'The credentials are missing or invalid.',
  403: 'The key, or the role of its user, does not allow this.',
  404: 'The resource does not exist, or the caller has no access to it.',
  405: 'The method is not allowed; `Allow` lists the allowed ones.',
  413: 'The body is too large.',
  414: 'A parameter of the path is too long.',
  415: 'The type of the body is not supported: send JSON.',
  429: 'Too many requests. `Retry-After` is the number of seconds to wait.',
  499: 'The query was cancelled.',
  500: 'An error of the server.',
  503: 'Not available now. `Retry-After` is the number of seconds to wait.',
  504: 'The query took too long.',
}

/** Completes an operation with its id, the meanings of its statuses, and the file formats of its success. */
export function describeOperation(
  method: string,
  path: string,
  operation: OpenAPIV3_1.OperationObject,
): OpenAPIV3_1.OperationObject {
  const described = {
    ...operation,
    operationId: operationIdOf(method, path),
    responses: responsesOf(operation),
  }
  return withExample(described, method, path)
}

/**
 * Returns the id of an operation, made from its method and path. Different paths have different ids. The id
 * of `GET /api/projects/{project_id}/insights/{id}/` is `getProjectsByProjectIdInsightsById`.
 */
function operationIdOf(method: string, path: string): string {
  const words = path
    .replace(/^\/api\//, '/')
    .replaceAll(/\{(\w+)\}/g, 'by_$1')
    .split(/[^A-Za-z0-9]+/)
  const names = words.filter((word) => word !== '').map((word) => word[0]?.toUpperCase() + word.slice(1))
  return [method, ...names].join('')
}

function responsesOf({ parameters, responses }: OpenAPIV3_1.OperationObject): Responses {
  const formats = parameters?.flatMap(formatsOf) ?? []
  return Object.fromEntries(
    Object.entries((responses ?? {}) as Responses).map(([status, response]) => {
      const description = MEANINGS[status] ?? response.description
      const described = response.description === UNDESCRIBED ? { ...response, description } : response
      return [status, withFiles(described, filesAt(status, formats))]
    }),
  )
}

/** The description that Fastify writes for a response without one. */
const UNDESCRIBED = 'Default Response'

const formatsOf = (parameter: OpenAPIV3_1.ParameterObject | OpenAPIV3_1.ReferenceObject): string[] => {
  if (!('name' in parameter) || parameter.name !== 'format' || parameter.in !== 'query') return []
  return ((parameter.schema as OpenAPIV3_1.SchemaObject | undefined)?.enum ?? ['csv']).map(String)
}

/** The media type and the schema of each file format. The key is a value of the parameter `format`. */
const FILES: Readonly<Record<string, { readonly type: string; readonly schema: OpenAPIV3_1.SchemaObject }>> =
  {
    csv: {
      type: 'text/csv',
      schema: { type: 'string', description: 'A table whose first row has the names of the columns.' },
    },
    jsonl: {
      type: 'application/jsonl',
      schema: { type: 'string', description: 'A JSON object for each row, one a line.' },
    },
    parquet: {
      type: 'application/vnd.apache.parquet',
      schema: { type: 'string', format: 'binary', description: 'A Parquet file.' },
    },
  }

// A 202 response only says what is under way. It can be a CSV table, but it has no file of rows.
function filesAt(status: string, formats: readonly string[]): readonly string[] {
  if (status === '202') return formats.filter((format) => format === 'csv')
  return status.startsWith('2') ? formats : []
}

function withFiles(
  response: OpenAPIV3_1.ResponseObject,
  formats: readonly string[],
): OpenAPIV3_1.ResponseObject {
  if (response.content?.['application/json'] === undefined) return response
  const files = formats.flatMap((format) => FILES[format] ?? [])
  return {
    ...response,
    content: {
      ...response.content,
      ...Object.fromEntries(files.map(({ type, schema }) => [type, { schema }])),
    },
  }
}
