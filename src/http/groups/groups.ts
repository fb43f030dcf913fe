import type { FastifyInstance } from 'fastify'
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
import { route } from '#http/server/route.ts'
import { type GroupListingDeps, listGroups } from '#listings/groups.ts'
import { cursorOf, readCursor } from '#listings/groups-cursor.ts'
import { groupPropertyNames, groupPropertyValues } from '#listings/groups-properties.ts'
import { storableGroupKey } from '#metadata/groups/group-key.ts'
import type { GroupRange } from '#metadata/groups/group-rows.ts'
import type { GroupStore } from '#metadata/groups/group-store.ts'
import { type Clock, isoInstant } from '#shared/clock.ts'
import { notFound } from '#shared/request-error.ts'
import { toDefinitionsBody, toGroupBody, toValuesBody } from './group-body.ts'

interface GroupRouteDeps extends GroupListingDeps {
  readonly groups: Pick<GroupStore, 'list' | 'find'>
  readonly clock: Clock
}
const READ = { tag: 'groups', scope: 'group:read', params: ProjectPath } as const

/** `/groups/`: accounts, companies and whatever else a project groups its events by. */
export function groupRoutes(app: FastifyInstance, deps: GroupRouteDeps): void {
  route(
    app,
    {
      get: '/groups/',
      call: 23,
      summary: 'List groups',
      ...READ,
      query: GroupListQuery,
      answer: GroupPageBody,
      engine: 'query',
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
  route(
    app,
    {
      get: '/groups/find/',
      call: 24,
      summary: 'Find a group by its key',
      ...READ,
      query: GroupFindQuery,
      answer: GroupBody,
    },
    async (request) => {
      const { group_type_index: typeIndex, group_key: key } = request.query
      const group = await deps.groups.find(projectOf(request).id, typeIndex, storableGroupKey(key))
      if (group === null) throw notFound()
      return toGroupBody(group)
    },
  )
  groupPropertyRoutes(app, deps)
}

function groupPropertyRoutes(app: FastifyInstance, deps: GroupRouteDeps): void {
  route(
    app,
    {
      get: '/groups/property_definitions/',
      call: 25,
      summary: 'The properties that groups have',
      ...READ,
      query: Format,
      answer: GroupDefinitionsBody,
      engine: 'query',
    },
    async (request) => {
      const names = await groupPropertyNames(deps.engine, projectOf(request).id)
      return toDefinitionsBody(names, isoInstant(deps.clock()))
    },
  )
  route(
    app,
    {
      get: '/groups/property_values/',
      call: 26,
      summary: 'The values of a property of groups',
      ...READ,
      query: GroupValuesQuery,
      answer: GroupValuesBody,
      engine: 'query',
    },
    async (request) => {
      const { group_type_index: typeIndex, key, value } = request.query
      const { id } = projectOf(request)
      const values = await groupPropertyValues(deps.engine, id, typeIndex, key, value)
      return toValuesBody(typeIndex, key, values, isoInstant(deps.clock()))
    },
  )
}
