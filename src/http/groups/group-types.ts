import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorResponses } from '#contract/error-body.ts'
import { GroupTypeBody, GroupTypesWrite } from '#contract/group.ts'
import { ProjectPath } from '#contract/paths.ts'
import { Format } from '#contract/text.ts'
import { projectOf } from '#http/server/authenticate.ts'
import type { GroupStore } from '#metadata/groups/group-store.ts'
import type { GroupType } from '#metadata/groups/group-type-store.ts'
import { invalid } from '#shared/request-error.ts'

export interface GroupTypeRouteDeps {
  readonly groups: Pick<GroupStore, 'typesOf' | 'renameTypes'>
}
const Types = z.array(GroupTypeBody)
const SUMMARY = {
  tags: ['groups'],
  params: ProjectPath,
  querystring: Format,
  response: { 200: Types, ...errorResponses },
}

/** Which kinds of groups a project has, and what people call them. */
export function groupTypeRoutes({ groups }: GroupTypeRouteDeps): FastifyPluginAsyncZod {
  const typesOf = async (projectId: number) => (await groups.typesOf(projectId)).map(toGroupTypeBody)
  return async (app) => {
    app.get('/groups_types/', { config: { scope: 'group:read' }, schema: SUMMARY }, (request) =>
      typesOf(projectOf(request).id),
    )
    app.patch(
      '/groups_types/update_metadata/',
      { config: { scope: 'group:write' }, schema: { ...SUMMARY, body: GroupTypesWrite } },
      async (request) => {
        const { id } = projectOf(request)
        const known = new Set((await groups.typesOf(id)).map(({ index }) => index))
        request.body.forEach(({ group_type_index: index }, i) => {
          if (!known.has(index))
            throw invalid('does_not_exist', `There is no group type ${index}.`, `${i}__group_type_index`)
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
}

const toGroupTypeBody = (type: GroupType): z.infer<typeof GroupTypeBody> => ({
  group_type: type.type,
  group_type_index: type.index,
  name_singular: type.nameSingular,
  name_plural: type.namePlural,
})
