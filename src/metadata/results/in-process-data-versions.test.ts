import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  BESIDE_EVENTS,
  type DataChange,
  type DataVersions,
  type ReadData,
} from '#coordination/data-versions.ts'
import { refuseUpdates, refuseVersions } from '../../../test/fixtures/metadata-faults.ts'
import { useMetadata } from '../../../test/fixtures/use-metadata.ts'
import { openInProcessDataVersions } from './in-process-data-versions.ts'

const store = useMetadata()
const NAMES = ['a', 'b']

/** Number of rows of each kind: events by name, merges, deletions. The numbers only grow. */
type Data = Readonly<Record<string, number>>
const ofA: ReadData = { events: ['a'], beside: [] }
const QUESTIONS: readonly ReadData[] = [
  ofA,
  { events: ['b'], beside: ['group_properties'] },
  { events: ['a', 'b'], beside: ['people', 'person_properties'] },
  { events: 'any', beside: [] },
]
const subjectsOf = ({ events, beside }: ReadData) => [
  ...(events === 'any' ? NAMES : events),
  ...beside,
  'everything',
]

function changeOf(projectId: number, kind: string): DataChange {
  const other = [...BESIDE_EVENTS, 'everything' as const].find((one) => one === kind)
  if (other !== undefined) return { projectId, what: other }
  return { projectId, what: 'events', names: [kind] }
}

/** The data, the acknowledged part of it, and the cached results: everything that is left after a kill. */
interface World {
  readonly projectId: number
  data: Data
  acknowledged: Data
  readonly answers: Map<ReadData, { readonly version: string; readonly seen: Data }>
}
/** A write or a query. It runs in steps, between which other actors may run. */
type Actor = AsyncGenerator<void, void, void>

const more = (data: Data, kind: string): Data => ({ ...data, [kind]: (data[kind] ?? 0) + 1 })

/**
 * Writes rows, which become visible one after the other, like rows of several months. A write that fails
 * leaves the first row.
 */
async function* write(world: World, versions: DataVersions, kinds: readonly string[], fails: boolean): Actor {
  const begun = versions.begin(kinds.map((kind) => changeOf(world.projectId, kind)))
  yield
  const end = await begun
  const written = fails ? kinds.slice(0, 1) : kinds
  for (const kind of written) {
    yield
    world.data = more(world.data, kind)
  }
  yield
  await end()
  for (const kind of written) world.acknowledged = more(world.acknowledged, kind)
}

/** Asks a query, which reads the data at some time between its beginning and its end. */
async function* ask(world: World, versions: DataVersions, question: ReadData): Actor {
  const version = await versions.present(world.projectId, question)
  const kept = world.answers.get(question)
  if (kept?.version === version) return expectNothingMissing(world, question, kept.seen)
  yield
  const seen = world.data
  yield
  world.answers.set(question, { version, seen })
}

function expectNothingMissing({ acknowledged }: World, question: ReadData, seen: Data): void {
  for (const kind of subjectsOf(question))
    expect(seen[kind] ?? 0, kind).toBeGreaterThanOrEqual(acknowledged[kind] ?? 0)
}

type Step =
  | { readonly do: 'write'; readonly kinds: readonly string[]; readonly fails: boolean }
  | { readonly do: 'ask'; readonly question: ReadData }
  | { readonly do: 'go on'; readonly which: number }
  | { readonly do: 'restart' }
const constant = <const T>(value: T) => fc.constant(value)
const KINDS = fc.uniqueArray(fc.constantFrom(...NAMES, ...BESIDE_EVENTS, 'everything'), {
  minLength: 1,
  maxLength: 2,
})
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: constant('write'), kinds: KINDS, fails: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: constant('ask'), question: fc.constantFrom(...QUESTIONS) }) },
  { weight: 8, arbitrary: fc.record({ do: constant('go on'), which: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ do: constant('restart') }) },
)

async function run(steps: readonly Step[]): Promise<void> {
  const world: World = { projectId: store.newProject(), data: {}, acknowledged: {}, answers: new Map() }
  let versions = await openInProcessDataVersions(store.metadata)
  let going: Actor[] = []
  const goOn = async (which: number) => {
    const actor = going[which % Math.max(going.length, 1)]
    if (actor !== undefined && (await actor.next()).done) going = going.filter((other) => other !== actor)
  }
  for (const one of steps) {
    if (one.do === 'write') going.push(write(world, versions, one.kinds, one.fails))
    else if (one.do === 'ask') going.push(ask(world, versions, one.question))
    else if (one.do === 'restart') {
      // A kill: the rows that were written stay, and count as acknowledged from now on.
      going = []
      world.acknowledged = world.data
      versions = await openInProcessDataVersions(store.metadata)
    }
    await goOn(one.do === 'go on' ? one.which : going.length - 1)
  }
  while (going.length > 0) await goOn(0)
  // While no change is under way, every cached result is fresh.
  for (const question of QUESTIONS) for await (const _ of ask(world, versions, question));
  for (const question of QUESTIONS) {
    const kept = world.answers.get(question)
    expect(await versions.present(world.projectId, question)).toBe(kept?.version)
    expectNothingMissing(world, question, kept?.seen ?? {})
  }
}

