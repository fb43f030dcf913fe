import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { ComputedFields } from '#http/server/computed-fields.ts'
import { SESSION_COOKIE } from '#http/server/session-cookie.ts'
import { describeDocument } from './describe-document.ts'
import { registerReader } from './register-reader.ts'

/** The document of the interface, and its reader. To be called before the routes that it describes. */
export async function registerDocument(app: FastifyInstance, computedFields: ComputedFields): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Throughline', version: '0.1.0', description: 'Insights over captured events.' },
      components: {
        securitySchemes: {
          personalApiKey: { type: 'http', scheme: 'bearer', description: 'A personal API key.' },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: SESSION_COOKIE,
            description:
              'Of `POST /api/login/`. It may do what its user may, and changes things from pages of this server only.',
          },
        },
      },
      security: [{ personalApiKey: [] }, { session: [] }],
    },
    transform: jsonSchemaTransform,
    transformObject: describeDocument(computedFields),
  })
  await registerReader(app)
}
