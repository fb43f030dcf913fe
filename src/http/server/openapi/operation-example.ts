import type { OpenAPIV3_1 } from 'openapi-types'
import { EXAMPLE, type RouteExample } from '#http/server/route-schema.ts'

type Operation = OpenAPIV3_1.OperationObject
type Parameter = OpenAPIV3_1.ParameterObject | OpenAPIV3_1.ReferenceObject

/** Values of paths that every caller has. Numbers of resources are those of the first one that is created. */
const PATH_EXAMPLES: Readonly<Record<string, string>> = {
  project_id: '@current',
  organization_id: '@current',
  uuid: '@me',
}

/** An operation with the example of its route in its parameters and its body. */
export function withExample(operation: Operation, method: string): Operation {
  const { [EXAMPLE]: example = {}, ...others } = operation as Operation & { [EXAMPLE]?: RouteExample }
  const values = { ...PATH_EXAMPLES, ...(example.query as Readonly<Record<string, unknown>> | undefined) }
  const hasBody = method !== 'get' && example.body !== undefined
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
