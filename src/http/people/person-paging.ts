import type { PersonPageQuery } from '#contract/person.ts'
import type { Paging, Position } from '#http/server/paging.ts'
import type { PersonPage } from '#listings/persons.ts'
import { parsePersonCursor, personCursor } from '#listings/persons-cursor.ts'
import type { PersonPart, PersonRange } from '#metadata/people/list-persons.ts'
import { invalid } from '#shared/request-error.ts'
import { toPersonBody } from './person-body.ts'

interface PersonListPosition extends Position {
  readonly range: PersonRange
  /**
   * The number of persons before the page. It is not called `offset`, because it does not identify a page:
   * persons change their positions.
   */
  readonly skipped: number
}

/** Pages persons by a cursor. The first request may have an `offset` instead. */
export const besideAPerson: Paging<PersonPageQuery, PersonListPosition> = {
  positionOf({ limit, offset, cursor }) {
    if (cursor !== undefined && offset > 0)
      throw invalid(
        'invalid_input',
        'Send a cursor or an offset, not both. The addresses of pages have cursors.',
        'offset',
      )
    return { limit, range: parsePersonCursor(cursor), skipped: offset }
  },
  parametersOf: ({ limit, range }) => ({
    limit: String(limit),
    offset: undefined,
    cursor: personCursor(range),
  }),
}

export const partAt = ({ range, skipped, limit }: PersonListPosition): PersonPart => ({
  range,
  offset: skipped,
  limit,
})

/** Returns the body of a page of persons. */
export function personPageBody(
  { limit }: PersonListPosition,
  { count, persons, next, previous }: PersonPage,
) {
  const at = (range: PersonRange | null) => range && { limit, range, skipped: 0 }
  return { count, next: at(next), previous: at(previous), results: persons.map(toPersonBody) }
}
