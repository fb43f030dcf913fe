/** The merged persons of a project, as questions read them. */
export interface PersonRoots {
  /**
   * Makes the merges that were mirrored before the call visible to questions. Resolves with whether the
   * project has merges.
   */
  ready(projectId: number): Promise<boolean>
  /** Must be called after merges of the project have been mirrored. */
  changed(projectId: number): Promise<void>
}
