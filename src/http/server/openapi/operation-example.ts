import type { OpenAPIV3_1 } from 'openapi-types'
import { EXAMPLE, type RouteExample } from '#http/server/route-schema.ts'

type Operation = OpenAPIV3_1.OperationObject
type Parameter = OpenAPIV3_1.ParameterObject | OpenAPIV3_1.ReferenceObject

/** Resources whose first one, which a new project has after one request, has the number 1. Not keys: trying would revoke one's own. */
const FROM_ONE = /\/(?:insights|dashboards|actions|annotations|cohorts|deletions)\/\{id\}\//

/** Values of paths that every caller has. */
const PATH_EXAMPLES: Readonly<Record<string, string>> = {
  project_id: '@current',
  organization_id: '@current',
  uuid: '@me',
}

/** An operation with the example of its route in its parameters and its body. */
export function withExample(operation: Operation, method: string, path: string): Operation {
  const { [EXAMPLE]: example = {}, ...others } = operation as Operation & { [EXAMPLE]?: RouteExample }
  const inPath = { ...PATH_EXAMPLES, ...(FROM_ONE.test(path) && { id: '1' }) }
  const hasBody = method !== 'get' && example.body !== undefined
  const values = { ...inPath, ...(!hasBody && (example.query as Readonly<Record<string, unknown>>)) }
  return {
    ...others,
    ...(others.parameters && { parameters: others.parameters.map((one) => withValue(one, values)) }),
    ...(hasBody && { requestBody: bodyWith(example.body, others.requestBody) }),
  }
}

function withValue(parameter: Parameter, values: Readonly<Record<string, unknown>>): Parameter {
  if (!('name' in parameter) || !Object.hasOwn(values, parameter.name)) return parameter
  return { ...parameter, example: values[parameter.name] }
}

/** A route that takes a body of any type has none in the document but for its example. */
function bodyWith(example: unknown, described: Operation['requestBody']): OpenAPIV3_1.RequestBodyObject {
  const { content = {}, ...others } = (described ?? {}) as Partial<OpenAPIV3_1.RequestBodyObject>
  const type = 'application/json'
  return { ...others, content: { ...content, [type]: { schema: {}, ...content[type], example } } }
}
