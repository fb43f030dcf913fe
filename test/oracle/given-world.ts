import fc from 'fast-check'
import { cohortsOf, STATIC_COHORTS } from './cohorts-of-questions.ts'
import type { GivenEvent, Properties } from './filter-definition.ts'
import { givenProperties } from './given-filters.ts'

/** The persons and groups of a history, as they are today. */
export interface GivenWorld {
  /** Properties by number of the person; null is a person without a profile. */
  readonly persons: Readonly<Record<number, Properties | null>>
  /**
   * Properties by index of the group type, then by key. A group that is missing here was never identified.
   */
  readonly groups: Readonly<Record<number, Readonly<Record<string, Properties>>>>
  /** The static cohorts that each person was added to. */
  readonly addedTo: Readonly<Record<number, readonly number[]>>
}

/** Groups of two types. Their keys must not be taken for each other's. */
export const givenGroups = fc.constantFrom<Readonly<Record<number, string>>>(
  {},
  { 0: 'acme' },
  { 0: 'acme' },
  { 0: 'initech' },
  { 0: 'acme', 4: 'acme' },
  { 0: 'umbrella', 4: 'initech' },
  { 4: 'acme' },
)

const person = fc.option(givenProperties, { freq: 4 })
const groups = fc.dictionary(fc.constantFrom('acme', 'initech', 'umbrella'), givenProperties, {
  noNullPrototype: true,
})
export const givenAddedTo = fc.record(
  Object.fromEntries([1, 2, 3, 4].map((number) => [number, fc.subarray([...STATIC_COHORTS])])),
)
export const givenWorld: fc.Arbitrary<GivenWorld> = fc.record({
  persons: fc.record({ 1: person, 2: person, 3: person, 4: person }),
  groups: fc.record({ 0: groups, 4: groups }),
  addedTo: givenAddedTo,
})

/** Returns the event with the properties of its person and groups, and the cohorts of its person. */
export const inWorld =
  ({ persons, groups, addedTo }: GivenWorld) =>
  <T extends Pick<GivenEvent, 'person' | 'groups'>>(event: T) => ({
    ...event,
    personProperties: persons[event.person] ?? null,
    cohorts: cohortsOf(persons[event.person] ?? null, addedTo[event.person] ?? []),
    groupProperties: Object.fromEntries(
      Object.entries(event.groups ?? {}).map(([index, key]) => [index, groups[Number(index)]?.[key] ?? {}]),
    ),
  })
