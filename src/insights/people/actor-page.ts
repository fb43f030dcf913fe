import { z } from 'zod'
import { type EngineQuery, rowsOf } from '#insights/kind.ts'
import { and, bound, type Fragment, numeral, or, sql, text } from '#sql/fragment.ts'
import { groupsOf } from '#sql/groups.ts'
import { personsOf, searchCondition } from '#sql/persons.ts'
import type { ActorType } from './actor-type.ts'

/** The number of the root of a person, the key of a group, the id of a session. */
export type Actor = number | string

export interface ActorSearch {
  /** Empty text is no condition. */
  readonly text: string
  /** The persons that the text names: one of their distinct ids, or their uuid. */
  readonly persons: readonly number[]
}
export const NO_SEARCH: ActorSearch = { text: '', persons: [] }

export interface ActorPlace {
  /** The actor before the first one of the page; null for the first page. */
  readonly after: Actor | null
  readonly limit: number
}

const ActorsRow = z.object({
  total: z.coerce.number(),
  actors: z.array(z.union([z.number(), z.string()])),
})

/**
 * One row: `total`, the number of all actors of a list of people that match the search, and the first `actors` of them behind
 * a place, in order.
 */
export function actorPage(
  people: Fragment,
  { projectId, actorType }: { readonly projectId: number; readonly actorType: ActorType },
  search: ActorSearch,
  { after, limit }: ActorPlace,
): EngineQuery<z.output<typeof ActorsRow>[]> {
  const first = sql`groupArraySorted(${numeral(limit)})(actor)`
  const behind = (actor: Actor) =>
    sql`groupArraySortedIf(${numeral(limit)})(actor, actor > ${keyOf(actorType, actor)})`
  return rowsOf(
    ActorsRow,
    sql`SELECT
  count() AS total,
  ${after === null ? first : behind(after)} AS actors
FROM (
  ${people}
)
WHERE ${and(searchConditions(projectId, actorType, search))}`,
  )
}

const keyOf = ({ of }: ActorType, actor: Actor) =>
  of === 'person' ? bound('UInt32', Number(actor)) : text(String(actor))

function searchConditions(
  projectId: number,
  type: ActorType,
  { text: search, persons }: ActorSearch,
): Fragment[] {
  if (search === '') return [sql`true`]
  const inKey = sql`positionCaseInsensitiveUTF8(actor, ${text(search)}) > 0`
  switch (type.of) {
    case 'person':
      return [
        or([
          sql`actor IN (
  SELECT person
  ${personsOf(projectId, [searchCondition(search, [])])}
)`,
          sql`actor IN ${bound('Array(UInt32)', persons)}`,
        ]),
      ]
    case 'group':
      return [
        or([
          inKey,
          sql`actor IN (
  SELECT group_key
  ${groupsOf(projectId, [sql`group_type_index = ${numeral(type.typeIndex)}`, searchCondition(search, [])])}
)`,
        ]),
      ]
    case 'session':
      return [inKey]
  }
}
