import { uuidOfPerson } from '#identity/person-uuid.ts'
import type { Group } from '#metadata/groups/group-rows.ts'
import type { GroupStore } from '#metadata/groups/group-store.ts'
import type { PersonStore } from '#metadata/people/person-store.ts'
import { fitting } from '#shared/page-budget.ts'
import { type ListedPerson, MOST_IDS_IN_LISTS, named } from './persons.ts'

/**
 * A person behind a number. If none of its distinct ids has an event with a person profile, the person has
 * no profile.
 */
export interface ActingPerson extends Omit<ListedPerson, 'createdAt'> {
  readonly createdAt: string | null
  readonly hasProfile: boolean
}
/** A group behind a number. At least its key is known. */
export type ActingGroup = Pick<Group, 'key'> & Partial<Group>

/**
 * Lists actors that a question counts. The actors are given by the keys that they have in events. A list
 * has the first of the given actors, up to as many as fit on a page.
 */
export interface ActorListing {
  /**
   * Lists persons by the numbers of their roots. Null stands for a person that was deleted while its events
   * were kept.
   */
  persons(projectId: number, numbers: readonly number[]): Promise<(ActingPerson | null)[]>
  groups(projectId: number, typeIndex: number, keys: readonly string[]): Promise<ActingGroup[]>
  /** Returns the roots of the persons that have a text as a distinct id or as their uuid. */
  personsNamed(projectId: number, text: string): Promise<number[]>
}

interface Deps {
  readonly persons: PersonStore
  readonly groups: Pick<GroupStore, 'byKeys'>
}

/** The most groups that are in memory at once. A group can have half a megabyte of properties. */
const GROUPS_AT_ONCE = 100

export function createActorListing(deps: Deps): ActorListing {
  return {
    persons: (projectId, numbers) => listPersons(deps, projectId, numbers),
    async groups(projectId, typeIndex, keys) {
      const some = keys.slice(0, GROUPS_AT_ONCE)
      const found = await deps.groups.byKeys(projectId, typeIndex, some)
      const byKey = new Map(found.map((group) => [group.key, group]))
      return some.map((key) => byKey.get(key) ?? { key })
    },
    async personsNamed(projectId, text) {
      const root = await deps.persons.rootOf(projectId, text)
      const person = await deps.persons.byUuid(projectId, text.toLowerCase())
      return [...(root === null ? [] : [root]), ...(person === null ? [] : [person.number])]
    },
  }
}

async function listPersons(
  deps: Deps,
  projectId: number,
  numbers: readonly number[],
): Promise<(ActingPerson | null)[]> {
  const bytes = await deps.persons.keptBytes(projectId, numbers)
  const shown = fitting(numbers, (number) => bytes.get(number) ?? 0)
  const found = await deps.persons.byNumbers(projectId, shown)
  const people = await named(deps, projectId, [...new Set(found.values())])
  const profiles = new Map(people.map((person) => [person.number, person]))
  const others = shown.filter((number) => !found.has(number))
  const ids = await deps.persons.distinctIds(projectId, others, MOST_IDS_IN_LISTS)
  return shown.map((number) => {
    const profile = profiles.get(found.get(number)?.number ?? number)
    if (profile !== undefined) return { ...profile, hasProfile: true }
    return withoutProfile(projectId, number, ids.get(number) ?? [])
  })
}

function withoutProfile(
  projectId: number,
  number: number,
  distinctIds: readonly string[],
): ActingPerson | null {
  const [root] = distinctIds
  if (root === undefined) return null
  return {
    number,
    uuid: uuidOfPerson(projectId, root),
    name: root,
    distinctIds,
    properties: {},
    createdAt: null,
    isIdentified: false,
    hasProfile: false,
  }
}
