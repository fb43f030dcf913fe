import { IconPlus, IconStarFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { useProject } from '#web/api/project.ts'
import { Age } from '#web/ui/age.tsx'
import { Button } from '#web/ui/button.tsx'
import { PageBar } from '#web/ui/page-bar.tsx'
import { ErrorBox, StateBox } from '#web/ui/state-box.tsx'
import { createDashboard, dashboardsOf } from './dashboard-data.ts'
import './dashboard.css'

interface DashboardListProps {
  readonly mayChange: boolean
  /** A button that creates a dashboard from the events of the project. */
  readonly offer: ReactNode
}

/** The page with the dashboards of the project. Pinned dashboards come first. */
export function DashboardList({ mayChange, offer }: DashboardListProps) {
  const project = useProject()
  const [, navigate] = useLocation()
  const list = useQuery(dashboardsOf(project.id))
  const create = async () => {
    const { id } = await createDashboard(project.id, { name: 'New dashboard' })
    navigate(`/project/${project.id}/dashboards/${id}`)
  }
  const sorted = [...(list.data ?? [])].sort((a, b) => Number(b.pinned) - Number(a.pinned))
  return (
    <>
      <PageBar
        title="Dashboards"
        actions={
          mayChange && (
            <>
              <span className="only-wide">{offer}</span>
              <Button look="ink" icon={<IconPlus size={16} />} onClick={() => void create()}>
                New dashboard
              </Button>
            </>
          )
        }
      />
      <div className="page">
        {list.isError && <ErrorBox error={list.error} onRetry={() => void list.refetch()} />}
        {list.isSuccess && sorted.length === 0 && (
          <StateBox
            title="No dashboards yet"
            text="A dashboard shows saved insights together, with one range for all of them."
            actions={mayChange ? [{ label: 'New dashboard', onClick: () => void create() }] : []}
          />
        )}
        {sorted.length > 0 && (
          <table>
            <thead>
              <tr>
                <th>Name</th>
                <th className="only-wide">Tags</th>
                <th className="only-wide">Made by</th>
                <th className="r">Changed</th>
              </tr>
            </thead>
            <tbody>
              {sorted.map(({ id, name, pinned, tags, created_by, updated_at }) => (
                <tr key={id}>
                  <td>
                    <span className="line">
                      <Link href={`/project/${project.id}/dashboards/${id}`} className="strong">
                        {name || 'Untitled'}
                      </Link>
                      {pinned && <IconStarFilled size={12} aria-label="Pinned" className="quiet" />}
                    </span>
                  </td>
                  <td className="only-wide">
                    {tags.map((tag) => (
                      <span key={tag} className="tag">
                        {tag}
                      </span>
                    ))}
                  </td>
                  <td className="only-wide soft">{created_by?.first_name || created_by?.email || ''}</td>
                  <td className="r soft">
                    <Age at={updated_at} timeZone={project.timezone} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {mayChange && <div className="only-phone">{offer}</div>}
      </div>
    </>
  )
}
