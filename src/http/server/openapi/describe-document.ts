import type { SwaggerTransformObject } from '@fastify/swagger'
import { jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { OpenAPIV3_1 } from 'openapi-types'
import { type ComputedFields, describeComputed } from '#http/server/computed-fields.ts'
import { describeOperation } from './describe-operation.ts'
import { tidySchemas } from './tidy-schemas.ts'

const ABOUT = `Requests carry \`Authorization: Bearer <personal API key>\`; each operation names the scope that the key needs.
Every error has the body \`{type, code, detail, attr}\`. With \`format=csv\` the response is a table, and a list without a
\`limit\` is returned whole. The slash at the end of a path is optional.

Every path under \`/api/projects/\` also works under \`/api/environments/\`, and lists of people also work under \`/api/person/\`.
The page \`/api/docs/\` shows each operation once; the document at \`/api/schema/\` has all addresses.

The examples ask about the events of the demo (\`npm run demo\`, or a button on the page of a project without events): set \`project_id\` to
the number of its project. \`@current\` is the first project that your key can access. A number of an insight, a dashboard and so
on comes from its list.

A request that is not valid HTTP, or is too large or too slow, has an error with the same body: 400, 408, 414 or 431. A path
or method that no operation has is 404 or 405.`

/**
 * Completes the OpenAPI document. Schemas that no operation uses are left out, and each operation is
 * described from its route.
 */
export const describeDocument =
  (computedFields: ComputedFields): SwaggerTransformObject =>
  (given) => {
    const plain = jsonSchemaTransformObject(given) as OpenAPIV3_1.Document
    const document = tidySchemas(describeComputed(plain, computedFields))
    const paths = Object.entries(document.paths ?? {}).map(([path, item]) => [
      path,
      Object.fromEntries(
        Object.entries(item ?? {}).map(([method, operation]) => [
          method,
          describeOperation(method, path, operation as OpenAPIV3_1.OperationObject),
        ]),
      ),
    ])
    const info = { ...document.info, description: [document.info.description, ABOUT].join('\n\n') }
    return { ...document, info, paths: Object.fromEntries(paths) }
  }
