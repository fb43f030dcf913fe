import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api/ask.ts'
import { api, bodyOf } from '#web/api/client.ts'
import type { QueryNode } from '#web/api/query-node.ts'
import type { Schema } from '#web/api/results.ts'
import type { ActionStep } from './action-steps.ts'

export const actionsOf = (projectId: number, search: string) =>
  queryOptions({
    queryKey: ['actions', projectId, search],
    queryFn: async () => {
      const params = { path: { project_id: String(projectId) }, query: { limit: 1_000, search } }
      return (await bodyOf(api.GET('/api/projects/{project_id}/actions/', { params }))).results
    },
  })

const pathOf = (projectId: number, id: number) => ({ project_id: String(projectId), id: String(id) })

export const actionOf = (projectId: number, id: number) =>
  queryOptions({
    queryKey: ['action', projectId, id],
    queryFn: () =>
      bodyOf(
        api.GET('/api/projects/{project_id}/actions/{id}/', { params: { path: pathOf(projectId, id) } }),
      ),
  })

export interface ActionChange {
  readonly name?: string
  readonly description?: string
  readonly steps?: ActionStep[]
  readonly deleted?: boolean
}
export const createAction = (projectId: number, body: ActionChange & { readonly name: string }) =>
  bodyOf(
    api.POST('/api/projects/{project_id}/actions/', {
      params: { path: { project_id: String(projectId) } },
      body: body as never,
    }),
  )
export const changeAction = (projectId: number, id: number, body: ActionChange) =>
  bodyOf(
    api.PATCH('/api/projects/{project_id}/actions/{id}/', {
      params: { path: pathOf(projectId, id) },
      body: body as never,
    }),
  )

const EXAMPLES = 10

/** The number of events of the last 30 days that match a restriction, and the ten most recent of them. */
export const eventsWith = (projectId: number, restriction: Readonly<Record<string, unknown>>) =>
  queryOptions({
    queryKey: ['events-with', projectId, restriction],
    queryFn: async ({ signal }) => {
      const of = async (fields: Pick<Schema<'EventsQuery'>, 'select' | 'limit'>) => {
        const node: QueryNode<'EventsQuery'> = {
          kind: 'EventsQuery',
          after: '-30d',
          ...restriction,
          ...fields,
        }
        return (await ask({ projectId, node, signal })).results
      }
      const [count, examples] = [
        await of({ select: ['count()'] }),
        await of({ select: ['uuid', 'event', 'timestamp', 'distinct_id'], limit: EXAMPLES }),
      ]
      return {
        count: Number(count[0]?.[0] ?? 0),
        examples: examples.map(([uuid, event, timestamp, distinctId]) => ({
          uuid: String(uuid),
          event: String(event),
          timestamp: String(timestamp),
          distinctId: String(distinctId),
        })),
      }
    },
  })
