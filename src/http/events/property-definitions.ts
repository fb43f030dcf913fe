import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import {
  DefinitionPath,
  PropertyDefinitionBody,
  PropertyDefinitionPageBody,
  PropertyDefinitionQuery,
} from '#contract/definition.ts'
import { ProjectPath } from '#contract/paths.ts'
import { FormatQuery } from '#contract/text.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { list } from '#http/server/list.ts'
import { type CountedPosition, counted, countedPage } from '#http/server/paging.ts'
import { route } from '#http/server/route.ts'
import type { PropertyDefinitionListOptions } from '#metadata/definitions/definition.ts'
import type { DefinitionStore } from '#metadata/definitions/definition-store.ts'
import { notFound } from '#shared/request-error.ts'
import { storableName } from '#shared/storable-name.ts'
import { toPropertyDefinitionBody } from './definition-body.ts'

interface PropertyDefinitionDeps {
  readonly definitions: DefinitionStore
}

const READ = { tag: 'definitions', scope: 'property_definition:read' } as const

/** Registers `/property_definitions/`: the properties of the events, persons and groups of a project. */
export function propertyDefinitionRoutes(
  app: FastifyInstance,
  { definitions }: PropertyDefinitionDeps,
): void {
  list(
    app,
    {
      get: '/property_definitions/',
      summary: 'List property definitions',
      ...READ,
      params: ProjectPath,
      query: PropertyDefinitionQuery,
      answer: PropertyDefinitionPageBody,
      paging: counted,
    },
    async (request, position) => {
      const page = { ...toConditions(request.query), ...position }
      const { count, definitions: listed } = await definitions.properties(projectOf(request).id, page)
      return countedPage(position, count, listed.map(toPropertyDefinitionBody))
    },
  )
  route(
    app,
    {
      get: '/property_definitions/:id/',
      summary: 'Get a property definition',
      ...READ,
      params: DefinitionPath,
      query: FormatQuery,
      answer: PropertyDefinitionBody,
    },
    async (request) => {
      const definition = await definitions.property(projectOf(request).id, request.params.id)
      if (definition === null) throw notFound()
      return toPropertyDefinitionBody(definition)
    },
  )
}

function toConditions(
  query: z.output<typeof PropertyDefinitionQuery>,
): Omit<PropertyDefinitionListOptions, keyof CountedPosition> {
  const { is_feature_flag: isFlag, exclude_core_properties: isCoreExcluded } = query
  return {
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
