import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { OpenAPIV3_1 } from 'openapi-types'
import { withFirstAddresses } from './first-addresses.ts'

/**
 * The content security policy of the page. Everything that the page loads comes from this server.
 * `unsafe-inline` is needed because the page sets styles on its elements.
 */
const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}

/**
 * Registers `/api/docs/`, a page that shows the OpenAPI document with one address for each operation.
 * Readers can send requests from it with their own key.
 */
export async function registerReader(app: FastifyInstance): Promise<void> {
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: POLICY,
    transformSpecification: (document) =>
      withFirstAddresses(document as OpenAPIV3_1.Document) as typeof document,
    transformSpecificationClone: false,
    theme: { title: 'Throughline: interface reference' },
    uiConfig: {
      // Unlike the default layout, this one has no bar for opening other documents.
      layout: 'BaseLayout',
      docExpansion: 'list',
      defaultModelsExpandDepth: 0,
      displayOperationId: false,
    },
  })
}
