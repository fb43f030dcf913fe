/** The merged persons of a project, as questions read them. */
export interface PersonRoots {
  /**
   * Resolves with whether the project has merges. When it resolves, questions see all merges that were
   * mirrored before the call.
   */
  ready(projectId: number): Promise<boolean>
  /** Must be called after merges of the project have been mirrored. */
  changed(projectId: number): Promise<void>
}
