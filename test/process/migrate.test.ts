import { expect, test } from 'vitest'
import {
  captureStory,
  DELETED_EVENT,
  deleteSome,
  insightAnswers,
  saveInsights,
} from '../fixtures/moving-story.ts'
import { capture, countsByEvent } from '../fixtures/server-client.ts'
import type { Attempt } from '../fixtures/server-process.ts'
import { stop, useMoves } from '../fixtures/use-moves.ts'

const { at, newEvents, newMetadata, succeed, ...program } = useMoves(1)
const EVENTS = 2_000

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
  // Events that come while it copies are not in the copy yet.
  const [copied] = await Promise.all([
    succeed(at('data'), up, to),
    captureStory(first, EVENTS / 2, EVENTS - 500, EVENTS),
  ])
  expect(copied).toContain('Throughline still runs on the old stores')
  expect(copied).toContain('Stop it, and run the same command again')

  // The second run finds late events, merges, changed properties and deletions.
  await captureStory(first, EVENTS - 500, EVENTS, EVENTS)
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
  // The new metadata takes no events into the old folder, if an address is missing.
  const { DATABASE_URL } = addresses
  const mixed = await program.attemptServer(at('data'), { variables: { DATABASE_URL } })
  expect([mixed.code, mixed.stderr]).toEqual([
    1,
    expect.stringMatching(
      /^The events of this installation are on ClickHouse servers, .+: set CLICKHOUSE_URL/,
    ),
  ])
  for (const words of [
    ['keys', 'list'],
    ['backup', at('old.tar.gz')],
    ['rollback', '--yes'],
  ]) {
    const { code, stderr } = await program.runCommand(at('data'), words)
    expect([words, code, stderr.split('\n').at(-2)]).toEqual([
      words,
      1,
      expect.stringMatching(/^This installation was moved to /),
    ])
  }
  const again = await program.runCommand(at('data'), up, { variables: to })
  expect([again.code, again.stderr]).toEqual([
    1,
    expect.stringMatching(/^There is an installation in PostgreSQL at /),
  ])

  const second = await program.startServer(at('none'), addresses)
  expect(await insightAnswers(second)).toEqual(before)
  // Persons keep their numbers, and a repeated event is known.
  await captureStory(second, EVENTS - 500, EVENTS, EVENTS, DELETED_EVENT)
  expect(await insightAnswers(second)).toEqual(before)
  await captureStory(second, EVENTS, EVENTS + 200, EVENTS)

  // Down again: while it runs, and after its stop.
  const down = ['migrate', '--to-folder', at('back')]
  const [half] = await Promise.all([
    succeed(at('none'), down, addresses),
    captureStory(second, EVENTS + 200, EVENTS + 400, EVENTS),
  ])
  expect(half).toMatch(/^Changes waited for \d+ ms\.$/m)
  const refused = await program.attemptServer(at('back'))
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/^A move into these stores began at /),
  ])
  await captureStory(second, EVENTS + 400, EVENTS + 600, EVENTS)
  await deleteSome(second)
  const onServers = await insightAnswers(second)
  await stop(second)
  expect(await program.killCommandAt(at('none'), down, /of [\d,]+ events/, addresses)).toBe(true)
  // Something tries to start the old server again and again, and never gets in between.
  const attempts: Attempt[] = []
  let supervising: Promise<void> | undefined
  let hasEnded = false
  const supervise = async () => {
    while (!hasEnded) attempts.push(await program.attemptServer(at('none'), { variables: addresses }))
  }
  const act = () => {
    supervising = supervise()
  }
  const back = await program.runCommand(at('none'), down, {
    variables: addresses,
    at: { pattern: /answers of insights/, act },
  })
  hasEnded = true
  await supervising
  expect([back.code, new Set(attempts.map(({ code }) => code))]).toEqual([0, new Set([1])])
  expect(back.stdout).toContain(`${insights} saved insights have the same answers.`)
  const { CLICKHOUSE_URL } = addresses
  const mixedAgain = await program.attemptServer(at('back'), { variables: { CLICKHOUSE_URL } })
  expect([mixedAgain.code, mixedAgain.stderr]).toEqual([
    1,
    expect.stringMatching(/^The events of this installation are in its data folder, /),
  ])
  const third = await program.startServer(at('back'))
  expect(await insightAnswers(third)).toEqual(onServers)
  await stop(third)
  const left = await program.attemptServer(at('none'), { variables: addresses })
  expect([left.code, left.stderr]).toEqual([1, expect.stringMatching(/^This installation was moved to /)])
  await succeed(at('none'), ['migrate', '--reopen'], addresses)
  await stop(await program.startServer(at('none'), addresses))
}, 480_000)

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
    expect([early.code, early.stderr]).toEqual([
      1,
      expect.stringMatching(
        /^A move into these stores |^The events of this installation are in its data folder,/,
      ),
    ])
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
        /^This installation was moved to PostgreSQL |^The events of this installation are in ClickHouse at .+ already/,
      ),
    ])
    // The store that stays is not changed to match the one that has moved.
    const loss = await program.runCommand(folder, ['accept-loss', '--yes'])
    expect([loss.code, loss.stderr]).toEqual([1, expect.stringMatching(/^This installation was moved to /)])
    const third = await program.startServer(folder, variables)
    expect(await countsByEvent(third, ['visited'], { from: '-1d' })).toEqual([1])
    await stop(third)
  },
  480_000,
)
