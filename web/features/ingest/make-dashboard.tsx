import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { hasEvents } from '#web/api/first-steps.ts'
import { useProject } from '#web/api/project.ts'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { dashboardOfWhatIsHere } from './first-dashboard.ts'

/**
 * Button that creates a dashboard about the events that the project has now, and opens it. If the project
 * has no events, there is no button.
 */
export function MakeDashboard() {
  const project = useProject()
  const [, navigate] = useLocation()
  const toast = useToast()
  const events = useQuery(hasEvents(project.id))
  const make = useMutation({
    mutationFn: () => dashboardOfWhatIsHere(project.id, project.timezone),
    onSuccess: (id) => navigate(`/project/${project.id}/dashboards/${id}`),
    onError: (error) => toast(error.message),
  })
  if (events.data !== true) return null
  return (
    <Button disabled={make.isPending} onClick={() => make.mutate()}>
      Create one from your events
    </Button>
  )
}
