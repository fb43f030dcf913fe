import type { Answering } from '#insights/answering/answering.ts'
import type { QuestionProject } from '#insights/answering/question.ts'
import { type ActorPosition, NO_SEARCH } from '#insights/people/actor-page.ts'
import type { AskedPeople, FindPeople } from '#insights/people/find-people.ts'
import type { ActorListing } from '#listings/actors.ts'
import { parseActorCursor } from '#listings/actors-cursor.ts'
import type { Clock } from '#shared/clock.ts'
import { invalid } from '#shared/request-error.ts'
import type { RequestedPeople } from './asked-people.ts'

export interface PeopleDeps {
  readonly findPeople: FindPeople
  readonly actorListing: ActorListing
  readonly answering: Pick<Answering, 'findWarnings' | 'answer'>
  readonly clock: Clock
}

/**
 * Returns the question and the number that a request asks for. If the request has a search text, also
 * returns the persons that this text names.
 */
export async function toAskedPeople(
  { actorListing, clock }: Pick<PeopleDeps, 'actorListing' | 'clock'>,
  project: QuestionProject,
  { parsed, selectors, parameters }: RequestedPeople,
): Promise<AskedPeople> {
  const { as_of: asOfMs, search: text } = parameters
  return {
    question: { project, ...parsed },
    asOfMs: asOfMs ?? clock(),
    selectors,
    search: text ? { text, persons: await actorListing.personsNamed(project.id, text) } : NO_SEARCH,
  }
}

const PAGE = 100

/**
 * Returns the page that a request asks for.
 * @throws RequestError for a text that is not a cursor, and for both a cursor and an offset.
 */
export function positionOf({ parameters }: RequestedPeople): ActorPosition {
  const { cursor, limit, offset } = parameters
  if (cursor && offset)
    throw invalid(
      'invalid_input',
      'The cursor already has the position of the page: leave offset out.',
      'offset',
    )
  return { after: cursor ? parseActorCursor(cursor) : null, skip: offset ?? 0, limit: limit ?? PAGE }
}
