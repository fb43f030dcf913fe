import { afterAll, beforeAll, expect, test } from 'vitest'
import { createInProcessIdentityCache } from '#coordination/in-process/in-process-identity-cache.ts'
import type { IdentityStatement } from '#identity/identity-statement.ts'
import { closeMetadata } from '#metadata/database/open-metadata.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { createIdentityStore } from '#metadata/people/identity-store.ts'
import { seededRandom } from '../../../../test/fixtures/seeded-random.ts'
import { comparedPersons, definedPersons } from '../../../../test/oracle/person-property.ts'
import { openPopulation, type Population } from '../../../../test/oracle/population.ts'
import { contradictionsIn, storedPeople } from '../../../../test/oracle/stored-people.ts'

const STORES = 3
const WORKERS = 12
const IDS = 40
const MERGES = 400

let population: Population
const opened: Metadata[] = []
beforeAll(async () => {
  population = await openPopulation()
  for (let i = 0; i < STORES; i++) opened.push(await population.openBeside())
})
afterAll(async () => {
  for (const metadata of opened) await closeMetadata(metadata)
  await population.close()
})

const START_US = Date.parse('2026-11-20T10:00:00Z') * 1_000

test('three processes that merge the same ids at once have the persons of the definition', async () => {
  const random = seededRandom(39)
  const statements = Array.from({ length: MERGES }, (_, i): IdentityStatement => {
    const id = random.between(1, IDS)
    return {
      distinctId: `id ${id}`,
      atUs: START_US + i,
      hasProfile: true,
      setOnce: null,
      set: { [`key ${random.between(1, 5)}`]: i },
      unset: null,
      merge: { other: `id ${random.between(1, IDS)}`, isForced: random.between(1, 2) === 1 },
    }
  }).filter(({ distinctId, merge }) => distinctId !== merge?.other)
  const projectId = await population.newProject()
  const stores = opened.map((metadata) => createIdentityStore(metadata, createInProcessIdentityCache()))
  const left = [...statements]
  async function work(worker: number): Promise<void> {
    for (let next = left.shift(); next !== undefined; next = left.shift())
      await stores[worker % STORES]?.record(projectId, [next])
  }
  await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)))
  const people = await storedPeople(population.metadata, projectId)
  expect(contradictionsIn(people)).toEqual([])
  expect(comparedPersons(people, statements)).toEqual(definedPersons(statements))
})
