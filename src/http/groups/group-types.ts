import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { GroupTypeBody, GroupTypesWrite } from '#contract/group.ts'
import { ProjectPath } from '#contract/paths.ts'
import { Format } from '#contract/text.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { route } from '#http/server/route.ts'
import type { GroupStore } from '#metadata/groups/group-store.ts'
import type { GroupType } from '#metadata/groups/group-types.ts'
import { invalid } from '#shared/request-error.ts'

interface GroupTypeRouteDeps {
  readonly groups: Pick<GroupStore, 'typesOf' | 'renameTypes'>
}
const TYPES = { tag: 'groups', params: ProjectPath, query: Format, answer: z.array(GroupTypeBody) } as const

/** Registers `/groups_types/`: the group types of a project, with their display names. */
export function groupTypeRoutes(app: FastifyInstance, { groups }: GroupTypeRouteDeps): void {
  const typesOf = async (projectId: number) => (await groups.typesOf(projectId)).map(toGroupTypeBody)
  route(
    app,
    { get: '/groups_types/', summary: 'List group types', scope: 'group:read', ...TYPES },
    (request) => typesOf(projectOf(request).id),
  )
  route(
    app,
    {
      patch: '/groups_types/update_metadata/',
      summary: 'Rename group types',
      example: { body: [{ group_type_index: 0, name_singular: 'account', name_plural: 'accounts' }] },
      scope: 'group:write',
      ...TYPES,
      body: GroupTypesWrite,
    },
    async (request) => {
      const { id } = projectOf(request)
      const known = new Set((await groups.typesOf(id)).map(({ index }) => index))
      request.body.forEach(({ group_type_index: index }, i) => {
        if (!known.has(index))
          throw invalid(
            'does_not_exist',
            `The project has no group type ${index}. groups_types lists its group types.`,
            `${i}__group_type_index`,
          )
      })
      await groups.renameTypes(
        id,
        request.body.map(({ group_type_index: index, name_singular, name_plural }) => ({
          index,
          ...(name_singular !== undefined && { nameSingular: name_singular }),
          ...(name_plural !== undefined && { namePlural: name_plural }),
        })),
      )
      return typesOf(id)
    },
  )
}

const toGroupTypeBody = (type: GroupType): z.infer<typeof GroupTypeBody> => ({
  group_type: type.type,
  group_type_index: type.index,
  name_singular: type.nameSingular,
  name_plural: type.namePlural,
})
