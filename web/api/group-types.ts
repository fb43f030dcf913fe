import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf } from './client.ts'

/** The types of groups of a project, by index, with the names that people use for them. */
export const groupTypes = (projectId: number) =>
  queryOptions({
    queryKey: ['group-types', projectId],
    queryFn: async () => {
      const types = await bodyOf(
        api.GET('/api/projects/{project_id}/groups_types/', {
          params: { path: { project_id: String(projectId) } },
        }),
      )
      return types.map(
        ({ group_type: type, group_type_index: index, name_singular: one, name_plural: many }) => ({
          index,
          singular: capitalized(one || type),
          plural: capitalized(many || type),
        }),
      )
    },
    staleTime: 300_000,
  })

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
