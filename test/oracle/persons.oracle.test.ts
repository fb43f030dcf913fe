import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GivenStatement, personsByDefinition } from './person-definition.ts'
import {
  comparedPersons,
  concurrencyProperty,
  consistencyProperty,
  definedPersons,
  orderProperty,
} from './person-property.ts'
import { openPopulation, type Population } from './population.ts'
import { storedPeople } from './stored-people.ts'

/**
 * Time limit for shrinking. When it is reached, the counterexample found so far is shown, even if a smaller
 * one exists.
 */
const SHRINK_MS = 60_000

let population: Population
beforeAll(async () => {
  population = await openPopulation()
})
afterAll(() => population.close())

const NOTHING = { hasProfile: true, setOnce: null, set: null, unset: null, merge: null }
const said = (at: string, distinctId: string, rest: Partial<GivenStatement> = {}): GivenStatement => ({
  ...NOTHING,
  ...rest,
  distinctId,
  atUs: Date.parse(`2026-11-20T${at}:00Z`) * 1000,
})
const identify = (other: string) => ({ merge: { other, isForced: false }, identifies: true })

test('the definition and the store have the result of the semantics page', async () => {
  const statements = [
    said('10:00', 'anon-1', { setOnce: { source: 'news' } }),
    said('10:05', 'ada', { set: { plan: 'paid' } }),
    said('10:02', 'ada', { ...identify('anon-1'), set: { plan: 'free' } }),
    said('10:07', 'bob', identify('anon-1')),
  ]
  const properties = [
    ['plan', 'paid'],
    ['source', 'news'],
  ]
  const expected = [
    ['ada', ['ada', 'anon-1'], true, '2026-11-20T10:00:00.000Z', properties],
    ['bob', ['bob'], true, '2026-11-20T10:07:00.000Z', []],
  ]
  expect(definedPersons(statements)).toEqual(expected)
  const projectId = await population.newProject()
  for (const statement of statements) await population.identity.record(projectId, [statement])
  expect(comparedPersons(await storedPeople(population.metadata, projectId), statements)).toEqual(expected)
})

test.each([
  ['set once, unset, set once twice', ['o', 'u', 'o', 'o'], true],
  ['set once, unset, set once', ['o', 'u', 'o'], false],
  ['unset, set once twice', ['u', 'o', 'o'], false],
  ['set once twice, unset, set once', ['o', 'o', 'u', 'o'], false],
  ['set once, unset, set once twice, set', ['o', 'u', 'o', 'o', 's'], false],
])('%s: whether the page leaves the value open', (_, letters, isOpen) => {
  const statements = letters.map((letter, i) =>
    said(`10:0${i}`, 'ada', {
      ...(letter === 'o' && { setOnce: { plan: i } }),
      ...(letter === 's' && { set: { plan: i } }),
      ...(letter === 'u' && { unset: ['plan'] }),
    }),
  )
  expect(personsByDefinition(statements).map(({ leftOpen }) => leftOpen.has('plan'))).toEqual([isOpen])
})

const permutations = <T>(items: readonly T[]): T[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((first) =>
        permutations(items.filter((item) => item !== first)).map((rest) => [first, ...rest]),
      )

// Small histories that are easy to get wrong, each in every order of arrival.
test.each([
  [
    'properties on an event without a person profile',
    [said('10:00', 'ada', { hasProfile: false, set: { plan: 'free' } }), said('10:01', 'ada')],
  ],
  [
    'a property that is set once again after it was unset',
    [
      said('10:00', 'ada', { setOnce: { plan: 'free' } }),
      said('10:01', 'ada', { unset: ['plan'] }),
      said('10:02', 'ada', { setOnce: { plan: 'paid' } }),
    ],
  ],
  [
    'a property that is set once by the other before a merge, and again after it was unset',
    [
      said('10:00', 'bob', { set: { plan: 'trial' } }),
      said('10:01', 'ada', { setOnce: { plan: 'free' } }),
      said('10:02', 'bob', identify('ada')),
      said('10:03', 'ada', { unset: ['plan'] }),
      said('10:04', 'ada', { setOnce: { plan: 'paid' } }),
    ],
  ],
])('%s: the persons are those of the definition', async (_, statements) => {
  for (const arrival of permutations(statements)) {
    const projectId = await population.newProject()
    for (const statement of arrival) await population.identity.record(projectId, [statement])
    const stored = comparedPersons(await storedPeople(population.metadata, projectId), statements)
    expect(stored, JSON.stringify(arrival)).toEqual(definedPersons(statements))
  }
})

test.each([
  ['any order, any batches, any repetition', orderProperty, 400],
  ['several clients at once', concurrencyProperty, 250],
  ['the tables after each batch', consistencyProperty, 100],
] as const)('%s: the persons are those of the definition', async (_, property, numRuns) => {
  await fc.assert(property(population), { numRuns, interruptAfterTimeLimit: SHRINK_MS })
})
