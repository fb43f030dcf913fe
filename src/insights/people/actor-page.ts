import { z } from 'zod'
import { containsPart } from '#fragments/any-case.ts'
import { and, bound, type Fragment, numeral, or, sql, text } from '#fragments/fragment.ts'
import type { Actor, ActorType } from '#insights/kind/actor-type.ts'
import { type EngineQuery, rowsOf } from '#insights/kind/engine-query.ts'
import { groupSearchCondition, groupsOf } from '#sql/groups.ts'
import { personsOf, searchCondition } from '#sql/persons.ts'

export interface ActorSearch {
  /** The text to search for. Empty text matches every actor. */
  readonly text: string
  /** The numbers of the persons that the text names by a distinct id or by a uuid. */
  readonly persons: readonly number[]
}
export const NO_SEARCH: ActorSearch = { text: '', persons: [] }

export interface ActorPosition {
  /** The actor after which the page begins; null for the first page. */
  readonly after: Actor | null
  /** Number of actors to pass over after `after`; 0 when absent. */
  readonly skip?: number
  readonly limit: number
}

const ActorsRow = z.object({
  total: z.coerce.number(),
  actors: z.array(z.union([z.number(), z.string()])),
  /** Appearances of each of `actors`; absent if the list of people has no appearances. */
  appearances: z.array(z.array(z.number())).optional(),
})

/**
 * The actors whose pages are asked for: the project and the type that they belong to, and whether the list
 * has appearances.
 */
interface ListedActors {
  readonly projectId: number
  readonly actorType: ActorType
  readonly hasAppearances: boolean
}

/**
 * Query for a page of a list of people. It returns one row. `total` is the number of actors in the list
 * that match the search. `actors` are the first of these actors after the position, in order.
 */
export function actorPage(
  people: Fragment,
  { projectId, actorType, hasAppearances }: ListedActors,
  search: ActorSearch,
  { after, skip = 0, limit }: ActorPosition,
): EngineQuery<z.output<typeof ActorsRow>[]> {
  const row = hasAppearances ? sql`(actor, appearances)` : sql`actor`
  const most = numeral(skip + limit)
  const sorted =
    after === null
      ? sql`groupArraySorted(${most})(${row})`
      : sql`groupArraySortedIf(${most})(${row}, actor > ${keyOf(actorType, after)})`
  const ofList = (name: Fragment) => sql`SELECT
  count() AS total,
  ${skip === 0 ? sorted : sql`arraySlice(${sorted}, ${numeral(skip + 1)})`} AS ${name}
FROM (
  ${people}
)
WHERE ${and(searchConditions(projectId, actorType, search))}`
  return rowsOf(ActorsRow, hasAppearances ? apart(ofList(sql`found`)) : ofList(sql`actors`))
}

/** Splits a list of pairs into two lists: the actors, and their appearances. */
const apart = (list: Fragment) => sql`SELECT
  total,
  arrayMap(one -> one.1, found) AS actors,
  arrayMap(one -> one.2, found) AS appearances
FROM (
  ${list}
)`

const keyOf = ({ of }: ActorType, actor: Actor) =>
  of === 'person' ? bound('UInt32', Number(actor)) : text(String(actor))

function searchConditions(
  projectId: number,
  type: ActorType,
  { text: search, persons }: ActorSearch,
): Fragment[] {
  if (search === '') return [sql`true`]
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
          keyContains(search),
          sql`actor IN (
  SELECT group_key
  ${groupsOf(projectId, [sql`group_type_index = ${numeral(type.typeIndex)}`, groupSearchCondition(search)])}
)`,
        ]),
      ]
    case 'session':
      return [keyContains(search)]
  }
}

// The key of a group is searched in addition to its stored properties, because a group that was never
// listed has only its key.
const keyContains = (search: string) => containsPart(sql`actor`, search)
