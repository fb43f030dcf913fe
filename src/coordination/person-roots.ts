/** The merged persons of a project, as questions read them. */
export interface PersonRoots {
  /**
   * Makes the merges that were mirrored before the call visible to questions. Resolves with whether the
   * project has merges.
   */
  ready(projectId: number): Promise<boolean>
  /** Notes that the merges of a project have changed. Must be called after these have been mirrored. */
  changed(projectId: number): Promise<void>
}
