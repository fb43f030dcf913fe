/**
 * Tells uuids that are surely new from those that the event store may have, which must be looked up there. A wrong
 * "may be stored" costs a look-up; a wrong "surely new" must not happen.
 */
export interface UuidFilter {
  /**
   * Those of these uuids that may be stored already. From now on all of them may be. To be called before they are inserted,
   * with each uuid once.
   */
  claim(projectId: number, uuids: readonly string[]): Promise<readonly string[]>
}
