import type { OpenAPIV3_1 } from 'openapi-types'

type Responses = Record<string, OpenAPIV3_1.ResponseObject>

/** What a status means here, where the route does not say it better. */
const MEANINGS: Readonly<Record<string, string>> = {
  200: 'Success.',
  201: 'Created.',
  204: 'Done. There is no body.',
  304: 'The same as what `If-None-Match` names. There is no body.',
  400: 'The request cannot be understood or is not allowed to be so; `attr` names the field at fault.',
  401: 'Who asks is not known: no credentials, or invalid ones.',
  403: 'Who asks may not do this.',
  404: 'There is no such thing, or it is not for who asks.',
  405: 'Not allowed here; `Allow` names the methods that are.',
  409: 'It is not in a state for this.',
  413: 'The body is too large.',
  414: 'A part of the path is too long.',
  415: 'The body is of a type that is not read here: send JSON.',
  429: 'Too often. `Retry-After` says how many seconds to wait.',
  499: 'The question was cancelled.',
  500: 'A fault of the server.',
  503: 'Not at this moment. `Retry-After` says how many seconds to wait.',
  504: 'The question took too long.',
}

/** An operation with what follows from its method, its path and its statuses. */
export function describeOperation(
  method: string,
  path: string,
  operation: OpenAPIV3_1.OperationObject,
): OpenAPIV3_1.OperationObject {
  return { ...operation, operationId: operationIdOf(method, path), responses: responsesOf(operation) }
}

/** `GET /api/projects/{project_id}/insights/{id}/` is `getProjectsByProjectIdInsightsById`: as unique as the path. */
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
      const described = response.description === UNSAID ? { ...response, description } : response
      return [status, isCsv && status.startsWith('2') ? withCsv(described) : described]
    }),
  )
}

/** What the framework writes where a schema has no description. */
const UNSAID = 'Default Response'

const isFormat = (parameter: OpenAPIV3_1.ParameterObject | OpenAPIV3_1.ReferenceObject) =>
  'name' in parameter && parameter.name === 'format' && parameter.in === 'query'

function withCsv(response: OpenAPIV3_1.ResponseObject): OpenAPIV3_1.ResponseObject {
  if (response.content?.['application/json'] === undefined) return response
  const schema = { type: 'string', description: 'A table: the first row names the columns.' } as const
  return { ...response, content: { ...response.content, 'text/csv': { schema } } }
}
