import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import {
  DefinitionPath,
  PropertyDefinitionBody,
  PropertyDefinitionPage,
  PropertyDefinitionQuery,
} from '#contract/definition.ts'
import { errorResponses } from '#contract/error-body.ts'
import { ProjectPath } from '#contract/paths.ts'
import { Format } from '#contract/text.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { pageLinks } from '#http/server/page-links.ts'
import type { PropertyPage } from '#metadata/definitions/definition.ts'
import type { DefinitionStore } from '#metadata/definitions/definition-store.ts'
import { notFound } from '#shared/request-error.ts'
import { storableName } from '#shared/storable-name.ts'
import { toPropertyDefinitionBody } from './definition-body.ts'

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

function toPropertyPage(query: z.output<typeof PropertyDefinitionQuery>): PropertyPage {
  const { is_feature_flag: isFlag, exclude_core_properties: isCoreExcluded } = query
  return {
    limit: query.limit,
    offset: query.offset,
    search: query.search,
    type: query.type,
    groupTypeIndex: query.group_type_index ?? -1,
    eventNames: query.event_names?.map(storableName) ?? null,
    isOfEventsOnly: query.filter_by_event_names ?? false,
    names: query.properties?.map(storableName) ?? null,
    excludedNames: query.excluded_properties?.map(storableName) ?? [],
    isNumerical: query.is_numerical ?? null,
    prefixes: [
      ...(isFlag === undefined ? [] : [{ text: '$feature/', isWanted: isFlag }]),
      ...(isCoreExcluded === true ? [{ text: '$', isWanted: false }] : []),
    ],
  }
}
