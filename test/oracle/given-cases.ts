import { beforeAll } from 'vitest'

/**
 * Stores the events of all cases before the first test, each case in a project of its own, because storing
 * takes most of the time of a case. Returns a function for the project of a case.
 */
export function givenCases<Case extends object>(
  cases: readonly Case[],
  give: (cases: readonly Case[]) => Promise<readonly number[]>,
): (one: Case) => number {
  const projects = new Map<Case, number>()
  beforeAll(async () => {
    const ids = await give(cases)
    for (const [i, one] of cases.entries()) projects.set(one, ids[i] ?? 0)
  })
  return (one) => {
    const projectId = projects.get(one)
    if (projectId === undefined) throw new Error('The events of a case are stored in beforeAll')
    return projectId
  }
}
