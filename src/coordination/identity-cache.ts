import type { IdentityStatement } from '#identity/identity-statement.ts'

/**
 * Cache of the identity statements that are already recorded, so that an ordinary event costs no query of
 * the metadata. Entries do not become stale: the number of a distinct id never changes, and recorded times
 * only become earlier. Deletions remove entries.
 */
export interface IdentityCache {
  /** Returns whether recording the statement would change nothing. */
  knows(projectId: number, statement: IdentityStatement): boolean
  /**
   * Remembers that statements are recorded. Must be called after they have been recorded, with the numbers
   * of their distinct ids.
   */
  learn(
    projectId: number,
    statements: readonly IdentityStatement[],
    numbers: ReadonlyMap<string, number>,
  ): void
  /** Returns the numbers of the distinct ids that are cached, by distinct id. */
  numbersOf(projectId: number, statements: readonly IdentityStatement[]): Map<string, number>
  /**
   * Removes the entries of distinct ids that are being deleted. When it resolves, no node uses their old
   * entries.
   */
  forget(projectId: number, distinctIds: readonly string[]): Promise<void>
}
