import type { OpenAPIV3_1 } from 'openapi-types'
import { summaryOf } from './operation-summaries.ts'

/** An operation as it comes from its route: with what has no place of its own in a document. */
export type RoutedOperation = OpenAPIV3_1.OperationObject & {
  'x-scope'?: string | null
  'x-reads-query'?: boolean
}
type Responses = Record<string, OpenAPIV3_1.ResponseObject>
type Security = readonly OpenAPIV3_1.SecurityRequirementObject[]

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
  415: 'The body is of a type that is not read here: send JSON.',
  429: 'Too often. `Retry-After` says how many seconds to wait.',
  499: 'The question was cancelled.',
  500: 'A fault of the server.',
  503: 'Not at this moment. `Retry-After` says how many seconds to wait.',
  504: 'The question took too long.',
}

/** An operation with all that follows from its method, its path and the scope of its route. */
export function describeOperation(
  method: string,
  path: string,
  routed: RoutedOperation,
  security: Security,
): OpenAPIV3_1.OperationObject {
  const { 'x-scope': scope, 'x-reads-query': _, ...operation } = routed
  const summary = summaryOf(method, path)
  return {
    ...(summary !== undefined && { summary }),
    ...operation,
    operationId: operationIdOf(method, path),
    security: operation.security ?? security.map((one) => withScope(one, scope ?? null)),
    responses: responsesOf(method, path, routed),
  }
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

const withScope = (one: OpenAPIV3_1.SecurityRequirementObject, scope: string | null) =>
  'personalApiKey' in one && scope !== null ? { ...one, personalApiKey: [scope] } : one

function responsesOf(method: string, path: string, operation: RoutedOperation): Responses {
  const isCsv = operation.parameters?.some(isFormat) ?? false
  const impossible = operation.security === undefined ? impossibleIn(method, path, operation) : []
  const possible = Object.entries((operation.responses ?? {}) as Responses).filter(
    ([status]) => !impossible.includes(status),
  )
  const tooLong: [string, OpenAPIV3_1.ResponseObject][] = path.includes('{') ? [['414', TOO_LONG]] : []
  return Object.fromEntries(
    [...possible, ...tooLong].map(([status, response]) => {
      const description = MEANINGS[status] ?? response.description
      const described = response.description === UNSAID ? { ...response, description } : response
      return [status, isCsv && status.startsWith('2') ? withCsv(described) : described]
    }),
  )
}

/** From the router: no route says it. */
const TOO_LONG: OpenAPIV3_1.ResponseObject = {
  description: 'A part of the path is too long.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
}

/** What the framework writes where a schema has no description. */
const UNSAID = 'Default Response'

/** Of the errors that all routes declare alike. What is open to all says itself what it answers. */
function impossibleIn(method: string, path: string, routed: RoutedOperation): string[] {
  const isReading = method === 'get'
  return [
    // No body is read,
    ...(isReading ? ['413', '415'] : []),
    // there is nothing in the request that could be wrong,
    ...(isReading && !routed['x-reads-query'] ? ['400'] : []),
    // any key will do,
    ...(isReading && routed['x-scope'] === null ? ['403'] : []),
    // and nothing is looked up.
    ...(path.includes('{') ? [] : ['404']),
  ]
}

const isFormat = (parameter: OpenAPIV3_1.ParameterObject | OpenAPIV3_1.ReferenceObject) =>
  'name' in parameter && parameter.name === 'format' && parameter.in === 'query'

function withCsv(response: OpenAPIV3_1.ResponseObject): OpenAPIV3_1.ResponseObject {
  if (response.content?.['application/json'] === undefined) return response
  const schema = { type: 'string', description: 'A table: the first row names the columns.' } as const
  return { ...response, content: { ...response.content, 'text/csv': { schema } } }
}
