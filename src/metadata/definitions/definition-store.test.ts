import { describe, expect, test } from 'vitest'
import { newMetadataPlace, useMetadata } from '../../../test/fixtures/use-metadata.ts'
import type { PropertyDefinitionListOptions, SeenDefinitions } from './definition.ts'
import { createDefinitionStore, type DefinitionStore } from './definition-store.ts'

const stored = useMetadata()
const { newProject } = stored

const NOON = Date.parse('2026-11-20T12:00:00Z')
const LIMITS = { eventNames: 3, properties: 3, pairs: 4 }

/** Returns one event of each name, each with all of these properties. */
function seenIn(projectId: number, names: readonly string[], properties: Record<string, string | null> = {}) {
  const keys = Object.keys(properties)
  const seen: SeenDefinitions = {
    events: names.map((name) => ({ projectId, name, count: 1, lastSeenMs: NOON })),
    properties: keys.map((name) => ({
      projectId,
      type: 'event',
      groupTypeIndex: -1,
      name,
      kind: properties[name] ?? null,
      count: names.length,
      lastSeenMs: NOON,
    })),
    pairs: names.flatMap((event) => keys.map((property) => ({ projectId, event, property, count: 1 }))),
  }
  return seen
}
const FIRST_EVENTS = { limit: 100, offset: 0, search: [], orderBy: 'name', isDescending: false } as const
const FIRST_PROPERTIES: PropertyDefinitionListOptions = {
  limit: 100,
  offset: 0,
  search: [],
  type: 'event',
  groupTypeIndex: -1,
  eventNames: null,
  isOfEventsOnly: false,
  names: null,
  excludedNames: [],
  isNumerical: null,
  prefixes: [],
}
const countsOf = async (store: DefinitionStore, projectId: number) =>
  (await store.events(projectId, FIRST_EVENTS)).definitions.map(({ name, count }) => [name, count])
const kindsOf = async (store: DefinitionStore, projectId: number) =>
  Object.fromEntries(
    (await store.properties(projectId, FIRST_PROPERTIES)).definitions.map(({ name, kind }) => [name, kind]),
  )
const storedCount = async (projectId: number) => {
  const rows = await stored.metadata
    .selectFrom('event_definition')
    .select('count')
    .where('project_id', '=', projectId)
    .orderBy('name')
    .execute()
  return rows.map(({ count }) => count)
}

describe('counts', () => {
  test('of known names wait a second, and are read at once', async () => {
    const store = createDefinitionStore(stored.metadata)
    const project = newProject()
    const seen = seenIn(project, ['paid'], { plan: 'String' })
    await store.add(seen, NOON)
    await store.add(seen, NOON + 10)
    await store.add(seen, NOON + 999)
    expect(await storedCount(project)).toEqual([1])
    await store.add(seen, NOON + 1_000)
    expect(await storedCount(project)).toEqual([4])
    await store.add(seen, NOON + 1_001)
    expect(await storedCount(project)).toEqual([4])
    expect(await countsOf(store, project)).toEqual([['paid', 5]])
    expect(await storedCount(project)).toEqual([5])
  })

  test.each([
    ['a name', ['paid', 'new'], { plan: 'String' }],
    ['a property', ['paid'], { plan: 'String', seats: 'Numeric' }],
    ['a kind', ['paid'], { plan: 'Numeric' }],
  ])('with %s that is new are written at once', async (_name, names, properties) => {
    const store = createDefinitionStore(stored.metadata)
    const project = newProject()
    await store.add(seenIn(project, ['paid'], { plan: 'String' }), NOON)
    await store.add(seenIn(project, names, properties), NOON)
    expect((await storedCount(project))[names.length - 1]).toBe(2)
  })

  test('that wait are written by writeCounts, and by a clock that is set back', async () => {
    const store = createDefinitionStore(stored.metadata)
    const project = newProject()
    for (let i = 0; i < 3; i++) await store.add(seenIn(project, ['paid']), NOON)
    await store.writeCounts()
    expect(await storedCount(project)).toEqual([3])
    await store.add(seenIn(project, ['paid']), NOON - 3_600_000)
    expect(await storedCount(project)).toEqual([4])
  })

  test('of concurrent flushes are complete', async () => {
    const store = createDefinitionStore(stored.metadata)
    const project = newProject()
    const flushes = Array.from({ length: 50 }, (_, i) =>
      seenIn(project, ['paid', `event ${i % 5}`], { i: null }),
    )
    await Promise.all(flushes.map((seen, i) => store.add(seen, NOON + i * 100)))
    expect(await countsOf(store, project)).toEqual([
      ...[0, 1, 2, 3, 4].map((i) => [`event ${i}`, 10]),
      ['paid', 50],
    ])
  })

  test('survive a restart, and the last time an event happened never goes back', async () => {
    const project = newProject()
    const late = seenIn(project, ['paid'])
    await createDefinitionStore(stored.metadata).add(late, NOON)
    const early = late.events.map((event) => ({ ...event, lastSeenMs: NOON - 5_000 }))
    const store = createDefinitionStore(stored.metadata)
    await store.add({ ...late, events: early }, NOON + 5_000)
    const { definitions } = await store.events(project, FIRST_EVENTS)
    const noon = '2026-11-20T12:00:00.000Z'
    expect(definitions).toMatchObject([{ count: 2, createdAt: noon, lastSeenAt: noon }])
  })
})

