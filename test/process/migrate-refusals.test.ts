import { relative } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { closeMetadata, openMetadata } from '../../src/metadata/database/open-metadata.ts'
import { captureStory } from '../fixtures/moving-story.ts'
import { capture } from '../fixtures/server-client.ts'
import { stop, useMoves } from '../fixtures/use-moves.ts'

const { at, newEvents, newMetadata, succeed, ...program } = useMoves(1)

test('a last run that is stopped by a signal leaves the old stores as they were', async () => {
  const folder = at('stopped')
  const server = await program.startServer(folder)
  await captureStory(server, 0, 500, 500)
  await stop(server)
  const { code, stderr } = await program.runCommand(folder, ['migrate', '--to-clickhouse'], {
    variables: { TO_CLICKHOUSE_URL: await newEvents() },
    at: { pattern: /of [\d,]+ events/, act: (child) => child.kill('SIGTERM') },
  })
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^Stopped by a signal\.$/m)])
  const again = await program.startServer(folder)
  expect(await capture(again, [{ event: 'visited', distinct_id: 'new' }])).toBe(200)
  await stop(again)
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
  // After the loss of the servers is accepted, the folder is used without them.
  await succeed(folder, ['accept-loss', '--yes'])
  await stop(await program.startServer(folder))
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
  expect(await refusal(['--to-folder', at('')], taken)).toEqual([
    1,
    expect.stringMatching(/^The folder \S+ is not empty: it has /),
  ])
})
