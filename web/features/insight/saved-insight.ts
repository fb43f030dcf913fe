import { queryOptions } from '@tanstack/react-query'
import { INSIGHT_WRAPPER } from '#contract/insight-kinds.ts'
import { ApiError, api, bodyOf } from '#web/api/client.ts'
import type { QueryNode } from '#web/api/query-node.ts'
import type { paths } from '#web/api/schema.d.ts'
import { bareNode } from '#web/question/bare-node.ts'

type Insight =
  paths['/api/projects/{project_id}/insights/']['get']['responses']['200']['content']['application/json']['results'][number]

export interface SavedInsight {
  readonly insight: Insight
  /** The name of the insight; empty if it has none. */
  readonly name: string
  /**
   * The question as a node without its wrapper. Null for an insight that was saved as filters, which this
   * page cannot edit.
   */
  readonly question: QueryNode | null
}

const toSaved = (insight: Insight): SavedInsight => ({
  insight,
  name: insight.name || insight.derived_name || '',
  question: bareNode(insight.query),
})

export const savedKey = (projectId: number, shortId: string) => ['insight', projectId, shortId]

/**
 * Fetches a saved insight by its short id.
 * @throws ApiError 404 if there is none.
 */
export const savedInsight = (projectId: number, shortId: string) =>
  queryOptions({
    queryKey: savedKey(projectId, shortId),
    queryFn: async () => {
      const { results } = await bodyOf(
        api.GET('/api/projects/{project_id}/insights/', {
          params: { path: { project_id: String(projectId) }, query: { short_id: shortId } },
        }),
      )
      const insight = results[0]
      if (insight === undefined) throw new ApiError(404, { detail: 'There is no insight at this address.' })
      return toSaved(insight)
    },
  })

interface Change {
  readonly name?: string
  readonly question?: QueryNode
  readonly tags?: readonly string[]
  readonly favorited?: boolean
  readonly deleted?: boolean
}

const bodyFor = ({ question, tags, ...rest }: Change, before: unknown) => ({
  ...rest,
  ...(tags !== undefined && { tags: [...tags] }),
  ...(question !== undefined && { query: wrappedAs(before, question), saved: true }),
})

/** Saves a question as a new insight. */
export async function createInsight(projectId: number, change: Change): Promise<SavedInsight> {
  return toSaved(
    await bodyOf(
      api.POST('/api/projects/{project_id}/insights/', {
        params: { path: { project_id: String(projectId) } },
        body: bodyFor(change, null),
      }),
    ),
  )
}

/** Changes some fields of a saved insight. All other fields stay as they are. */
export async function changeInsight(
  projectId: number,
  { insight }: SavedInsight,
  change: Change,
): Promise<SavedInsight> {
  return toSaved(
    await bodyOf(
      api.PATCH('/api/projects/{project_id}/insights/{id}/', {
        params: { path: { project_id: String(projectId), id: String(insight.id) } },
        body: bodyFor(change, insight.query),
      }),
    ),
  )
}

/** Records that the user has viewed the insight. The list of last viewed insights then includes it. */
export const markViewed = (projectId: number, insightId: number) =>
  api.POST('/api/projects/{project_id}/insights/{id}/viewed/', {
    params: { path: { project_id: String(projectId), id: String(insightId) } },
    body: {},
  })

const isWrapped = (query: unknown): query is QueryNode & { readonly source: QueryNode } =>
  typeof query === 'object' &&
  query !== null &&
  'source' in query &&
  'kind' in query &&
  query.kind === INSIGHT_WRAPPER

/**
 * Puts a question into the wrapper that the stored query has, if any. Settings of the wrapper, such as
 * those of the display, stay.
 */
const wrappedAs = (before: unknown, question: QueryNode): Record<string, unknown> =>
  isWrapped(before) ? { ...before, source: question } : { ...question }
