import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { errorResponses } from '#contract/error-body.ts'
import {
  GroupBody,
  GroupDefinitionsBody,
  GroupFindQuery,
  GroupListQuery,
  GroupPageBody,
  GroupValuesBody,
  GroupValuesQuery,
} from '#contract/group.ts'
import { ProjectPath } from '#contract/paths.ts'
import { Format } from '#contract/text.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { linkWith } from '#http/server/page-links.ts'
import { type GroupListingDeps, listGroups } from '#listings/groups.ts'
import { cursorOf, readCursor } from '#listings/groups-cursor.ts'
import { groupPropertyNames, groupPropertyValues } from '#listings/groups-properties.ts'
import { storableGroupKey } from '#metadata/groups/group-key.ts'
import type { GroupRange } from '#metadata/groups/group-rows.ts'
import type { GroupStore } from '#metadata/groups/group-store.ts'
import { type Clock, isoInstant } from '#shared/clock.ts'
import { notFound } from '#shared/request-error.ts'
import { toDefinitionsBody, toGroupBody, toValuesBody } from './group-body.ts'

export interface GroupRouteDeps extends GroupListingDeps {
  readonly groups: Pick<GroupStore, 'list' | 'find'>
  readonly clock: Clock
}
const READ = { config: { scope: 'group:read' } }
const SUMMARY = { tags: ['groups'], params: ProjectPath }

/** Calls 23 to 26. */
export function groupRoutes(deps: GroupRouteDeps): FastifyPluginAsyncZod {
  return async (app) => {
    await app.register(listRoutes(deps))
    await app.register(propertyRoutes(deps))
  }
}

function listRoutes(deps: GroupRouteDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/groups/',
      {
        ...READ,
        schema: {
          ...SUMMARY,
          querystring: GroupListQuery,
          response: { 200: GroupPageBody, ...errorResponses },
        },
      },
      async (request) => {
        const { group_type_index: typeIndex, cursor, limit, search, group_key: keyPart } = request.query
        const page = await listGroups(deps, {
          projectId: projectOf(request).id,
          typeIndex,
          search,
          keyPart,
          range: readCursor(cursor),
          limit,
        })
        const link = (range: GroupRange | null) => range && linkWith(request, { cursor: cursorOf(range) })
        return {
          next: link(page.next),
          previous: link(page.previous),
          results: page.groups.map(toGroupBody),
        }
      },
    )
    app.get(
      '/groups/find/',
      {
        ...READ,
        schema: { ...SUMMARY, querystring: GroupFindQuery, response: { 200: GroupBody, ...errorResponses } },
      },
      async (request) => {
        const { group_type_index: typeIndex, group_key: key } = request.query
        const group = await deps.groups.find(projectOf(request).id, typeIndex, storableGroupKey(key))
        if (group === null) throw notFound()
        return toGroupBody(group)
      },
    )
  }
}

function propertyRoutes(deps: GroupRouteDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/groups/property_definitions/',
      {
        ...READ,
        schema: {
          ...SUMMARY,
          querystring: Format,
          response: { 200: GroupDefinitionsBody, ...errorResponses },
        },
      },
      async (request) => {
        const names = await groupPropertyNames(deps.engine, projectOf(request).id)
        return toDefinitionsBody(names, isoInstant(deps.clock()))
      },
    )
    app.get(
      '/groups/property_values/',
      {
        ...READ,
        schema: {
          ...SUMMARY,
          querystring: GroupValuesQuery,
          response: { 200: GroupValuesBody, ...errorResponses },
        },
      },
      async (request) => {
        const { group_type_index: typeIndex, key, value } = request.query
        const { id } = projectOf(request)
        const values = await groupPropertyValues(deps.engine, id, typeIndex, key, value)
        return toValuesBody(typeIndex, key, values, isoInstant(deps.clock()))
      },
    )
  }
}
