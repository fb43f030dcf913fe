const KEY = 'throughline.last-dashboard'

/** A dashboard of a project. */
export interface Place {
  readonly projectId: number
  readonly id: number
}

/** The dashboard that was last open in this browser; null where there was none, or nothing can be stored. */
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
    // A full or forbidden storage: `/` opens the list.
  }
}
