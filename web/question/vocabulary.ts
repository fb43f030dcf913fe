import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '#web/api/client.ts'
import { type GroupType, groupTypes } from '#web/api/group-types.ts'
import { useProject } from '#web/api/project.ts'

const PATH = (projectId: number) => ({ project_id: String(projectId) })
const MOST = 1_000

/**
 * The events of the project, most frequent of the last 30 days first. `$` events come after other events
 * with the same volume.
 */
export const eventDefinitions = (projectId: number) =>
  queryOptions({
    queryKey: ['event-definitions', projectId],
    staleTime: 60_000,
    queryFn: async () => {
      const { results, count } = await bodyOf(
        api.GET('/api/projects/{project_id}/event_definitions/', {
          params: { path: PATH(projectId), query: { limit: MOST } },
        }),
      )
      const events = results.map(({ name, volume_30_day }) => ({ name, volume: volume_30_day ?? 0 }))
      return { events: events.toSorted((a, b) => b.volume - a.volume), count }
    },
  })

/** The actions of the project, sorted by name. */
export const actions = (projectId: number) =>
  queryOptions({
    queryKey: ['action-names', projectId],
    staleTime: 60_000,
    queryFn: async () => {
      const { results } = await bodyOf(
        api.GET('/api/projects/{project_id}/actions/', {
          params: { path: PATH(projectId), query: { limit: MOST } },
        }),
      )
      return results.map(({ id, name, steps }) => ({ id, name, steps: steps.length }))
    },
  })

/** The cohorts of the project, sorted by name. */
export const cohorts = (projectId: number) =>
  queryOptions({
    queryKey: ['cohort-names', projectId],
    staleTime: 60_000,
    queryFn: async () => {
      const { results } = await bodyOf(
        api.GET('/api/projects/{project_id}/cohorts/', {
          params: { path: PATH(projectId), query: { limit: MOST } },
        }),
      )
      return results.map(({ id, name }) => ({ id, name }))
    },
  })

export interface PropertyScope {
  readonly type: 'event' | 'person' | 'group'
  readonly groupTypeIndex?: number
}

/**
 * Properties of events, of persons, or of the groups of one type. The `type` of a property with lists or
 * objects is null.
 */
export const properties = (projectId: number, { type, groupTypeIndex }: PropertyScope) =>
  queryOptions({
    queryKey: ['properties', projectId, type, groupTypeIndex ?? null],
    staleTime: 60_000,
    queryFn: async () => {
      const { results } = await bodyOf(
        api.GET('/api/projects/{project_id}/property_definitions/', {
          params: {
            path: PATH(projectId),
            query: {
              limit: MOST,
              type,
              ...(groupTypeIndex === undefined ? {} : { group_type_index: String(groupTypeIndex) }),
            },
          },
        }),
      )
      return results.map(({ name, property_type, count }) => ({ name, type: property_type, count }))
    },
  })

/**
 * The vocabulary of questions, as the server defines it: the kinds with their maths, displays and
 * intervals, and the operators with the values that they take.
 */
export const questionVocabulary = (projectId: number) =>
  queryOptions({
    queryKey: ['question-vocabulary', projectId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () =>
      bodyOf(
        api.GET('/api/projects/{project_id}/questions/vocabulary/', { params: { path: PATH(projectId) } }),
      ),
  })

/** The names that sentences about a question need: those of actions, cohorts and group types. */
export interface Vocabulary {
  readonly actions: readonly { readonly id: number; readonly name: string }[]
  readonly cohorts: readonly { readonly id: number; readonly name: string }[]
  readonly groupTypes: readonly GroupType[]
}

/**
 * Returns the names of actions, cohorts and group types. The lists are empty until they have been fetched.
 */
export function useVocabulary(): Vocabulary {
  const { id } = useProject()
  return {
    actions: useQuery(actions(id)).data ?? [],
    cohorts: useQuery(cohorts(id)).data ?? [],
    groupTypes: useQuery(groupTypes(id)).data ?? [],
  }
}

/**
 * Returns what the vocabulary has about a kind of question, such as its maths; undefined until it has been
 * fetched.
 */
export function useKindChoices(node: string) {
  const { data } = useQuery(questionVocabulary(useProject().id))
  return data?.kinds.find((one) => one.node === node)
}
