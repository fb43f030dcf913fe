import { IconLayoutDashboard } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { api, bodyOf } from '#web/api/client.ts'
import { useProject } from '#web/api/project.ts'

const MOST = 8

/** The pinned dashboards in the sidebar. */
export function Pinned() {
  const { id: projectId } = useProject()
  const [path] = useLocation()
  const { data } = useQuery({
    queryKey: ['dashboards', projectId, 'pinned'],
    queryFn: () =>
      bodyOf(
        api.GET('/api/projects/{project_id}/dashboards/', {
          params: { path: { project_id: String(projectId) }, query: { pinned: 'true', limit: MOST } },
        }),
      ),
  })
  if (data === undefined || data.results.length === 0) return null
  return (
    <div>
      <div className="side__label">Pinned</div>
      {data.results.map(({ id, name }) => {
        const to = `/project/${projectId}/dashboards/${id}`
        return (
          <Link key={id} href={to} className="side__item" aria-current={path === to ? 'page' : undefined}>
            <IconLayoutDashboard className="i" aria-hidden />
            <span className="cut">{name || 'Untitled'}</span>
          </Link>
        )
      })}
    </div>
  )
}
