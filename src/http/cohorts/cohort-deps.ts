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
  /**
   * Copies changed metadata into the event store. When the promise resolves, questions see all of the
   * metadata.
   */
  readonly copyMetadata: () => Promise<void>
  readonly clock: Clock
}

/** Returns the body of one cohort with the present number of its members, which is counted now. */
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

/** @throws RequestError for a cohort that is not static: its members follow from its definition. */
export function requireStatic({ isStatic }: Pick<Cohort, 'isStatic'>, attr: string): void {
  if (isStatic) return
  throw invalid(
    'invalid_input',
    'The members of this cohort follow from its definition. Add persons to a static cohort.',
    attr,
  )
}

/** Persons to add to a static cohort: either their names, or the numbers of their roots. */
export type AddablePersons =
  | { readonly names: Iterable<readonly PersonName[]> }
  | { readonly numbers: readonly number[] }

/** Adds persons to a cohort. When the promise resolves, questions see them. */
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
