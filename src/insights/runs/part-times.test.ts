import { expect, test } from 'vitest'
import type { InstantRange } from '#query/date-range.ts'
import { partsBySize } from './part-times.ts'

const DAY_MS = 86_400_000
const PERIOD = { fromMs: 10 * DAY_MS + 5, toMs: 100 * DAY_MS + 7 }

/**
 * Divides `period` into parts, given the number of rows of a day and the bytes of each day. Returns for each
 * part its range, whether it ends the chunk, and its `sinceMs`.
 */
async function daysOf(bytesOfDay: (day: number) => number, rowsOfDay: number, period = PERIOD) {
  const asked: InstantRange[] = []
  const lasts: boolean[] = []
  const rows = ((period.toMs - period.fromMs) / DAY_MS) * rowsOfDay
  const parts = partsBySize(period, rows, async (time) => {
    const range = time ?? period
    asked.push(range)
    let bytes = 0
    for (let day = Math.floor(range.fromMs / DAY_MS); day * DAY_MS < range.toMs; day++)
      bytes += bytesOfDay(day)
    return new Uint8Array(bytes)
  })
  const sinces: number[] = []
  for await (const { endsChunk, sinceMs } of parts) {
    lasts.push(endsChunk)
    sinces.push(sinceMs)
  }
  return { asked, lasts, sinces }
}

test.each([
  ['of few bytes', () => 1_000],
  ['of many bytes', () => 1_000_000],
  ['of more bytes a day than a part may have', () => 6_000_000],
  ['after quiet days', (day: number) => (day < 60 ? 0 : 400_000)],
])('parts %s are the whole period, one after the other', async (_, bytesOfDay) => {
  const { asked, lasts, sinces } = await daysOf(bytesOfDay, 15_000)
  const ends = asked.map(({ toMs }) => toMs)
  expect(asked.map(({ fromMs }) => fromMs)).toEqual([PERIOD.fromMs, ...ends.slice(0, -1)])
  expect(ends.at(-1)).toBe(PERIOD.toMs)
  expect(ends.slice(0, -1).every((ms) => ms % DAY_MS === 0)).toBe(true)
  expect(sinces).toEqual(asked.map(({ fromMs }) => fromMs - PERIOD.fromMs))
  expect(lasts).toEqual(asked.map((_, i) => i + 1 === asked.length))
})

test.each([
  ['eight times the days of the first', 1_000, 10_000, [15, 76]],
  ['the rows that a part may have', 1_000, 50_000, [3, 17, 17]],
  ['the texts that a part may have', 1_000_000, 50_000, [3, 5, 5]],
  ['a day', 6_000_000, 50_000, [3, 1, 1]],
])('a part follows the bytes of the one before: %s', async (_, bytes, rows, expected) => {
  const { asked } = await daysOf(() => bytes, rows)
  const days = asked.map(({ fromMs, toMs }) => Math.ceil((toMs - fromMs) / DAY_MS))
  expect(days.slice(0, expected.length)).toEqual(expected)
})

test('an hour before the first whole day is a part with it, and after more than half a day without events the next part has four days at most', async () => {
  const firstOf = async (hours: number) => {
    const period = { fromMs: 11 * DAY_MS - hours * 3_600_000, toMs: 100 * DAY_MS }
    const { asked } = await daysOf((day) => (day === 10 ? 40_000 : 6_000_000), 150_000, period)
    return asked.slice(0, 3).map(({ toMs }) => toMs / DAY_MS)
  }
  expect(await firstOf(1)).toEqual([12, 13, 14])
  expect(await firstOf(13)).toEqual([11, 15, 16])
})

test.each([
  ['a period without rows', PERIOD, 0],
  ['a period of few rows', PERIOD, 1_000],
  ['a period without an instant', { fromMs: 5, toMs: 5 }, 0],
])('%s is one part', async (_, period, rows) => {
  const { asked, lasts } = await daysOf(() => 0, rows, period)
  expect([asked, lasts]).toEqual([[period], [true]])
})
