import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { ComputedFields } from '#http/server/computed-fields.ts'
import { SESSION_COOKIE } from '#http/server/session-cookie.ts'
import { TAGS } from '#http/server/tags.ts'
import { VERSION } from '#shared/version.ts'
import { describeDocument } from './describe-document.ts'
import { registerReader } from './register-reader.ts'

/**
 * Registers the OpenAPI document and the page that shows it. Must be called before the described routes are
 * registered.
 */
export async function registerDocument(app: FastifyInstance, computedFields: ComputedFields): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Throughline', version: VERSION, description: 'Insights over captured events.' },
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          personalApiKey: { type: 'http', scheme: 'bearer', description: 'A personal API key.' },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: SESSION_COOKIE,
            description:
              'A cookie of `POST /api/login/`, with all scopes of its user. It can only write from pages of this server.',
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
