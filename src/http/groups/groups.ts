import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
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
import { askerOf } from '#http/server/asker.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { list } from '#http/server/list.ts'
import { counted, type Paging, type Position } from '#http/server/paging.ts'
import { route } from '#http/server/route.ts'
import { nextValues } from '#http/server/values.ts'
import { type GroupListingDeps, listGroups } from '#listings/groups.ts'
import { groupCursor, parseGroupCursor } from '#listings/groups-cursor.ts'
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

interface GroupListPosition extends Position {
  readonly range: GroupRange
}

const besideAGroup: Paging<z.output<typeof GroupListQuery>, GroupListPosition> = {
  positionOf: ({ limit, cursor }) => ({ limit, range: parseGroupCursor(cursor) }),
  parametersOf: ({ range }) => ({ cursor: groupCursor(range) }),
}

/** Registers `/groups/`: accounts, companies and other groups of persons. */
export function groupRoutes(app: FastifyInstance, deps: GroupRouteDeps): void {
  list(
    app,
    {
      get: '/groups/',
      call: 23,
      summary: 'List groups',
      example: { query: { group_type_index: '0' } },
      ...READ,
      query: GroupListQuery,
      answer: GroupPageBody,
      engine: 'query',
      paging: besideAGroup,
    },
    async (request, { range, limit }, reply) => {
      const { group_type_index: typeIndex, search, group_key: keyPart } = request.query
      const { id: projectId } = projectOf(request)
      const options = { projectId, typeIndex, search, keyPart, range, limit }
      const page = await listGroups(deps, { ...options, asker: askerOf(reply) })
      const at = (beside: GroupRange | null) => beside && { limit, range: beside }
      return { next: at(page.next), previous: at(page.previous), results: page.groups.map(toGroupBody) }
    },
  )
  route(
    app,
    {
      get: '/groups/find/',
      call: 24,
      summary: 'Find a group by its key',
      example: { query: { group_type_index: '0', group_key: 'amber-works.example' } },
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
      summary: 'List the properties of groups',
      ...READ,
      query: Format,
      answer: GroupDefinitionsBody,
      engine: 'query',
    },
    async (request, reply) => {
      const names = await groupPropertyNames(deps.engine, projectOf(request).id, askerOf(reply))
      return toDefinitionsBody(names, isoInstant(deps.clock()))
    },
  )
  route(
    app,
    {
      get: '/groups/property_values/',
      call: 26,
      summary: 'List the values of a property of groups',
      example: { query: { group_type_index: '0', key: 'industry' } },
      ...READ,
      query: GroupValuesQuery,
      answer: GroupValuesBody,
      engine: 'query',
    },
    async (request, reply) => {
      const { group_type_index: typeIndex, key, value: part } = request.query
      const position = counted.positionOf(request.query)
      const asked = { projectId: projectOf(request).id, typeIndex, key, part, position }
      const page = await groupPropertyValues(deps.engine, asked, askerOf(reply))
      return toValuesBody(typeIndex, key, page.values, nextValues(request, page), isoInstant(deps.clock()))
    },
  )
}
