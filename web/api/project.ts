import { createContext, use, useContext } from 'react'
import type { paths } from './schema.d.ts'

export type Project =
  paths['/api/projects/']['get']['responses']['200']['content']['application/json']['results'][number]

/** The current project; null outside of a project, as on shared pages. */
export const ProjectContext = createContext<Project | null>(null)
export const ProjectProvider = ProjectContext.Provider

/**
 * Returns the project in the address of the page. Works only inside the frame, which provides the project.
 */
export function useProject(): Project {
  const project = useContext(ProjectContext)
  if (project === null) throw new Error('useProject is called outside of a project')
  return project
}

/** The time zone to use outside of a project, as on shared pages. */
export const ZoneContext = createContext('UTC')

/** Returns the time zone in which dates are shown: the time zone of the project or of the shared page. */
export const useZone = (): string => {
  const zone = use(ZoneContext)
  return use(ProjectContext)?.timezone ?? zone
}
