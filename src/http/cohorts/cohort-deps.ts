import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CohortBody } from '#contract/cohort.ts'
import type { PeopleDeps } from '#http/people/people-question.ts'
import { askerOf } from '#http/server/asker.ts'
import { projectOf } from '#http/server/authenticate.ts'
import type { CohortListing } from '#listings/cohorts.ts'
import type { UserStore } from '#metadata/access/user-store.ts'
import type { Cohort } from '#metadata/cohorts/cohort.ts'
import type { CohortStore } from '#metadata/cohorts/cohort-store.ts'
import type { AddedPersons, PersonName, StaticMembers } from '#metadata/cohorts/static-members.ts'
import type { Clock } from '#shared/clock.ts'
import { invalid } from '#shared/request-error.ts'
import { toCohortBody } from './cohort-body.ts'

export interface CohortDeps extends Pick<PeopleDeps, 'findPeople' | 'actorListing'> {
  readonly cohorts: Omit<CohortStore<unknown>, 'definitionsOf'>
  readonly staticMembers: StaticMembers
  readonly cohortListing: CohortListing
  readonly users: Pick<UserStore, 'byIds'>
  /** Resolves when questions see everything that the metadata has. */
  readonly copyMetadata: () => Promise<void>
  readonly clock: Clock
}

/** Returns the body of one cohort, whose members are counted now. */
export async function countedBody(
  deps: CohortDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  found: Cohort,
  added: AddedPersons | null = null,
): Promise<CohortBody> {
  const { cohort, hasFailed } = await deps.cohortListing.counted(projectOf(request), found, askerOf(reply))
  return toCohortBody(cohort, await deps.users.byIds([cohort.createdBy]), { added, hasFailed })
}

/** @throws RequestError for a cohort whose members follow from its definition. */
export function requireStatic({ isStatic }: Pick<Cohort, 'isStatic'>, attr: string): void {
  if (isStatic) return
  throw invalid(
    'invalid_input',
    'The members of this cohort follow from its definition. Add persons to a static cohort.',
    attr,
  )
}

/** Persons to add to a static cohort, by their names or by the numbers of their roots. */
export type AddablePersons =
  | { readonly names: Iterable<readonly PersonName[]> }
  | { readonly numbers: readonly number[] }

/** Adds the persons. The next question sees them. */
export async function addPersons(
  { staticMembers, copyMetadata }: CohortDeps,
  { projectId, id }: Cohort,
  persons: AddablePersons,
): Promise<AddedPersons> {
  const added =
    'names' in persons
      ? await staticMembers.add(projectId, id, persons.names)
      : await staticMembers.addNumbers(projectId, id, persons.numbers)
  await copyMetadata()
  return added
}
