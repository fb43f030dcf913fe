import type { OpenAPIV3_1 } from 'openapi-types'

type Responses = Record<string, OpenAPIV3_1.ResponseObject>

/** The meaning of a status, unless the route describes it. */
const MEANINGS: Readonly<Record<string, string>> = {
  202: 'Accepted: the result is being computed in the background, see `query_status`.',
  200: 'Success.',
  201: 'Created.',
  204: 'Done, without a body.',
  304: 'Unchanged since the version in `If-None-Match`, without a body.',
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

/** An operation with its id, the meanings of its statuses, and the CSV form of its success. */
export function describeOperation(
  method: string,
  path: string,
  operation: OpenAPIV3_1.OperationObject,
): OpenAPIV3_1.OperationObject {
  return { ...operation, operationId: operationIdOf(method, path), responses: responsesOf(operation) }
}

/** `GET /api/projects/{project_id}/insights/{id}/` is `getProjectsByProjectIdInsightsById`, as unique as the path. */
function operationIdOf(method: string, path: string): string {
  const words = path
    .replace(/^\/api\//, '/')
    .replaceAll(/\{(\w+)\}/g, 'by_$1')
    .split(/[^A-Za-z0-9]+/)
  const names = words.filter((word) => word !== '').map((word) => word[0]?.toUpperCase() + word.slice(1))
  return [method, ...names].join('')
}

function responsesOf({ parameters, responses }: OpenAPIV3_1.OperationObject): Responses {
  const isCsv = parameters?.some(isFormat) ?? false
  return Object.fromEntries(
    Object.entries((responses ?? {}) as Responses).map(([status, response]) => {
      const description = MEANINGS[status] ?? response.description
      const described = response.description === UNDESCRIBED ? { ...response, description } : response
      return [status, isCsv && status.startsWith('2') ? withCsv(described) : described]
    }),
  )
}

/** Fastify's text for a response without a description. */
const UNDESCRIBED = 'Default Response'

const isFormat = (parameter: OpenAPIV3_1.ParameterObject | OpenAPIV3_1.ReferenceObject) =>
  'name' in parameter && parameter.name === 'format' && parameter.in === 'query'

function withCsv(response: OpenAPIV3_1.ResponseObject): OpenAPIV3_1.ResponseObject {
  if (response.content?.['application/json'] === undefined) return response
  const schema = {
    type: 'string',
    description: 'A table whose first row has the names of the columns.',
  } as const
  return { ...response, content: { ...response.content, 'text/csv': { schema } } }
}
