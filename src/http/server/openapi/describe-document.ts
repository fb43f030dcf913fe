import type { SwaggerTransformObject } from '@fastify/swagger'
import { jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { OpenAPIV3_1 } from 'openapi-types'
import { type ComputedFields, describeComputed } from '#http/server/computed-fields.ts'
import { describeOperation } from './describe-operation.ts'
import { tidySchemas } from './tidy-schemas.ts'

const ABOUT = `Requests carry \`Authorization: Bearer <personal API key>\`; the scope that a key needs stands beside each operation.
Every error is \`{type, code, detail, attr}\`. Parameters named \`format\` take \`csv\`: a table, and a list as a whole where no
\`limit\` is given. Slashes at the end of a path are optional.

What is no request that can be read is answered in the same form before any operation is: 400, 408, 414 and 431; what no
operation has, with 404 or 405.`

/** The whole document: the schemas that are used, and each operation described. */
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
