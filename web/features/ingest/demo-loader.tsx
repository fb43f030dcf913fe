import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { api, bodyOf } from '#web/api/client.ts'
import { useProject } from '#web/api/project.ts'
import { Button } from '#web/ui/button.tsx'
import { exactNumber } from '#web/ui/format.ts'

const EVERY_MS = 500
/** The number of events of the demo. It has 1,500 persons. */
const DEMO_EVENTS = 120_000

/**
 * Loads the demo into a new project and shows the progress. Then it opens the dashboard of the demo, which
 * explains the demo's story. Only admins may do this.
 */
export function DemoLoader() {
  const project = useProject()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const params = { path: { project_id: String(project.id) } }
  const key = ['demo', project.id]
  const load = useQuery({
    queryKey: key,
    queryFn: () => bodyOf(api.GET('/api/projects/{project_id}/demo/', { params })),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? EVERY_MS : false),
  })
  const start = useMutation({
    mutationFn: () =>
      bodyOf(api.POST('/api/projects/{project_id}/demo/', { params, body: { events: DEMO_EVENTS } })),
    onSuccess: (body) => queries.setQueryData(key, body),
  })
  const cancel = useMutation({
    mutationFn: () => bodyOf(api.DELETE('/api/projects/{project_id}/demo/', { params })),
    onSuccess: (body) => queries.setQueryData(key, body),
  })
  const { status = 'none', project_id: demoId = null, dashboard_id: dashboardId = null } = load.data ?? {}
  const isLoaded = status === 'done' && start.isSuccess
  useEffect(() => {
    if (!isLoaded || demoId === null || dashboardId === null) return
    queries.clear()
    navigate(`/project/${demoId}/dashboards/${dashboardId}`)
  }, [isLoaded, demoId, dashboardId, queries, navigate])
  const error = start.error?.message ?? load.data?.error
  return (
    <section className="demo" aria-label="Demo data">
      <div className="grow">
        <p className="strong">Demo data</p>
        <p className="soft">
          Half a year of an invented company, in a project of its own: about {exactNumber(DEMO_EVENTS)} events
          of {exactNumber(1_500)} persons in 40 accounts.
        </p>
        {error != null && <p role="alert">{error}</p>}
      </div>
      <div className="demo__go">
        {status === 'running' || isLoaded ? (
          <Progress
            sent={load.data?.sent_events ?? 0}
            all={load.data?.all_events ?? 0}
            onCancel={() => cancel.mutate()}
          />
        ) : (
          <Button
            disabled={project.user_access_level !== 'admin' || start.isPending}
            title={project.user_access_level === 'admin' ? undefined : 'Admins of the project can load it.'}
            onClick={() => start.mutate()}
          >
            {status === 'cancelled' ? 'Load the demo again' : 'Load the demo'}
          </Button>
        )}
        {status === 'cancelled' && demoId !== null && (
          <a href={`/project/${demoId}/insights`} className="soft">
            Open the demo
          </a>
        )}
      </div>
    </section>
  )
}

interface ProgressProps {
  readonly sent: number
  readonly all: number
  onCancel(): void
}

const Progress = ({ sent, all, onCancel }: ProgressProps) => (
  <>
    <div
      className="demo__bar"
      role="progressbar"
      aria-label="Loading the demo"
      aria-valuemin={0}
      aria-valuemax={all}
      aria-valuenow={sent}
    >
      <span style={{ width: all === 0 ? '0%' : `${(sent / all) * 100}%` }} />
    </div>
    <p className="quiet num small">
      {all === 0 ? 'Generating events' : `${exactNumber(sent)} of ${exactNumber(all)} events`}
    </p>
    {sent < all || all === 0 ? (
      <Button isSmall onClick={onCancel}>
        Cancel
      </Button>
    ) : null}
  </>
)
