import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createInProcessUuidFilter, type LoadedUuids } from './in-process-uuid-filter.ts'

const DAY_MS = 86_400_000
const TODAY = 20_000
const NOW_MS = (TODAY + 0.5) * DAY_MS
const signal = new AbortController().signal

interface Stored {
  readonly projectId: number
  readonly uuid: string
  readonly day: number
  readonly isUnanchored: boolean
}
const uuidOf = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`
const stored = (n: number, day = TODAY, isUnanchored = false): Stored => ({
  projectId: 1,
  uuid: uuidOf(n),
  day,
  isUnanchored,
})

/**
 * Returns rows as the engine writes them: the project, the day if `hasDay`, and the two halves of the uuid.
 */
function rowsOf(events: readonly Stored[], hasDay: boolean): Uint8Array {
  const bytes = hasDay ? 22 : 20
  const view = new DataView(new ArrayBuffer(events.length * bytes))
  events.forEach(({ projectId, uuid, day }, i) => {
    const hex = uuid.replaceAll('-', '')
    view.setUint32(i * bytes, projectId, true)
    if (hasDay) view.setUint16(i * bytes + 4, day, true)
    view.setBigUint64((i + 1) * bytes - 16, BigInt(`0x${hex.slice(0, 16)}`), true)
    view.setBigUint64((i + 1) * bytes - 8, BigInt(`0x${hex.slice(16)}`), true)
  })
  return new Uint8Array(view.buffer)
}

function loaded(events: readonly Stored[]): LoadedUuids {
  const since = (fromDay: number) => events.filter(({ day }) => day >= fromDay)
  const unanchored = events.filter(({ isUnanchored }) => isUnanchored)
  return {
    async countsByDay(fromDay) {
      const days = [...new Set(since(fromDay).map(({ day }) => day))]
      return days.map((day) => ({ day, count: events.filter((event) => event.day === day).length }))
    },
    async *recent(fromDay) {
      yield rowsOf(since(fromDay), true)
    },
    countUnanchored: async () => unanchored.length,
    async *unanchored() {
      yield rowsOf(unanchored, false)
    },
  }
}

async function loadedFilter(events: readonly Stored[]) {
  const filter = createInProcessUuidFilter(NOW_MS)
  await filter.load(loaded(events), signal)
  return filter
}
const claimOf = ({ uuid, day, isUnanchored }: Stored) => ({ uuid, timestampMs: day * DAY_MS, isUnanchored })

test('until the stored uuids are loaded, any uuid may be stored', async () => {
  const filter = createInProcessUuidFilter(NOW_MS)
  const [a, b] = [stored(1), stored(2)]
  const uuids = new Set([a.uuid, b.uuid])
  const events = [claimOf(a), claimOf(b)]
  expect(await filter.claim(1, events)).toMatchObject({ recent: uuids, unanchored: uuids })
  await filter.load(loaded([]), signal)
  expect(await filter.claim(2, events)).toMatchObject({ recent: new Set(), unanchored: new Set() })
})

test('a uuid may be stored from its first claim on, and where it was loaded', async () => {
  const [a, b, c] = [stored(1), stored(2, TODAY, true), stored(3)]
  const filter = await loadedFilter([a, b])
  const events = [a, b, c].map(claimOf)
  expect(await filter.claim(1, events)).toEqual({
    recentFromDay: TODAY - 7,
    recent: new Set([a.uuid, b.uuid]),
    unanchored: new Set([b.uuid]),
  })
  expect((await filter.claim(1, events)).recent).toEqual(new Set([a.uuid, b.uuid, c.uuid]))
  expect((await filter.claim(2, events)).recent).toEqual(new Set())
})

test('uuids of earlier days than a week are not read', async () => {
  const old = stored(1, TODAY - 8)
  const { recent } = await (await loadedFilter([old])).claim(1, [claimOf(old)])
  expect(recent).toEqual(new Set())
})

test('after a load that was stopped any uuid may be stored', async () => {
  const filter = createInProcessUuidFilter(NOW_MS)
  const a = stored(1)
  await filter.load(loaded([]), AbortSignal.abort())
  const uuids = new Set([a.uuid])
  expect(await filter.claim(1, [claimOf(a)])).toMatchObject({ recent: uuids, unanchored: uuids })
})

// Number of uuids that fill the smallest filter of one day.
const FULL_DAY = 2 ** 14

test('beyond its memory the filter covers fewer days', async () => {
  const limits = { loadedDays: 7, maxDays: 12, maxRecent: 4 * FULL_DAY, maxUnanchored: FULL_DAY }
  const filter = createInProcessUuidFilter(NOW_MS, limits)
  const week = Array.from({ length: 8 }, (_, i) => stored(i, TODAY - i))
  await filter.load(loaded(week), signal)
  const today = await filter.claim(1, week.map(claimOf))
  expect(today.recentFromDay).toBe(TODAY - 3)
  expect(today.recent).toEqual(new Set(week.slice(0, 4).map(({ uuid }) => uuid)))
  // A day with many events takes the memory of the earlier days.
  const busy = Array.from({ length: FULL_DAY + 1 }, (_, i) => stored(1_000 + i))
  await filter.claim(1, busy.map(claimOf))
  expect((await filter.claim(1, week.map(claimOf))).recentFromDay).toBe(TODAY - 1)
})

test('beyond its memory any uuid may be unanchored', async () => {
  const limits = { loadedDays: 7, maxDays: 12, maxRecent: 2 ** 20, maxUnanchored: FULL_DAY }
  const events = Array.from({ length: FULL_DAY + 1 }, (_, i) => stored(i, TODAY, true))
  const fresh = stored(1_000_000)
  const started = createInProcessUuidFilter(NOW_MS, limits)
  await started.load(loaded(events), signal)
  expect((await started.claim(1, [claimOf(fresh)])).unanchored).toEqual(new Set([fresh.uuid]))
  const running = createInProcessUuidFilter(NOW_MS, limits)
  await running.load(loaded([]), signal)
  expect((await running.claim(1, [claimOf(fresh)])).unanchored).toEqual(new Set())
  await running.claim(1, events.map(claimOf))
  expect((await running.claim(1, [claimOf(fresh)])).unanchored).toEqual(new Set([fresh.uuid]))
})

const anyStored = fc.record({
  projectId: fc.integer({ min: 1, max: 2 }),
  uuid: fc.nat(30).map(uuidOf),
  day: fc.integer({ min: TODAY - 12, max: TODAY + 2 }),
  isUnanchored: fc.boolean(),
})

test('no uuid that is stored is left out, wherever days are forgotten', async () => {
  const limits = { loadedDays: 7, maxDays: 4, maxRecent: 3 * FULL_DAY, maxUnanchored: FULL_DAY }
  const property = fc.asyncProperty(fc.array(anyStored), fc.array(anyStored), async (before, claims) => {
    const filter = createInProcessUuidFilter(NOW_MS, limits)
    await filter.load(loaded(before), signal)
    const known = [...before]
    for (const event of claims) {
      const claim = await filter.claim(event.projectId, [claimOf(event)])
      for (const same of known.filter(({ projectId, uuid }) => isOne({ projectId, uuid }, event))) {
        if (same.day >= claim.recentFromDay) expect(claim.recent).toContain(same.uuid)
        if (same.isUnanchored) expect(claim.unanchored).toContain(same.uuid)
      }
      known.push(event)
    }
  })
  await fc.assert(property)
})

const isOne = (a: Pick<Stored, 'projectId' | 'uuid'>, b: Pick<Stored, 'projectId' | 'uuid'>) =>
  a.projectId === b.projectId && a.uuid === b.uuid
