import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf } from '#web/api/client.ts'
import type { PropertyFilter } from '#web/api/query-node.ts'

/**
 * The most frequent values of a property that contain the text `search`, each with its count. If `event` is
 * given, only the values in events of this name are counted.
 */
export const propertyValues = (
  projectId: number,
  { type = 'event', key, group_type_index }: PropertyFilter,
  search: string,
  event?: string,
) =>
  queryOptions({
    queryKey: ['property-values', projectId, type, group_type_index ?? null, key, search, event ?? null],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const path = { project_id: String(projectId) }
      const query = { key, ...(search === '' ? {} : { value: search }) }
      switch (type) {
        case 'event':
          return bodyOf(
            api.GET('/api/projects/{project_id}/events/values/', {
              params: { path, query: { ...query, ...(event !== undefined && { event_name: event }) } },
              signal,
            }),
          )
        case 'person':
          return bodyOf(
            api.GET('/api/projects/{project_id}/persons/values/', { params: { path, query }, signal }),
          )
        case 'session':
          return bodyOf(
            api.GET('/api/projects/{project_id}/sessions/values/', { params: { path, query }, signal }),
          )
        case 'group': {
          const { results } = await bodyOf(
            api.GET('/api/projects/{project_id}/groups/property_values/', {
              params: { path, query: { ...query, group_type_index: group_type_index ?? 0 } },
              signal,
            }),
          )
          return results
        }
        default:
          return []
      }
    },
  })
