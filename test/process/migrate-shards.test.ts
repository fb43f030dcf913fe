import { expect, test } from 'vitest'
import { captureStory, deleteSome, insightAnswers, saveInsights } from '../fixtures/moving-story.ts'
import { stop, useMoves } from '../fixtures/use-moves.ts'

const { at, clickHouse, newEvents, newMetadata, startServer, succeed } = useMoves(2)
const EVENTS = 1_500

test('an installation is moved to two shards and back, with deletions after the first copies', async () => {
  const cluster = { CLICKHOUSE_CLUSTER: clickHouse().cluster ?? '' }
  const addresses = { ...cluster, DATABASE_URL: await newMetadata(), CLICKHOUSE_URL: await newEvents() }
  const to = {
    ...cluster,
    TO_DATABASE_URL: addresses.DATABASE_URL,
    TO_CLICKHOUSE_URL: addresses.CLICKHOUSE_URL,
  }
  const up = ['--to-postgres', '--to-clickhouse']
  const first = await startServer(at('data'))
  await captureStory(first, 0, 1_000, EVENTS)
  await saveInsights(first, 12)
  await succeed(at('data'), ['migrate', ...up], to)
  await captureStory(first, 1_000, EVENTS, EVENTS)
  await deleteSome(first)
  const before = await insightAnswers(first)
  await stop(first)
  expect(await succeed(at('data'), ['migrate', ...up], to)).toContain(
    '12 saved insights have the same answers.',
  )
  const database = addresses.CLICKHOUSE_URL.split('/').at(-1)
  const isLarge = await clickHouse().onEach(`SELECT count() > ${EVENTS / 4} FROM ${database}.events_local`)
  expect(isLarge).toEqual(['1', '1'])

  const second = await startServer(at('none'), addresses)
  expect(await insightAnswers(second)).toEqual(before)
  const down = ['--to-folder', at('back')]
  await succeed(at('none'), ['migrate', ...down], addresses)
  await captureStory(second, EVENTS, EVENTS + 300, EVENTS)
  await deleteSome(second)
  const onShards = await insightAnswers(second)
  await stop(second)
  expect(await succeed(at('none'), ['migrate', ...down], addresses)).toContain(
    '12 saved insights have the same answers.',
  )
  const third = await startServer(at('back'))
  expect(await insightAnswers(third)).toEqual(onShards)
  await stop(third)
}, 480_000)
