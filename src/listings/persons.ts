import { z } from 'zod'
import type { Asker, EventStore, QueryOptions } from '#engine/event-store.ts'
import { bound, type Fragment, sql } from '#fragments/fragment.ts'
import type { FoundPersons, PersonPart, PersonPosition, PersonRange } from '#metadata/people/list-persons.ts'
import type { Person, PersonStore } from '#metadata/people/person-store.ts'
import { cohortsIn } from '#query/cohorts/cohort.ts'
import { type FilterGroup, filtersIn } from '#query/filter.ts'
import { mapInParts } from '#shared/large-json/map-in-parts.ts'
import { fitting } from '#shared/page-budget.ts'
import { invalid } from '#shared/request-error.ts'
import { memberCondition } from '#sql/cohorts.ts'
import { personScope } from '#sql/filter-scope.ts'
import { groupConditions, memberConditions } from '#sql/filters.ts'
import { personIn, personsOf, searchCondition } from '#sql/persons.ts'
import type { Calendar } from '#values/date-text.ts'
import { type CohortDeps, cohortScopeOf } from './cohort-scope.ts'
import { personName } from './person-name.ts'

/** A person as lists show it, with a name and distinct ids. */
export interface ListedPerson extends Person {
  readonly name: string
  /** The first distinct ids of the person. How many there are depends on the function that was called. */
  readonly distinctIds: readonly string[]
}
export interface PersonListOptions extends PersonPart {
  /**
   * Only persons who have this text in a property, or as a whole distinct id, or as their whole uuid. Empty
   * text matches every person.
   */
  readonly search: string
  readonly properties: FilterGroup
  readonly distinctId: string | null
  /** Only members of this cohort; null for all persons. */
  readonly cohortId: number | null
  /** The calendar for the dates of `properties`. */
  readonly calendar: Calendar
}

export interface PersonPage {
  /** The number of all matching persons, whatever page they are on. */
  readonly count: number
  readonly persons: readonly ListedPerson[]
  /** The range of the next page and the range of the previous page; null if there is no such page. */
  readonly next: PersonRange | null
  readonly previous: PersonRange | null
}

export interface PersonListing {
  /**
   * Lists persons, the newest first. The page has fewer than `limit` persons if more do not fit. A client
   * that follows `next` gets every person that existed at the start, even if persons merge or arrive in the
   * meantime. A person comes twice only if its position moves down the list in the meantime. This happens
   * when an earlier event of the person arrives, or when the person merges with an older one that was not
   * listed yet. After such a merge the person also has the distinct ids of the older one.
   * @throws RequestError for a cohort that the project does not have
   */
  page(projectId: number, options: PersonListOptions, asker: Asker): Promise<PersonPage>
  /**
   * Finds one person, with up to {@link MOST_IDS_OF_ONE} distinct ids and the number of all of them; null
   * if there is no such person.
   */
  find(projectId: number, uuid: string): Promise<(ListedPerson & { distinctIdCount: number }) | null>
}
interface Deps extends CohortDeps {
  readonly persons: PersonStore
  readonly engine: EventStore
}

export const MOST_IDS_IN_LISTS = 10
export const MOST_IDS_OF_ONE = 1_000

/**
 * Lists persons page by page. Without conditions, a page is read from the metadata by an index. With
 * conditions, the event store's mirror selects the persons, because a filter there means the same as in an
 * insight.
 */
export function createPersonListing(deps: Deps): PersonListing {
  return {
    async page(projectId, options, asker) {
      const conditions = await conditionsOf(deps, projectId, options)
      const part = oneMore(options)
      const found =
        conditions.length === 0
          ? await deps.persons.list(projectId, part)
          : await matching(deps.engine, { name: 'persons.page', projectId, ...asker }, conditions, part)
      return shownPage(deps, projectId, options, found)
    },
    async find(projectId, uuid) {
      const person = await deps.persons.byUuid(projectId, uuid)
      if (person === null) return null
      const [listed] = await named(deps, projectId, [person], MOST_IDS_OF_ONE)
      const numbers = await deps.persons.numbersOf(projectId, person.number)
      return listed === undefined ? null : { ...listed, distinctIdCount: numbers.length }
    },
  }
}