test.each([
  ['Numeric', 'Numeric', 'Numeric'],
  [null, 'Numeric', 'Numeric'],
  ['Numeric', null, 'Numeric'],
  [null, null, null],
  ['Numeric', 'String', 'String'],
  ['String', 'Numeric', 'String'],
  ['DateTime', 'String', 'String'],
  ['Numeric', 'Boolean', 'String'],
])('%s, then %s is %s', async (first, second, kind) => {
  // The values are written one after the other by two stores, and then both by the second store.
  const project = newProject()
  await createDefinitionStore(stored.metadata).add(seenIn(project, ['e'], { value: first }), NOON)
  const store = createDefinitionStore(stored.metadata)
  await store.add(seenIn(project, ['e'], { value: second }), NOON)
  expect(await kindsOf(store, project)).toEqual({ value: kind })
  for (const one of [first, second]) await store.add(seenIn(project, ['e'], { value: one }), NOON)
  expect(await kindsOf(store, project)).toEqual({ value: kind })
})

describe('beyond the limits new names are not recorded', () => {
  const names = (count: number) => Array.from({ length: count }, (_, i) => `event ${i}`)

  test('events', async () => {
    const store = createDefinitionStore(stored.metadata, LIMITS)
    const project = newProject()
    await store.add(seenIn(project, names(2)), NOON)
    await store.add(seenIn(project, names(5)), NOON)
    await store.add(seenIn(project, [...names(2), 'later']), NOON)
    // A new store has to read the recorded names again.
    await createDefinitionStore(stored.metadata, LIMITS).add(seenIn(project, [...names(4), 'last']), NOON)
    expect(await countsOf(store, project)).toEqual([
      ['event 0', 4],
      ['event 1', 4],
      ['event 2', 2],
    ])
    const other = newProject()
    await store.add(seenIn(other, ['mine']), NOON)
    expect(await countsOf(store, other)).toEqual([['mine', 1]])
  })

  test('properties and pairs', async () => {
    const store = createDefinitionStore(stored.metadata, LIMITS)
    const project = newProject()
    await store.add(seenIn(project, ['e'], { a: null, b: null, c: null, d: null }), NOON)
    await store.add(seenIn(project, ['f'], { a: null, b: null, e: null }), NOON)
    expect(Object.keys(await kindsOf(store, project))).toEqual(['a', 'b', 'c'])
    const pairs = await stored.metadata
      .selectFrom('event_property')
      .select(['event', 'property'])
      .where('project_id', '=', project)
      .execute()
    expect(pairs.map(({ event, property }) => event + property)).toEqual(['ea', 'eb', 'ec', 'fa'])
  })

  test('refused names wait like known ones, a new name of another project does not', async () => {
    const store = createDefinitionStore(stored.metadata, LIMITS)
    const project = newProject()
    await store.add(seenIn(project, names(3), { a: null, b: null, c: null }), NOON)
    // This write lets the store learn that the project is full.
    await store.add(seenIn(project, ['refused'], { d: null }), NOON)
    await store.add(seenIn(project, ['event 0', 'refused', 'too'], { a: null, d: null, e: null }), NOON)
    expect(await storedCount(project)).toEqual([1, 1, 1])
    await store.add(seenIn(project, ['event 0'], { a: 'Numeric' }), NOON)
    expect(await storedCount(project)).toEqual([3, 1, 1])
    const other = newProject()
    await store.add(seenIn(other, ['mine'], { d: null }), NOON)
    expect(await storedCount(other)).toEqual([1])
  })

  test('only a limited number of refused names waits', async () => {
    const store = createDefinitionStore(stored.metadata, LIMITS)
    const project = newProject()
    await store.add(seenIn(project, names(3)), NOON)
    await store.add(seenIn(project, ['refused']), NOON)
    await store.add(
      seenIn(project, ['event 0', ...Array.from({ length: 60_000 }, (_, i) => `made up ${i}`)]),
      NOON,
    )
    expect(await storedCount(project)).toEqual([2, 1, 1])
  })

  test('the types of groups share a limit, and leave those of events alone', async () => {
    const store = createDefinitionStore(stored.metadata, LIMITS)
    const project = newProject()
    const ofGroup = (groupTypeIndex: number, name: string) => ({
      projectId: project,
      type: 'group' as const,
      groupTypeIndex,
      name,
      kind: null,
      count: 1,
      lastSeenMs: NOON,
    })
    const properties = [ofGroup(0, 'a'), ofGroup(1, 'a'), ofGroup(0, 'b'), ofGroup(2, 'a')]
    await store.add({ events: [], properties, pairs: [] }, NOON)
    await store.add(seenIn(project, ['e'], { a: null }), NOON)
    const listed = [0, 1, 2].map((groupTypeIndex) =>
      store.properties(project, { ...FIRST_PROPERTIES, type: 'group', groupTypeIndex }),
    )
    expect((await Promise.all(listed)).map(({ count }) => count)).toEqual([2, 1, 0])
    expect(await kindsOf(store, project)).toEqual({ a: null })
  })
})

