import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { ask } from '#web/api/ask.ts'
import { ProjectContext } from '#web/api/project.ts'
import type { QueryNode } from '#web/api/query-node.ts'
import type { ResultsOf } from '#web/api/results.ts'

/**
 * Returns the answer to a second question that a view needs, such as the question for the whole range next to
 * the question by day. Null until the answer arrives, if it is not needed, and outside of a project.
 */
export function useBeside<Kind extends string>(
  node: QueryNode<Kind>,
  isNeeded: boolean,
): ResultsOf<Kind> | null {
  const projectId = use(ProjectContext)?.id ?? null
  const answer = useQuery({
    queryKey: ['answer', projectId, node],
    queryFn: ({ signal }) => ask({ projectId: projectId ?? 0, node, signal }),
    enabled: isNeeded && projectId !== null,
  })
  return answer.data?.results ?? null
}
