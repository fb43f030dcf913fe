import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  DefinitionPath,
  PropertyDefinitionBody,
  PropertyDefinitionPage,
  PropertyDefinitionQuery,
  toPropertyDefinitionBody,
  toPropertyPage,
} from '#contract/definition.ts'
import { errorResponses } from '#contract/error-body.ts'
import { ProjectPath } from '#contract/paths.ts'
import { Format } from '#contract/text.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { pageLinks } from '#http/server/page-links.ts'
import type { DefinitionStore } from '#metadata/definitions/definition-store.ts'
import { notFound } from '#shared/request-error.ts'

interface PropertyDefinitionDeps {
  readonly definitions: DefinitionStore
}

/** `property_definitions/`: which properties the events, persons and groups of a project have. */
export function propertyDefinitionRoutes({ definitions }: PropertyDefinitionDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/property_definitions/',
      {
        config: { scope: 'property_definition:read' },
        schema: {
          tags: ['definitions'],
          params: ProjectPath,
          querystring: PropertyDefinitionQuery,
          response: { 200: PropertyDefinitionPage, ...errorResponses },
        },
      },
      async (request) => {
        const page = toPropertyPage(request.query)
        const listed = await definitions.properties(projectOf(request).id, page)
        return {
          count: listed.count,
          ...pageLinks(request, { ...page, count: listed.count }),
          results: listed.definitions.map(toPropertyDefinitionBody),
        }
      },
    )
    app.get(
      '/property_definitions/:id/',
      {
        config: { scope: 'property_definition:read' },
        schema: {
          tags: ['definitions'],
          params: DefinitionPath,
          querystring: Format,
          response: { 200: PropertyDefinitionBody, ...errorResponses },
        },
      },
      async (request) => {
        const definition = await definitions.property(projectOf(request).id, request.params.id)
        if (definition === null) throw notFound()
        return toPropertyDefinitionBody(definition)
      },
    )
  }
}
