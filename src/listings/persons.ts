import { z } from 'zod'
import type { Asker, Engine, QueryOptions } from '#engine/engine.ts'
import type { Person, PersonStore } from '#metadata/people/person-store.ts'
import type { Calendar } from '#query/date-text.ts'
import type { FilterGroup } from '#query/filter.ts'
import { fitting } from '#shared/page-budget.ts'
import { personScope } from '#sql/filter-scope.ts'
import { groupConditions } from '#sql/filters.ts'
import { bound, type Fragment, sql } from '#sql/fragment.ts'
import { personIn, personsOf, searchCondition } from '#sql/persons.ts'
import { personName } from './person-name.ts'

/** A person as lists show it: with a name and distinct ids. */
export interface ListedPerson extends Person {
  readonly name: string
  /** The first distinct ids; how many depends on the call. */
  readonly distinctIds: readonly string[]
}
export interface PersonListOptions {
  /** A text in the properties, or the whole of a distinct id or of the person's uuid. Empty text is no condition. */
  readonly search: string
  readonly properties: FilterGroup
  readonly distinctId: string | null
  /** For the dates of `properties`. */
  readonly calendar: Calendar
  readonly limit: number
  readonly offset: number
}

export interface PersonPage {
  readonly count: number
  readonly taken: number
  readonly persons: readonly ListedPerson[]
}

export interface PersonListing {
  /**
   * Newest first. `count` is the number of all matching persons. This page covers `taken` of them, fewer than `limit` where
   * that many do not fit; the next page begins after those.
   */
  page(projectId: number, options: PersonListOptions, asker: Asker): Promise<PersonPage>
  /** One person with up to {@link MOST_IDS_OF_ONE} distinct ids and how many it has; null where there is none. */
  find(projectId: number, uuid: string): Promise<(ListedPerson & { distinctIdCount: number }) | null>
}
interface Deps {
  readonly persons: PersonStore
  readonly engine: Engine
}

export const MOST_IDS_IN_LISTS = 10
export const MOST_IDS_OF_ONE = 1_000

/**
 * Persons, page by page. Without conditions a page is read from the metadata by an index. With conditions the event store's
 * mirror selects the persons, because a filter there means the same as in an insight.
 */
export function createPersonListing(deps: Deps): PersonListing {
  return {
    async page(projectId, options, asker) {
      const conditions = await conditionsOf(deps, projectId, options)
      const { count, numbers } =
        conditions.length === 0
          ? await deps.persons.list(projectId, options)
          : await matching(deps.engine, { name: 'persons.page', projectId, ...asker }, conditions, options)
      return shownPage(deps, projectId, count, numbers)
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

/** The first of these persons, as many as fit on a page, of `count` in all. */
export async function shownPage(
  deps: Pick<Deps, 'persons'>,
  projectId: number,
  count: number,
  numbers: readonly number[],
): Promise<PersonPage> {
  const bytes = await deps.persons.keptBytes(projectId, numbers)
  const shown = fitting(numbers, (number) => bytes.get(number) ?? 0)
  const found = await deps.persons.byNumbers(projectId, shown)
  // A person that was deleted since the page was selected is left out.
  const people = shown.flatMap((number) => found.get(number) ?? [])
  return { count, taken: shown.length, persons: await named(deps, projectId, people, MOST_IDS_IN_LISTS) }
}

/** Persons with their names and distinct ids, in the same order. */
export async function named(
  { persons }: Pick<Deps, 'persons'>,
  projectId: number,
  people: readonly Person[],
  mostIds = MOST_IDS_IN_LISTS,
): Promise<ListedPerson[]> {
  const ids = await persons.distinctIds(
    projectId,
    people.map(({ number }) => number),
    mostIds,
  )
  return people.map((person) => {
    const distinctIds = ids.get(person.number) ?? []
    return { ...person, distinctIds, name: personName(person.properties, distinctIds) }
  })
}

async function conditionsOf(deps: Deps, projectId: number, options: PersonListOptions): Promise<Fragment[]> {
  const { search, distinctId, properties } = options
  const conditions = groupConditions(properties, personScope(options.calendar))
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

const numbersOf = (person: Person | null): number[] => (person === null ? [] : [person.number])

const Match = z.object({ person: z.number(), count: z.coerce.number() })
const Count = z.object({ count: z.coerce.number() })

/** The persons of a project that a query is about. */
export type AskedPersons = QueryOptions & { readonly projectId: number }

/**
 * The numbers of a page of the persons that these conditions hold for, newest first, and how many there are. One query gives both; a
 * page beyond the end has no row that could carry the count: it takes a second.
 */
export async function matching(
  engine: Engine,
  asked: AskedPersons,
  conditions: readonly Fragment[],
  { limit, offset }: Pick<PersonListOptions, 'limit' | 'offset'>,
): Promise<{ count: number; numbers: number[] }> {
  const { projectId } = asked
  const page = sql`SELECT
  person,
  count() OVER () AS count
${personsOf(projectId, conditions)}
ORDER BY created_at DESC, person DESC
LIMIT ${bound('Int64', limit)} OFFSET ${bound('Int64', offset)}`
  const matches = z.array(Match).parse(await engine.rows(page, asked))
  if (matches.length === 0 && offset > 0)
    return {
      count: await countMatching(engine, { ...asked, name: 'persons.count' }, conditions),
      numbers: [],
    }
  return { count: matches[0]?.count ?? 0, numbers: matches.map(({ person }) => person) }
}

/** How many persons these conditions hold for. */
export async function countMatching(
  engine: Engine,
  asked: AskedPersons,
  conditions: readonly Fragment[],
): Promise<number> {
  const all = sql`SELECT count() AS count
${personsOf(asked.projectId, conditions)}`
  const [row] = await engine.rows(all, asked)
  return Count.parse(row).count
}
