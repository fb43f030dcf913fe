import { createContext, use, useContext } from 'react'
import type { paths } from './schema.d.ts'

export type Project =
  paths['/api/projects/']['get']['responses']['200']['content']['application/json']['results'][number]

/** Null outside of a project, as on shared pages. */
export const ProjectContext = createContext<Project | null>(null)
export const ProjectProvider = ProjectContext.Provider

/** The project of the address. Only below the frame, which sets it. */
export function useProject(): Project {
  const project = useContext(ProjectContext)
  if (project === null) throw new Error('useProject is called outside of a project')
  return project
}

/** The zone of what is shown outside of a project, as on shared pages. */
export const ZoneContext = createContext('UTC')

/** The zone of dates: the project's, or that of a shared page. */
export const useZone = (): string => {
  const zone = use(ZoneContext)
  return use(ProjectContext)?.timezone ?? zone
}
