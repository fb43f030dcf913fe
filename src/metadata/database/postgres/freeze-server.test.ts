import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Freezing } from '#metadata/database/dialect.ts'
import { closeMetadata } from '#metadata/database/open-metadata.ts'
import { freezeMetadata, isFrozen, openServerMetadata } from '#metadata/database/open-server-metadata.ts'
import { processTimer } from '#shared/clock.ts'
import { createManualTimer } from '../../../../test/fixtures/manual-timer.ts'
import { newDatabase, type TestDatabase } from '../../../../test/fixtures/new-database.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await newDatabase('empty')
})
afterEach(() => database.drop())

const nothing = async () => undefined
const freezing = (whileFrozen: () => Promise<void>): Freezing => ({
  prepare: nothing,
  whileFrozen,
  abandon: nothing,
})

test('the moment lacks what is written after it, and writers wait only while it is made', async () => {
  const metadata = await openServerMetadata(database.url)
  const write = (epoch: number) => metadata.updateTable('installation').set({ epoch }).execute()
  await write(7)
  let later: Promise<unknown> | undefined
  const frozen = await freezeMetadata(
    database.url,
    processTimer,
    freezing(async () => {
      later = write(8)
    }),
  )
  await later
  expect(await frozen.metadata.selectFrom('installation').select('epoch').execute()).toEqual([{ epoch: 7 }])
  const calls: string[] = []
  const other = {
    prepare: async () => void calls.push('prepare'),
    whileFrozen: async () => void calls.push('whileFrozen'),
    abandon: async () => void calls.push('abandon'),
  }
  await expect(freezeMetadata(database.url, processTimer, other)).rejects.toThrow(
    'Another backup or migration reads the database',
  )
  expect(calls).toEqual([])
  expect(await isFrozen(metadata)).toBe(true)
  await closeMetadata(frozen.metadata)
  expect(await isFrozen(metadata)).toBe(false)
  await closeMetadata(metadata)
})

test('a store of events that hangs does not stop the writers', async () => {
  const metadata = await openServerMetadata(database.url)
  const timer = createManualTimer()
  let begun = () => {}
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve
  })
  const hanging = freezeMetadata(
    database.url,
    timer.timer,
    freezing(() => {
      begun()
      return new Promise(() => undefined)
    }),
  )
  await hasBegun
  await timer.pass(10_000)
  await expect(hanging).rejects.toThrow('The events could not be frozen within 10 seconds')
  await metadata.updateTable('installation').set({ epoch: 9 }).execute()
  await closeMetadata(metadata)
})

test('a process that hangs while it freezes loses the lock, and the freeze fails', async () => {
  const metadata = await openServerMetadata(database.url)
  const whileFrozen = async () => {
    // The server does the same after its limit of time.
    await database.administer(`SELECT pg_terminate_backend(pid)
FROM pg_stat_activity JOIN pg_locks USING (pid)
WHERE locktype = 'advisory' AND pg_locks.granted AND state = 'idle in transaction'
  AND datname = '${database.name}'`)
    await metadata.updateTable('installation').set({ epoch: 9 }).execute()
  }
  await expect(freezeMetadata(database.url, processTimer, freezing(whileFrozen))).rejects.toThrow()
  await closeMetadata(metadata)
})
