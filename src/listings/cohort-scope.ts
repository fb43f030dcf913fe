import type { Definitions } from '#query/definitions.ts'
import { expressionsOfCohorts, type FindValues } from '#query/find-numbers.ts'
import type { CohortScope } from '#sql/cohorts.ts'
import type { Calendar } from '#values/date-text.ts'

/** The project of a cohort, with the calendar in which the cohort's spans of time are counted. */
export type CalendarProject = { readonly id: number } & Pick<Calendar, 'timezone' | 'weekStartDay'>

export interface CohortDeps {
  /** Finds the definitions of the named actions and cohorts, and of all that they depend on. */
  readonly findNamed: (
    projectId: number,
    named: { readonly actions: readonly number[]; readonly cohorts: readonly number[] },
  ) => Promise<Definitions>
  /** Tells whether a project has merged persons. */
  readonly personRoots: { ready(projectId: number): Promise<boolean> }
  readonly findValues: FindValues
}

/** Gathers everything on which the conditions of these cohorts depend. */
export const cohortScopeOf = async (
  { personRoots, findValues }: Omit<CohortDeps, 'findNamed'>,
  projectId: number,
  calendar: Calendar,
  definitions: Definitions,
): Promise<CohortScope> => ({
  projectId,
  hasMerges: await personRoots.ready(projectId),
  calendar,
  definitions: {
    ...definitions,
    ...(await findValues(projectId, expressionsOfCohorts(definitions.cohorts.values(), definitions))),
  },
})
