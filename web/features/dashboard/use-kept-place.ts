import { useEffect } from 'react'
import { isNotFound } from '#web/api/client.ts'
import { keepLastDashboard } from '#web/api/last-dashboard.ts'
import { useProject } from '#web/api/project.ts'
import type { Dashboard } from './dashboard-data.ts'

interface Asked {
  readonly error: Error | null
  readonly data: Dashboard | undefined
}

/** Remembers the open dashboard, so that `/` opens it next time. If the dashboard is gone, forgets it. */
export function useKeptPlace(id: number, { error, data }: Asked): void {
  const { id: projectId } = useProject()
  const isGone = isNotFound(error)
  const isOpen = data !== undefined && !data.deleted
  useEffect(() => {
    if (isOpen || isGone) keepLastDashboard({ projectId, id }, isGone)
  }, [projectId, id, isOpen, isGone])
}
