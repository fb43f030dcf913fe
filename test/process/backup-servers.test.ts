import { mkdir, readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { captureStory, insightAnswers, saveInsights } from '../fixtures/moving-story.ts'
import type { Attempt } from '../fixtures/server-process.ts'
import { stop, useMoves } from '../fixtures/use-moves.ts'

const { at, clickHouse, newEvents, newMetadata, succeed, ...program } = useMoves(1)

test('a backup of running servers is restored into a folder and into empty servers', async () => {
  const addresses = { DATABASE_URL: await newMetadata(), CLICKHOUSE_URL: await newEvents() }
  const server = await program.startServer(at('none'), addresses)
  await captureStory(server, 0, 500, 500)
  await saveInsights(server, 4)
  const before = await insightAnswers(server)
  const backup = at('servers.tar.gz')
  // A backup that is stopped by a signal leaves nothing on the servers, and no copy in its folder.
  await mkdir(at('temp'))
  const stopped = await program.runCommand(at('none'), ['backup', at('stopped'), '--temp', at('temp')], {
    variables: addresses,
    at: { pattern: /of [\d,]+ events/, act: (child) => child.kill('SIGTERM') },
  })
  expect([stopped.code, stopped.stderr]).toEqual([1, expect.stringMatching(/^Stopped by a signal\.$/m)])
  expect(await readdir(at('temp'))).toEqual([])
  const left = "SELECT count() FROM system.tables WHERE startsWith(name, 'frozen_')"
  expect(await clickHouse().onEach(left)).toEqual(['0'])
  // A second backup does not take the moment away from the first one.
  let other: Promise<Attempt> | undefined
  const first = await program.runCommand(at('none'), ['backup', backup, '--temp', at('')], {
    variables: addresses,
    at: {
      pattern: /of [\d,]+ events/,
      act: (child) => {
        child.kill('SIGSTOP')
        const refused = program.runCommand(at('none'), ['backup', at('other')], { variables: addresses })
        other = refused.finally(() => child.kill('SIGCONT'))
      },
    },
  })
  expect([first.code === 0 ? '' : first.stderr, await other]).toEqual([
    '',
    expect.objectContaining({
      code: 1,
      stderr: expect.stringContaining('Another backup or migration reads the database'),
    }),
  ])
  await captureStory(server, 500, 600, 500)
  await stop(server)
  await succeed(at('restored'), ['restore', backup])
  const inFolder = await program.startServer(at('restored'))
  expect(await insightAnswers(inFolder)).toEqual(before)
  await stop(inFolder)
  const empty = { DATABASE_URL: await newMetadata(), CLICKHOUSE_URL: await newEvents() }
  await succeed(at('none'), ['restore', backup, '--temp', at('')], empty)
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
