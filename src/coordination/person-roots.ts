/** The merged persons of a project, as questions read them. */
export interface PersonRoots {
  /** Whether the project has merges. When it resolves, questions see all merges that were mirrored before the call. */
  ready(projectId: number): Promise<boolean>
  /** To be called after merges of the project have been mirrored. */
  changed(projectId: number): Promise<void>
}
