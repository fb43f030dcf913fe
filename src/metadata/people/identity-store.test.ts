import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createInProcessIdentityCache } from '#coordination/in-process/in-process-identity-cache.ts'
import type { IdentityStatement } from '#identity/identity-statement.ts'
import { comparedPersons, definedPersons } from '../../../test/oracle/person-property.ts'
import { openPopulation, type Population } from '../../../test/oracle/population.ts'
import { contradictionsIn, storedPeople } from '../../../test/oracle/stored-people.ts'
import { createIdentityStore } from './identity-store.ts'

let population: Population
beforeAll(async () => {
  population = await openPopulation()
})
afterAll(() => population.close())

const SECOND_US = 1_000_000
const START_US = Date.parse('2026-11-20T10:00:00Z') * 1_000
const said = (second: number, distinctId: string, rest: Partial<IdentityStatement> = {}) => ({
  distinctId,
  atUs: START_US + second * SECOND_US,
  hasProfile: true,
  setOnce: null,
  set: null,
  unset: null,
  merge: null,
  ...rest,
})
const identify = (second: number, distinctId: string, other: string) =>
  said(second, distinctId, { merge: { other, isForced: false }, identifies: true })

/**
 * Records lists of identity statements one after the other. Returns the number of database statements of the
 * last list.
 */
async function statementsOfLast(lists: readonly IdentityStatement[][]): Promise<number> {
  const projectId = await population.newProject()
  let count = 0
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      count++
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const counted = population.metadata.withPlugin(counting)
  const identity = createIdentityStore(counted, createInProcessIdentityCache())
  for (const list of lists) {
    count = 0
    await identity.record(projectId, list)
  }
  const people = await storedPeople(population.metadata, projectId)
  expect(contradictionsIn(people)).toEqual([])
  const all = lists.flat()
  expect(comparedPersons(people, all)).toEqual(definedPersons(all))
  return count
}

const numbered = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i))

// All other changes wait for a transaction. On a server they wait for each round trip of its statements.
test.each<[string, (count: number) => IdentityStatement[][]]>([
  [
    'stored persons',
    (count) => [
      numbered(count, (i) => [said(0, `anonymous ${i}`), said(0, `person ${i}`)]).flat(),
      numbered(count, (i) => identify(10 + i, `person ${i}`, `anonymous ${i}`)),
    ],
  ],
  [
    'persons with later assignments, which are recomputed',
    (count) => [
      numbered(count, (i) => [
        said(5_000 + i, `anonymous ${i}`, { set: { plan: 'a' } }),
        said(5_000 + i, `person ${i}`, { set: { plan: 'b' } }),
      ]).flat(),
      numbered(count, (i) => identify(10 + i, `person ${i}`, `anonymous ${i}`)),
    ],
  ],
])('a hundred merges of %s take as many statements as two', async (_, lists) => {
  expect(await statementsOfLast(lists(100))).toBe(await statementsOfLast(lists(2)))
})

test('persons with too many links to recompute them do not keep their neighbours from it', async () => {
  const LINKS = 5_001
  const far = numbered(LINKS, (i) => identify(10_000 + i, 'hub', `spoke ${i}`))
  const near = [said(20_000, 'a', { set: { plan: 'a' } }), said(20_000, 'b', { set: { plan: 'b' } })]
  const late = [identify(5, 'hub', 'late spoke'), identify(6, 'b', 'a')]
  const projectId = await population.newProject()
  const { identity } = population
  for (const list of [far, near, late]) await identity.record(projectId, list)
  const { ids, persons } = await storedPeople(population.metadata, projectId)
  const personOf = (name: string) => {
    const id = ids.find(({ distinctId }) => distinctId === name)
    return persons.find(({ number }) => number === id?.person)
  }
  expect(personOf('a')).toEqual(personOf('b'))
  const expected = definedPersons([...near, ...late.slice(1)])
  const found = comparedPersons(
    { ids: ids.filter(({ distinctId }) => 'ab'.includes(distinctId)), persons, lastVersion: 0 },
    [...near, ...late.slice(1)],
  )
  expect(found).toEqual(expected)
  // These two were not recomputed. They are one person, because the merge was applied when it arrived.
  expect(personOf('late spoke')).toEqual(personOf('hub'))
})
