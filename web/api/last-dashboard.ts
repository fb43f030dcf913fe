const KEY = 'throughline.last-dashboard'

/** The address of a dashboard: its project and its id. */
export interface Place {
  readonly projectId: number
  readonly id: number
}

/**
 * Returns the dashboard that was last open in this browser, or null if there was none or nothing can be
 * stored.
 */
export function lastDashboard(): Place | null {
  try {
    const [projectId = 0, id = 0] = (localStorage.getItem(KEY) ?? '').split('/').map(Number)
    return projectId > 0 && id > 0 ? { projectId, id } : null
  } catch {
    return null
  }
}

/** Remembers an open dashboard, or forgets one that is gone. */
export function keepLastDashboard({ projectId, id }: Place, isGone: boolean): void {
  try {
    if (isGone) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, `${projectId}/${id}`)
  } catch {
    // If the storage is full or forbidden, `/` opens the list of dashboards.
  }
}
