import type { IdentityStatement } from '#identity/identity-statement.ts'

/**
 * Identity statements that are recorded already, so that an ordinary event costs no metadata query. The number of a
 * distinct id never changes and the recorded times only become earlier, so entries do not go stale; deletions remove them.
 */
export interface IdentityCache {
  /** Whether recording the statement would change nothing. */
  knows(projectId: number, statement: IdentityStatement): boolean
  /** To be called after the statements have been recorded, with the numbers of their distinct ids. */
  learn(
    projectId: number,
    statements: readonly IdentityStatement[],
    numbers: ReadonlyMap<string, number>,
  ): void
  /** The numbers of those distinct ids that are cached. */
  numbersOf(projectId: number, statements: readonly IdentityStatement[]): Map<string, number>
  /** Removes distinct ids that are being deleted. When it resolves, no node answers from their old entries. */
  forget(projectId: number, distinctIds: readonly string[]): Promise<void>
}