/** Returns the part, with one person more than a page has, which shows whether there is another page. */
export const oneMore = ({ range, offset, limit }: PersonPart): PersonPart => ({
  range,
  offset,
  limit: limit + 1,
})

/** Returns the page of a part. The search for persons looked for one person more than the part's limit. */
export async function shownPage(
  deps: Pick<Deps, 'persons'>,
  projectId: number,
  part: PersonPart,
  { count, positions }: FoundPersons,
): Promise<PersonPage> {
  const numbers = positions.slice(0, part.limit).map(({ number }) => number)
  const bytes = await deps.persons.keptBytes(projectId, numbers)
  const shown = fitting(numbers, (number) => bytes.get(number) ?? 0)
  const found = new Map(
    await mapInParts(shown, async (some) => [...(await deps.persons.byNumbers(projectId, some))]),
  )
  // If a person was deleted after the page was selected, it is left out. If two persons have merged since
  // then, they appear as one. A person that was read before it merged into another has no distinct ids.
  const listed = shown.flatMap((number) => found.get(number) ?? [])
  const people = [...new Map(listed.map((person) => [person.number, person])).values()]
  const all = await named(deps, projectId, people, MOST_IDS_IN_LISTS)
  const nearest = all.filter(({ distinctIds }) => distinctIds.length > 0)
  const persons = part.range.side === 'after' ? nearest : nearest.reverse()
  return {
    count,
    persons,
    ...pagesBeside(part, positions.slice(0, shown.length), positions.length > shown.length),
  }
}

/**
 * Returns the ranges of the pages before and after a page. `covered` has the positions of the page's
 * persons. It begins with the position that is nearest to the position of the page's own range.
 */
function pagesBeside(
  { range, offset }: PersonPart,
  covered: readonly PersonPosition[],
  hasMore: boolean,
): Pick<PersonPage, 'next' | 'previous'> {
  const [near = null, far = null] = [covered[0], covered.at(-1)]
  const isBegin = range.position === null && offset === 0
  if (range.side === 'after')
    return {
      next: hasMore ? { side: 'after', position: far } : null,
      // An empty page lies past the end of the list. The page before it is the last page.
      previous: isBegin ? null : { side: 'before', position: near },
    }
  return {
    next: isBegin ? null : { side: 'after', position: near },
    previous: hasMore ? { side: 'before', position: far } : null,
  }
}

/** Returns persons with their names and distinct ids, in the given order. */
export async function named(
  { persons }: Pick<Deps, 'persons'>,
  projectId: number,
  people: readonly Person[],
  mostIds = MOST_IDS_IN_LISTS,
): Promise<ListedPerson[]> {
  const numbers = people.map(({ number }) => number)
  const ids = new Map(
    await mapInParts(numbers, async (some) => [...(await persons.distinctIds(projectId, some, mostIds))]),
  )
  return people.map((person) => {
    const distinctIds = ids.get(person.number) ?? []
    return { ...person, distinctIds, name: personName(person.properties, distinctIds) }
  })
}

async function conditionsOf(deps: Deps, projectId: number, options: PersonListOptions): Promise<Fragment[]> {
  const { search, distinctId, properties, cohortId } = options
  const isMember = await membershipIn(deps, projectId, options)
  const scope = personScope(options.calendar, isMember)
  const conditions = [...groupConditions(properties, scope), ...memberConditions(cohortId, scope)]
  if (distinctId !== null) {
    const person = await deps.persons.byDistinctId(projectId, distinctId)
    conditions.push(personIn(numbersOf(person)))
  }
  if (search !== '') {
    const byId = await deps.persons.byDistinctId(projectId, search)
    const byUuid = await deps.persons.byUuid(projectId, search.toLowerCase())
    conditions.push(searchCondition(search, [...numbersOf(byId), ...numbersOf(byUuid)]))
  }
  return conditions
}

