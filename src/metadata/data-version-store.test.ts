import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useMetadata } from '../../test/fixtures/use-metadata.ts'
import { type DataVersions, openDataVersions, type Reads, type WrittenData } from './data-version-store.ts'

const server = useMetadata()
const NAMES = ['a', 'b']

/** What questions read, as counts that only grow: of events by name, of merges, of erasures. */
interface Data {
  readonly events: Map<string, number>
  people: number
  erasure: number
}
interface Write {
  finish(): void
  readonly done: Promise<void>
}
type Step =
  | { readonly do: 'begin'; readonly kinds: readonly ('people' | 'erasure' | string)[] }
  | { readonly do: 'finish'; readonly which: number }
  | { readonly do: 'ask'; readonly reads: Reads }
  | { readonly do: 'restart' }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('begin' as const),
      kinds: fc.uniqueArray(fc.constantFrom(...NAMES, 'people', 'erasure'), { minLength: 1, maxLength: 2 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('finish' as const), which: fc.nat(3) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      reads: fc.constantFrom<Reads>(
        { events: ['a'], people: false },
        { events: ['a', 'b'], people: true },
        { events: null, people: false },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
)

const seenBy = (data: Data, { events, people }: Reads) =>
  JSON.stringify([
    data.erasure,
    people ? data.people : null,
    (events ?? NAMES).map((name) => data.events.get(name) ?? 0),
  ])

/** Runs the steps and checks every answer that counts as fresh against the data that is acknowledged by then. */
async function run(steps: readonly Step[]): Promise<void> {
  const projectId = server.newProject()
  const data: Data = { events: new Map(), people: 0, erasure: 0 }
  const answers = new Map<string, { version: string; seen: string }>()
  const writes: Write[] = []
  let versions = await openDataVersions(server.metadata)
  let process = 0

  const write = (data_: WrittenData) => {
    if (data_.kind === 'event') data.events.set(data_.name, (data.events.get(data_.name) ?? 0) + 1)
    else data[data_.kind]++
  }
  const actions: Record<Step['do'], (given: never) => Promise<void>> = {
    async begin({ kinds }: Extract<Step, { do: 'begin' }>) {
      const written = kinds.map(
        (kind): WrittenData =>
          kind === 'people' || kind === 'erasure'
            ? { projectId, kind }
            : { projectId, kind: 'event', name: kind },
      )
      const ofThisProcess = process
      writes.push(begin(versions, written, (one) => ofThisProcess === process && write(one)))
    },
    async finish({ which }: Extract<Step, { do: 'finish' }>) {
      const [finished] = writes.splice(which % Math.max(writes.length, 1), 1)
      finished?.finish()
      await finished?.done
    },
    async ask({ reads }: Extract<Step, { do: 'ask' }>) {
      const key = JSON.stringify(reads)
      const { version, isSettled } = versions.observe(projectId, reads)
      const cached = answers.get(key)
      if (cached?.version === version) expect(cached.seen).toBe(seenBy(data, reads))
      else if (isSettled) answers.set(key, { version, seen: seenBy(data, reads) })
    },
    async restart() {
      // What was being written stays as far as it came.
      process++
      for (const one of writes.splice(0)) one.finish()
      versions = await openDataVersions(server.metadata)
    },
  }
  for (const one of steps) await actions[one.do](one as never)
  for (const one of writes) {
    one.finish()
    await one.done
  }
}

// The data changes at once when the work begins, as rows may be visible before the insert returns, and again at its end.
function begin(
  versions: DataVersions,
  written: readonly WrittenData[],
  write: (data: WrittenData) => unknown,
): Write {
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const done = versions.during(written, async () => {
    for (const data of written) write(data)
    await finished
    for (const data of written) write(data)
  })
  return { finish: () => finish(), done }
}

test('an answer that counts as fresh has seen everything that is stored', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 30 }), run), { numRuns: 400 })
})

test('work begins when the new version is on disk, also where another writer has moved it', async () => {
  const projectId = server.newProject()
  const versions = await openDataVersions(server.metadata)
  const written: WrittenData[] = [{ projectId, kind: 'event', name: 'a' }]
  const onDisk = async () => {
    const rows = await server.metadata
      .selectFrom('data_version')
      .select(['subject', 'version'])
      .where('project_id', '=', projectId)
      .where('subject', '=', 'event:a')
      .execute()
    return rows.map((row) => row.version)
  }
  const seen = await Promise.all([versions.during(written, onDisk), versions.during(written, onDisk)])
  expect(seen).toEqual([[1], [1]])
  // Nobody has observed it since.
  expect(await versions.during(written, onDisk)).toEqual([1])
  versions.observe(projectId, { events: ['a'], people: false })
  expect(await versions.during(written, onDisk)).toEqual([2])
})

test('names beyond a bound share a version, which those within it do not', async () => {
  const projectId = server.newProject()
  const versions = await openDataVersions(server.metadata)
  const write = (name: string) => versions.during([{ projectId, kind: 'event', name }], async () => undefined)
  const versionOf = (name: string) => versions.observe(projectId, { events: [name], people: false }).version
  const first = versionOf('name 0')
  for (let i = 1; i < 2_100; i++) versionOf(`name ${i}`)
  const last = versionOf('name 2099')
  await write('never seen before')
  expect(versionOf('name 0')).toBe(first)
  expect(versionOf('name 2099')).not.toBe(last)
})

test('work does not begin where its version cannot be written, also of another writer', async () => {
  const projectId = server.newProject()
  const versions = await openDataVersions(server.metadata)
  const written: WrittenData[] = [{ projectId, kind: 'event', name: 'a' }]
  let begun = 0
  const write = () => versions.during(written, async () => ++begun)
  await sql`CREATE TRIGGER full_disk BEFORE INSERT ON data_version BEGIN SELECT RAISE(ABORT, 'full'); END`.execute(
    server.metadata,
  )
  const refused = await Promise.allSettled([write(), write()])
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await sql`DROP TRIGGER full_disk`.execute(server.metadata)
  expect([begun, await write()]).toEqual([0, 1])
})