test('a fresh cached result lacks no acknowledged event', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 40 }), run), { numRuns: 250 })
})

test('a version during changes is present until the first change has ended, and not after a kill', async () => {
  const projectId = store.newProject()
  const versions = await openInProcessDataVersions(store.metadata)
  const begin = () => versions.begin([changeOf(projectId, 'a')])
  const [endFirst, endSecond] = [await begin(), await begin()]
  const during = await versions.present(projectId, ofA)
  expect(await versions.present(projectId, ofA)).toBe(during)
  await endFirst()
  expect(await versions.present(projectId, ofA)).not.toBe(during)
  await endSecond()
  expect(await versions.present(projectId, ofA)).not.toBe(during)

  const killed = await openInProcessDataVersions(store.metadata)
  await killed.begin([changeOf(projectId, 'a')])
  const seen = await killed.present(projectId, ofA)
  const next = await openInProcessDataVersions(store.metadata)
  // The change has begun, but its new version is not yet on disk.
  const begun = next.begin([changeOf(projectId, 'a')])
  expect(await next.present(projectId, ofA)).not.toBe(seen)
  await begun
})

const onDisk = async (projectId: number) => {
  const rows = await store.metadata
    .selectFrom('data_version')
    .select(['subject', 'version'])
    .where('project_id', '=', projectId)
    .orderBy('subject')
    .execute()
  return Object.fromEntries(rows.map((row) => [row.subject, row.version]))
}

test('data that no query reads gets no version, other data one for each time it was read', async () => {
  const projectId = store.newProject()
  const versions = await openInProcessDataVersions(store.metadata)
  const write = async (...names: string[]) => (await versions.begin([{ projectId, what: 'events', names }]))()
  await write('a', 'b')
  expect(await onDisk(projectId)).toEqual({})
  await versions.present(projectId, ofA)
  expect(await onDisk(projectId)).toEqual({ 'event:a': 1 })
  for (let i = 0; i < 3; i++) await write('a', 'b')
  expect(await onDisk(projectId)).toEqual({ 'event:a': 2 })
})

test('a new version is on disk before the change begins, for each of several writers', async () => {
  const projectId = store.newProject()
  const versions = await openInProcessDataVersions(store.metadata)
  await versions.present(projectId, ofA)
  const begin = async () => {
    await versions.begin([changeOf(projectId, 'a')])
    return (await onDisk(projectId))['event:a']
  }
  for (const version of await Promise.all([begin(), begin()])) expect(version).toBeGreaterThan(1)
})

test('queries of more names than have versions depend on events of any name', async () => {
  const projectId = store.newProject()
  const versions = await openInProcessDataVersions(store.metadata, 2)
  const versionOf = (name: string) => versions.present(projectId, { events: [name], beside: ['people'] })
  const [first, third] = [await versionOf('a'), await versionOf('c')]
  expect(Object.keys(await onDisk(projectId))).toEqual([
    'cohort_members',
    'event:a',
    'events',
    'group_properties',
    'people',
    'person_properties',
  ])
  await (await versions.begin([changeOf(projectId, 'never asked about')]))()
  expect(await versionOf('a')).toBe(first)
  expect(await versionOf('c')).not.toBe(third)
})

test('a version that could not be written is never given to other data', async () => {
  const projectId = store.newProject()
  const before = await openInProcessDataVersions(store.metadata)
  const present = async (versions: DataVersions) => versions.present(projectId, ofA)
  const seen = [await present(before)]
  const stop = await refuseUpdates(store.metadata, 'data_version')
  await expect(before.begin([changeOf(projectId, 'a')])).rejects.toThrow('full')
  // Nothing was written, so the version is still the present one.
  expect(await present(before)).toBe(seen[0])
  await stop()
  const after = await openInProcessDataVersions(store.metadata)
  await (await after.begin([changeOf(projectId, 'a')]))()
  expect(seen).not.toContain(await present(after))
})

test('while a change has an unknown outcome no two versions are equal, except of other projects', async () => {
  const [projectId, other] = [store.newProject(), store.newProject()]
  const versions = await openInProcessDataVersions(store.metadata)
  const end = await versions.begin([{ projectId, what: 'everything' }])
  await end('unknown')
  expect(await versions.present(projectId, ofA)).not.toBe(await versions.present(projectId, ofA))
  expect(await versions.present(other, ofA)).toBe(await versions.present(other, ofA))
  // The next start ends the change.
  const restarted = await openInProcessDataVersions(store.metadata)
  expect(await restarted.present(projectId, ofA)).toBe(await restarted.present(projectId, ofA))
})

test('where nothing can be written no two versions of new subjects are equal', async () => {
  const projectId = store.newProject()
  const versions = await openInProcessDataVersions(store.metadata)
  const stop = await refuseVersions(store.metadata)
  const seen = [await versions.present(projectId, ofA), await versions.present(projectId, ofA)]
  await stop()
  expect(seen[0]).not.toBe(seen[1])
})
