import type { OpenAPIV3_1 } from 'openapi-types'
import { EXAMPLE, type RouteExample } from '#http/server/route-schema.ts'

type Operation = OpenAPIV3_1.OperationObject
type Parameter = OpenAPIV3_1.ParameterObject | OpenAPIV3_1.ReferenceObject

/**
 * Paths of resources whose first object has the number 1. In a new project, one request is enough to create
 * this object. The paths of keys are left out: a reader who tries such an example would revoke their own
 * key.
 */
const FROM_ONE = /\/(?:insights|dashboards|actions|annotations|cohorts|deletions)\/\{id\}\//

/** Values of path parameters that work for every caller. */
const PATH_EXAMPLES: Readonly<Record<string, string>> = {
  project_id: '@current',
  organization_id: '@current',
  uuid: '@me',
}

/** Returns an operation whose parameters and body have the values of the route's example. */
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

/**
 * Returns the description of a body with an example. A route that accepts bodies of any type has no
 * described body, so this makes one.
 */
function bodyWith(example: unknown, described: Operation['requestBody']): OpenAPIV3_1.RequestBodyObject {
  const { content = {}, ...others } = (described ?? {}) as Partial<OpenAPIV3_1.RequestBodyObject>
  const type = 'application/json'
  return { ...others, content: { ...content, [type]: { schema: {}, ...content[type], example } } }
}
