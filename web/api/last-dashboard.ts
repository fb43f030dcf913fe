const KEY = 'throughline.last-dashboard'

/** Identifies a dashboard by its project and its id. */
export interface Place {
  readonly projectId: number
  readonly id: number
}

/**
 * Returns the dashboard that was last open in this browser. Null if none was open, or if the browser stores
 * nothing.
 */
export function lastDashboard(): Place | null {
  try {
    const [projectId = 0, id = 0] = (localStorage.getItem(KEY) ?? '').split('/').map(Number)
    return projectId > 0 && id > 0 ? { projectId, id } : null
  } catch {
    return null
  }
}

/** Remembers the open dashboard. If the dashboard is gone, forgets it instead. */
export function keepLastDashboard({ projectId, id }: Place, isGone: boolean): void {
  try {
    if (isGone) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, `${projectId}/${id}`)
  } catch {
    // If the storage is full or forbidden, nothing is remembered, and `/` opens the first project.
  }
}
