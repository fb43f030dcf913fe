import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeMetadata, openMetadata } from '../../src/metadata/database/open-metadata.ts'
import { captureStory, deleteSome, insightAnswers, saveInsights } from '../fixtures/moving-story.ts'
import { useNewServers } from '../fixtures/new-servers.ts'
import { capture, countsByEvent } from '../fixtures/server-client.ts'
import { killServers, type ServerProcess } from '../fixtures/server-process.ts'
import { useBundle } from '../fixtures/use-bundle.ts'

const program = useBundle()
const { newMetadata, newEvents } = useNewServers(1)
const EVENTS = 2_000

let root = ''
const at = (name: string) => join(root, name)
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'throughline-migrate-'))
})
afterAll(async () => {
  await killServers()
  await rm(root, { recursive: true, force: true })
})

async function stop(server: ServerProcess): Promise<void> {
  server.kill('SIGTERM')
  await server.exited
}

/** Runs the command, which must succeed. */
async function succeed(
  folder: string,
  words: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { code, stdout, stderr } = await program.runCommand(folder, words, { variables })
  if (code !== 0) throw new Error(`${words[0]} ended with ${code}: ${stdout}${stderr}`)
  return stdout
}

test('an installation is moved to servers while it runs, with interruptions, and back into a folder', async () => {
  const first = await program.startServer(at('data'))
  await captureStory(first, 0, EVENTS / 2, EVENTS)
  const insights = await saveInsights(first, 8)
  const addresses = { DATABASE_URL: await newMetadata(), CLICKHOUSE_URL: await newEvents() }
  const up = ['migrate', '--to-postgres', '--to-clickhouse']
  const to = { TO_DATABASE_URL: addresses.DATABASE_URL, TO_CLICKHOUSE_URL: addresses.CLICKHOUSE_URL }
  expect(await program.killCommandAt(at('data'), up, /of [\d,]+ events/, to)).toBe(true)
  // What is copied in part refuses a start, and is no place for another installation.
  const early = await program.attemptServer(at('none'), { variables: addresses })
  expect([early.code, early.stderr]).toEqual([
    1,
    expect.stringMatching(/^A move into these stores began at /),
  ])
  const copied = await succeed(at('data'), up, to)
  expect(copied).toContain('Throughline still runs on the old stores')
  expect(copied).toContain('Stop it, and run the same command again')

  // The second run finds late events, merges, changed properties and deletions.
  await captureStory(first, EVENTS / 2, EVENTS, EVENTS)
  await deleteSome(first)
  const before = await insightAnswers(first)
  expect(Object.keys(before)).toHaveLength(insights)
  expect(new Set(Object.values(before)).size).toBe(insights)
  await stop(first)
  expect(await program.killCommandAt(at('data'), up, /answers of insights/, to)).toBe(true)
  // Nobody takes events into the old stores that the copy would lack.
  const leaving = await program.attemptServer(at('data'))
  expect([leaving.code, leaving.stderr]).toEqual([1, expect.stringMatching(/^The last run of a move to /)])
  // The target answers the second half, and caches the results.
  expect(await program.killCommandAt(at('data'), up, /1\d of 16 answers of insights/, to)).toBe(true)
  const ended = await succeed(at('data'), up, to)
  expect(ended).toContain(`${insights} saved insights have the same answers.`)
  expect(ended).toContain('Set DATABASE_URL and CLICKHOUSE_URL to the address that you gave here')

  const late = await program.attemptServer(at('data'))
  expect([late.code, late.stderr]).toEqual([
    1,
    expect.stringMatching(
      /^This installation was moved to PostgreSQL at \S+ and ClickHouse at .+migrate --reopen\.\n$/,
    ),
  ])
  const again = await program.runCommand(at('data'), up, { variables: to })
  expect([again.code, again.stderr]).toEqual([
    1,
    expect.stringMatching(/^There is an installation in PostgreSQL at /),
  ])

  const second = await program.startServer(at('none'), addresses)
  expect(await insightAnswers(second)).toEqual(before)
  // Persons keep their numbers, and a repeated event is known.
  await captureStory(second, EVENTS - 500, EVENTS, EVENTS)
  expect(await insightAnswers(second)).toEqual(before)
  await captureStory(second, EVENTS, EVENTS + 200, EVENTS)

  // Down again: while it runs, and after its stop.
  const down = ['migrate', '--to-folder', at('back')]
  expect(await succeed(at('none'), down, addresses)).toMatch(/^Changes waited for \d+ ms\.$/m)
  const refused = await program.attemptServer(at('back'))
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/^A move into these stores began at /),
  ])
  await captureStory(second, EVENTS + 200, EVENTS + 400, EVENTS)
  await deleteSome(second)
  const onServers = await insightAnswers(second)
  await stop(second)
  expect(await program.killCommandAt(at('none'), down, /of [\d,]+ events/, addresses)).toBe(true)
  const back = await succeed(at('none'), down, addresses)
  expect(back).toContain(`${insights} saved insights have the same answers.`)
  const third = await program.startServer(at('back'))
  expect(await insightAnswers(third)).toEqual(onServers)
  await stop(third)
  const left = await program.attemptServer(at('none'), { variables: addresses })
  expect([left.code, left.stderr]).toEqual([1, expect.stringMatching(/^This installation was moved to /)])
  await succeed(at('none'), ['migrate', '--reopen'], addresses)
  await stop(await program.startServer(at('none'), addresses))
})