/**
 * Returns a function that makes the condition that a person is in a cohort. It knows the cohorts that the
 * options name. Returns null if the options name no cohort.
 * @throws RequestError for a cohort that the project does not have
 */
async function membershipIn(
  deps: CohortDeps,
  projectId: number,
  { properties, cohortId, calendar }: PersonListOptions,
): Promise<((cohortId: number) => Fragment) | null> {
  const ofFilters = cohortsIn(filtersIn(properties))
  const all = [...ofFilters, ...(cohortId === null ? [] : [cohortId])]
  if (all.length === 0) return null
  const definitions = await deps.findNamed(projectId, { actions: [], cohorts: all })
  const unknown = all.find((id) => !definitions.cohorts.has(id))
  if (unknown !== undefined)
    throw invalid(
      'does_not_exist',
      `The project has no cohort ${unknown}. cohorts/ lists its cohorts.`,
      ofFilters.includes(unknown) ? 'properties' : 'cohort',
    )
  const scope = await cohortScopeOf(deps, projectId, calendar, definitions)
  return (id) => memberCondition(id, scope)
}

const numbersOf = (person: Person | null): number[] => (person === null ? [] : [person.number])

const Match = z.object({ person: z.number(), created_ms: z.coerce.number(), count: z.coerce.number() })
const Count = z.object({ count: z.coerce.number() })

/** The input of a query about persons: its options, and the project of the persons. */
export type AskedPersons = QueryOptions & { readonly projectId: number }

/**
 * Finds a part of the list of the persons that match the conditions. One query returns both the part and
 * the count: each row has the count. If the part has no row, a second query counts, unless the part is the
 * beginning of the whole list, because then no person matches.
 */
export async function matching(
  engine: EventStore,
  asked: AskedPersons,
  conditions: readonly Fragment[],
  { range, offset, limit }: PersonPart,
): Promise<FoundPersons> {
  const direction = range.side === 'after' ? sql`DESC` : sql`ASC`
  const page = sql`SELECT
  person,
  toUnixTimestamp64Milli(created_at) AS created_ms,
  count
FROM (
  SELECT
    person,
    created_at,
    count() OVER () AS count
  ${personsOf(asked.projectId, conditions)}
)
WHERE ${inRange(range)}
ORDER BY created_at ${direction}, person ${direction}
LIMIT ${bound('Int64', limit)} OFFSET ${bound('Int64', offset)}`
  const matches = z.array(Match).parse(await engine.rows(page, asked))
  const positions = matches.map((row) => ({ createdMs: row.created_ms, number: row.person }))
  const [first] = matches
  if (first !== undefined) return { count: first.count, positions }
  const isWhole = range.position === null && offset === 0
  const count = isWhole ? 0 : await countMatching(engine, { ...asked, name: 'persons.count' }, conditions)
  return { count, positions }
}

function inRange({ side, position }: PersonRange): Fragment {
  if (position === null) return sql`true`
  const created = sql`fromUnixTimestamp64Milli(${bound('Int64', position.createdMs)}, 'UTC')`
  const person = bound('UInt32', position.number)
  return side === 'after'
    ? sql`(created_at, person) < (${created}, ${person})`
    : sql`(created_at, person) > (${created}, ${person})`
}

/** Returns how many persons match these conditions. */
export async function countMatching(
  engine: EventStore,
  asked: AskedPersons,
  conditions: readonly Fragment[],
): Promise<number> {
  const all = sql`SELECT count() AS count
${personsOf(asked.projectId, conditions)}`
  const [row] = await engine.rows(all, asked)
  return Count.parse(row).count
}
