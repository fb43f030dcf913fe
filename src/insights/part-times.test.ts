import { expect, test } from 'vitest'
import type { InstantRange } from '#query/date-range.ts'
import { partsBySize } from './part-times.ts'

const DAY_MS = 86_400_000
const PERIOD = { fromMs: 10 * DAY_MS + 5, toMs: 100 * DAY_MS + 7 }

/** The days of each part, of rows with so many bytes a day. */
async function daysOf(bytesOfDay: (day: number) => number, wanted: number) {
  const asked: InstantRange[] = []
  const lasts: boolean[] = []
  const parts = partsBySize(PERIOD, wanted, async (time) => {
    const range = time ?? PERIOD
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
  const { asked, lasts, sinces } = await daysOf(bytesOfDay, 10)
  const ends = asked.map(({ toMs }) => toMs)
  expect(asked.map(({ fromMs }) => fromMs)).toEqual([PERIOD.fromMs, ...ends.slice(0, -1)])
  expect(ends.at(-1)).toBe(PERIOD.toMs)
  expect(ends.slice(0, -1).every((ms) => ms % DAY_MS === 0)).toBe(true)
  expect(sinces).toEqual(asked.map(({ fromMs }) => fromMs - PERIOD.fromMs))
  expect(lasts).toEqual(asked.map((_, i) => i + 1 === asked.length))
})

test('a part follows the bytes of the one before, up to eight times the days of the first', async () => {
  const inDays = async (bytes: number) =>
    (await daysOf(() => bytes, 30)).asked.map(({ fromMs, toMs }) => Math.ceil((toMs - fromMs) / DAY_MS))
  expect((await inDays(1_000)).slice(0, 3)).toEqual([3, 24, 24])
  expect((await inDays(1_000_000)).slice(0, 3)).toEqual([3, 5, 5])
  expect((await inDays(6_000_000)).slice(0, 3)).toEqual([3, 1, 1])
})