test.each(['--to-postgres', '--to-clickhouse'])(
  'only %s: the other store stays in the folder',
  async (option) => {
    const folder = at(`only${option}`)
    const first = await program.startServer(folder)
    await captureStory(first, 0, 500, 500)
    await saveInsights(first, 6)
    const url = option === '--to-postgres' ? await newMetadata() : await newEvents()
    const to = { [option === '--to-postgres' ? 'TO_DATABASE_URL' : 'TO_CLICKHOUSE_URL']: url }
    await succeed(folder, ['migrate', option], to)
    await deleteSome(first)
    const before = await insightAnswers(first)
    await stop(first)
    const variables = { [option === '--to-postgres' ? 'DATABASE_URL' : 'CLICKHOUSE_URL']: url }
    const early = await program.attemptServer(folder, { variables })
    expect([early.code, early.stderr]).toEqual([1, expect.stringMatching(/^A move into these stores /)])
    expect(await succeed(folder, ['migrate', option], to)).toContain(
      '6 saved insights have the same answers.',
    )
    expect((await program.attemptServer(folder)).stderr).toMatch(/^This installation was moved to /)
    const second = await program.startServer(folder, variables)
    expect(await insightAnswers(second)).toEqual(before)
    expect(await capture(second, [{ event: 'visited', distinct_id: 'new' }])).toBe(200)
    await stop(second)
    // The old events are not copied over those that came since.
    const again = await program.runCommand(folder, ['migrate', option], { variables: to })
    expect([again.code, again.stderr.split('\n').at(-2)]).toEqual([
      1,
      expect.stringMatching(
        /^There is an installation in PostgreSQL|^The events of this installation are in ClickHouse at .+ already/,
      ),
    ])
    const third = await program.startServer(folder, variables)
    expect(await countsByEvent(third, ['visited'], { from: '-1d' })).toEqual([1])
    await stop(third)
  },
)

test('a run that fails leaves the old stores as they were', async () => {
  const folder = at('nul')
  await stop(await program.startServer(folder))
  const metadata = await openMetadata(folder)
  await metadata.updateTable('project').set({ name: 'a\0b' }).execute()
  await closeMetadata(metadata)
  const { code, stderr } = await program.runCommand(folder, ['migrate', '--to-postgres'], {
    variables: { TO_DATABASE_URL: await newMetadata() },
  })
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^PostgreSQL cannot store the character U\+0000, /m),
  ])
  await stop(await program.startServer(folder))
})

