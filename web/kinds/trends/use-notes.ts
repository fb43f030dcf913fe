import { useQuery } from '@tanstack/react-query'
import { use, useMemo } from 'react'
import { api, bodyOf } from '#web/api/client.ts'
import { ProjectContext } from '#web/api/project.ts'
import type { ChartNote } from '#web/chart/chart-data.ts'
import { notesAt } from '#web/chart/notes-at.ts'

const NONE: readonly ChartNote[] = []

/**
 * Returns the annotations of the project and of the whole server, each at its point of a time axis. On
 * shared pages there are none.
 */
export function useNotes(starts: readonly string[]): readonly ChartNote[] {
  const project = use(ProjectContext)
  const [first, last] = [starts[0], starts.at(-1)]
  const list = useQuery({
    queryKey: ['annotations', project?.id, first],
    queryFn: () =>
      bodyOf(
        api.GET('/api/projects/{project_id}/annotations/', {
          params: {
            path: { project_id: String(project?.id) },
            query: { date_from: (first ?? '').slice(0, 10), limit: 100 },
          },
        }),
      ),
    enabled: project !== null && first !== undefined,
  })
  const found = list.data?.results
  return useMemo(
    () =>
      found === undefined || project === null || last === undefined
        ? NONE
        : notesAt(
            starts,
            found.filter(({ scope }) => scope === 'project' || scope === 'organization'),
            project.timezone,
          ),
    [found, starts, last, project],
  )
}