test('more names in one flush than in one statement', async () => {
  const store = createDefinitionStore(stored.metadata)
  const project = newProject()
  const names = Array.from({ length: 9_000 }, (_, i) => `event ${i}`)
  await store.add(seenIn(project, names, { a: 'String' }), NOON)
  expect((await store.events(project, FIRST_EVENTS)).count).toBe(9_000)
  const { definitions } = await store.properties(project, {
    ...FIRST_PROPERTIES,
    eventNames: names.slice(0, 1),
  })
  expect(definitions).toMatchObject([{ name: 'a', count: 9_000, isSeen: true }])
})

test('ids follow from the project and the name, and are unknown in another project', async () => {
  const store = createDefinitionStore(stored.metadata)
  const [mine, other] = [newProject(), newProject()]
  for (const project of [mine, other]) await store.add(seenIn(project, ['paid'], { paid: 'String' }), NOON)
  const events = await Promise.all([mine, other].map((project) => store.events(project, FIRST_EVENTS)))
  const properties = await Promise.all(
    [mine, other].map((project) => store.properties(project, FIRST_PROPERTIES)),
  )
  const ids = [...events, ...properties].flatMap(({ definitions }) => definitions.map(({ id }) => id))
  expect(new Set(ids).size).toBe(4)
  const [myEvent = '', , myProperty = ''] = ids
  expect(await store.event(mine, myEvent)).toMatchObject({ name: 'paid' })
  expect(await store.event(other, myEvent)).toBeNull()
  expect(await store.property(mine, myProperty)).toMatchObject({ name: 'paid', kind: 'String' })
  expect(await store.property(other, myProperty)).toBeNull()
  expect(await store.property(mine, myEvent)).toBeNull()
})

test('a write that fails keeps its counts for the next', async () => {
  const own = await newMetadataPlace()
  const broken = await own.open()
  const store = createDefinitionStore(broken)
  await broken.schema.alterTable('event_definition').renameTo('elsewhere').execute()
  await expect(store.add(seenIn(1, ['paid']), NOON)).rejects.toThrow('event_definition')
  await broken.schema.alterTable('elsewhere').renameTo('event_definition').execute()
  await store.add(seenIn(1, ['paid']), NOON)
  expect(await countsOf(store, 1)).toEqual([['paid', 2]])
  await broken.destroy()
  await own.remove()
})