test('a backup of running servers is restored into a folder and into empty servers', async () => {
  const addresses = { DATABASE_URL: await newMetadata(), CLICKHOUSE_URL: await newEvents() }
  const server = await program.startServer(at('none'), addresses)
  await captureStory(server, 0, 500, 500)
  await saveInsights(server, 4)
  const before = await insightAnswers(server)
  const backup = at('servers.tar.gz')
  await succeed(at('none'), ['backup', backup, '--temp', root], addresses)
  await captureStory(server, 500, 600, 500)
  await stop(server)
  await succeed(at('restored'), ['restore', backup])
  const inFolder = await program.startServer(at('restored'))
  expect(await insightAnswers(inFolder)).toEqual(before)
  await stop(inFolder)
  const empty = { DATABASE_URL: await newMetadata(), CLICKHOUSE_URL: await newEvents() }
  await succeed(at('none'), ['restore', backup, '--temp', root], empty)
  const onServers = await program.startServer(at('none'), empty)
  expect(await insightAnswers(onServers)).toEqual(before)
  await stop(onServers)
  const twice = await program.runCommand(at('none'), ['restore', backup], { variables: empty })
  expect([twice.code, twice.stderr.split('\n').at(-2)]).toEqual([
    1,
    expect.stringMatching(/^There is an installation in PostgreSQL at /),
  ])
  // The events that users work with are not replaced by those of a backup.
  const lost = { ...empty, DATABASE_URL: await newMetadata() }
  const over = await program.runCommand(at('none'), ['restore', backup], { variables: lost })
  expect([over.code, over.stderr.split('\n').at(-2)]).toEqual([
    1,
    expect.stringMatching(/^The events of this installation are in ClickHouse at .+ already/),
  ])
  const untouched = await program.startServer(at('none'), empty)
  expect(await insightAnswers(untouched)).toEqual(before)
  await stop(untouched)
})

const refusal = async (words: readonly string[], variables: Readonly<Record<string, string>> = {}) => {
  const { code, stderr } = await program.runCommand(at('refused'), ['migrate', ...words], { variables })
  return [code, stderr.split('\n').at(-2)]
}

test.each([
  [[], 'Name a place: --to-clickhouse and --to-postgres, or one of them, or --to-folder.'],
  [
    ['--to-folder', 'x'],
    'Both stores are in a folder already: set DATABASE_URL and CLICKHOUSE_URL to the servers.',
  ],
  [
    ['--to-postgres', 'mysql://x'],
    'The new place: DATABASE_URL: Expected postgres://user:password@host:5432/database.',
  ],
  [
    ['--to-postgres', 'postgres://someone:secret@host/database'],
    'A password on the command line can be read by all users of this machine: set TO_DATABASE_URL to the address, and give --to-postgres without one.',
  ],
  [
    ['--to-clickhouse'],
    '--to-clickhouse has no address: set TO_CLICKHOUSE_URL, or give an address without a password.',
  ],
])('the options %s are refused', async (words, sentence) => {
  expect(await refusal(words)).toEqual([1, sentence])
})

test('stores of another version are not upgraded by a copy', async () => {
  const folder = at('older')
  await stop(await program.startServer(folder))
  const metadata = await openMetadata(folder)
  await sql`DELETE FROM kysely_migration WHERE name = '0025-move'`.execute(metadata)
  await closeMetadata(metadata)
  const variables = { TO_DATABASE_URL: await newMetadata() }
  const { code, stderr } = await program.runCommand(folder, ['migrate', '--to-postgres'], { variables })
  expect([code, stderr]).toEqual([
    1,
    'The tables of the metadata belong to another version of Throughline. Run this command with the version that has written them.\n',
  ])
})

test('the metadata stays in its folder if only the events are on servers', async () => {
  const folder = at('mixed')
  const variables = { CLICKHOUSE_URL: await newEvents() }
  await stop(await program.startServer(folder, variables))
  const words = ['migrate', '--to-folder', relative(process.cwd(), folder)]
  const { code, stderr } = await program.runCommand(folder, words, { variables })
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^The metadata is in that folder, /)])
  await stop(await program.startServer(folder, variables))
})

test('a place with other data is refused', async () => {
  await stop(await program.startServer(at('refused')))
  const taken = { DATABASE_URL: await newMetadata(), CLICKHOUSE_URL: await newEvents() }
  await stop(await program.startServer(at('none'), taken))
  expect(await refusal(['--to-postgres'], { TO_DATABASE_URL: taken.DATABASE_URL })).toEqual([
    1,
    expect.stringMatching(/^There is an installation in PostgreSQL at \S+ already\. Nothing was changed\./),
  ])
  expect(await refusal(['--to-clickhouse'], { TO_CLICKHOUSE_URL: taken.CLICKHOUSE_URL })).toEqual([
    1,
    expect.stringMatching(/^There are events of another installation in ClickHouse at /),
  ])
  expect(await refusal(['--to-folder', root], taken)).toEqual([
    1,
    expect.stringMatching(/^The folder \S+ is not empty: it has /),
  ])
})
