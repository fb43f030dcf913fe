import fc from 'fast-check'
import { expect } from 'vitest'
import { type GivenPeople, givenPeople } from './given-people.ts'
import { type DefinedPerson, type GivenStatement, personsByDefinition } from './person-definition.ts'
import { type Population, storeOf } from './population.ts'
import { contradictionsIn, type StoredPeople, storedPeople, unnoticedChanges } from './stored-people.ts'

/**
 * A person in a form in which the definition and the tables can be compared. A person that is in no list
 * has only its distinct ids.
 */
type ComparedPerson = readonly [root: string, ...rest: unknown[]]

/** Returns the persons by the definition, without the properties that it leaves open. */
export const definedPersons = (said: readonly GivenStatement[]): ComparedPerson[] =>
  inOrder(personsByDefinition(said).map(comparedByDefinition))

const comparedByDefinition = (person: DefinedPerson): ComparedPerson =>
  person.createdUs === null
    ? [person.root, person.distinctIds]
    : [
        person.root,
        person.distinctIds,
        person.isIdentified,
        new Date(Math.floor(person.createdUs / 1000)).toISOString(),
        sortedEntries(person.properties, person.leftOpen),
      ]

/** Returns the persons in the tables, without the properties that the definition leaves open. */
export function comparedPersons(people: StoredPeople, said: readonly GivenStatement[]): ComparedPerson[] {
  const leftOpen = new Map(personsByDefinition(said).map((person) => [person.root, person.leftOpen]))
  const roots = new Set(people.ids.map(({ person }) => person))
  return inOrder(
    [...roots].map((number) => {
      const root = people.ids.find((id) => id.number === number)?.distinctId ?? `number ${number}`
      const distinctIds = people.ids.filter((id) => id.person === number).map((id) => id.distinctId)
      const person = people.persons.find((one) => one.number === number)
      if (person === undefined) return [root, distinctIds.sort()]
      const entries = sortedEntries(person.properties, leftOpen.get(root) ?? new Set())
      return [root, distinctIds.sort(), person.isIdentified, person.createdAt, entries]
    }),
  )
}

const inOrder = (persons: ComparedPerson[]): ComparedPerson[] => persons.sort(([a], [b]) => (a < b ? -1 : 1))

const sortedEntries = (properties: ReadonlyMap<string, unknown>, left: ReadonlySet<string>) =>
  [...properties].filter(([key]) => !left.has(key)).sort(([a], [b]) => (a < b ? -1 : 1))

/** Property: the statements give the same persons in any order, cut into any batches, and repeated. */
export const orderProperty = (population: Population) =>
  fc.asyncProperty(givenPeople, async ({ said, batches, isForgetful }) => {
    const projectId = await population.newProject()
    for (const batch of batches) await storeOf(population, isForgetful).record(projectId, batch)
    expect(await found(population, projectId, said)).toEqual(definedPersons(said))
  })

/**
 * Property: with several clients at once, each of which sends in order, the statements also give the same
 * persons.
 */
export const concurrencyProperty = (population: Population) =>
  fc.asyncProperty(givenPeople, async ({ said, clients }) => {
    const projectId = await population.newProject()
    const send = async (requests: GivenPeople['batches']) => {
      for (const request of requests) await population.identity.record(projectId, request)
    }
    await Promise.all(clients.map(send))
    expect(await found(population, projectId, said)).toEqual(definedPersons(said))
  })

/** Property: after each batch the tables agree with each other and with the statements so far. */
export const consistencyProperty = (population: Population) =>
  fc.asyncProperty(givenPeople, async ({ batches, isForgetful }) => {
    const projectId = await population.newProject()
    let before = await storedPeople(population.metadata, projectId)
    const soFar = new Set<GivenStatement>()
    for (const batch of batches) {
      const { numbers } = await storeOf(population, isForgetful).record(projectId, batch)
      for (const statement of batch) soFar.add(statement)
      const after = await storedPeople(population.metadata, projectId)
      expect(contradictionsIn(after)).toEqual([])
      expect(unnoticedChanges(before, after)).toEqual([])
      expect(comparedPersons(after, [...soFar])).toEqual(definedPersons([...soFar]))
      for (const { distinctId } of batch)
        expect(numbers.get(distinctId)).toBe(after.ids.find((id) => id.distinctId === distinctId)?.number)
      before = after
    }
  })

async function found({ metadata }: Population, projectId: number, said: readonly GivenStatement[]) {
  const people = await storedPeople(metadata, projectId)
  expect(contradictionsIn(people)).toEqual([])
  return comparedPersons(people, said)
}
