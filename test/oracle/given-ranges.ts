import fc from 'fast-check'
import type { GivenEvent } from './filter-definition.ts'
import type { GivenInterval, GivenRange } from './range-definition.ts'

/**
 * Time zones, each with the first instant after a clock change there. Kathmandu and UTC have no clock
 * changes, so their instant is a midnight.
 */
export const CLOCK_CHANGES = [
  ['UTC', '2026-07-01T00:00Z'],
  ['Europe/Berlin', '2026-03-29T01:00Z'],
  ['Europe/Berlin', '2026-10-25T01:00Z'],
  ['America/Havana', '2026-03-08T05:00Z'],
  ['America/Havana', '2026-11-01T05:00Z'],
  ['America/Santiago', '2026-04-05T03:00Z'],
  ['America/Santiago', '2026-09-06T04:00Z'],
  ['Asia/Kathmandu', '2026-06-14T18:15Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30Z'],
  ['Africa/Cairo', '2026-04-23T22:00Z'],
  ['Africa/Cairo', '2026-10-29T21:00Z'],
] as const
export const INTERVALS = ['hour', 'day', 'week', 'month'] as const
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** How many days before the clock change a range may begin: several intervals of each length. */
export const MOST_DAYS = {
  minute: 1,
  hour: 5,
  day: 20,
  week: 60,
  month: 100,
  quarter: 300,
  year: 900,
} as const

// Distances from the change: half hours, most of them close to it, and whole days. Some distances are a
// millisecond shorter or longer, or a minute longer.
const halfHours = (most: number) =>
  fc.integer({ min: -most, max: most }).map((count) => (count * HOUR_MS) / 2)
export const sinceChangeMs = fc
  .tuple(
    fc.oneof(
      { weight: 3, arbitrary: halfHours(5) },
      { weight: 1, arbitrary: halfHours(100) },
      { weight: 1, arbitrary: fc.integer({ min: -40, max: 3 }).map((days) => days * DAY_MS) },
    ),
    fc.constantFrom(0, 0, -1, 1, 60_000),
  )
  .map(([a, b]) => a + b)

const RELATIVE = ['-24h', '-5h', '-30h', 'dStart', 'wStart', 'all']
const LONG_RELATIVE = ['-1d', '-3d', '-7d', '-14d', '-1w', '-2w', 'mStart']

/**
 * Ranges with dates around the clock change, up to `mostDaysBefore` days before it. Ranges by the hour do
 * not go back by days, because the definition would have to know what the clocks show there.
 */
export const rangeOf = (
  changeMs: number,
  interval: GivenInterval,
  mostDaysBefore = 5,
): fc.Arbitrary<GivenRange> => {
  const instant = (sinceMs: number) => new Date(changeMs + sinceMs).toISOString()
  const day = (sinceMs: number) => instant(sinceMs).slice(0, 10)
  const beforeMs = fc
    .integer({ min: -mostDaysBefore * 48, max: 0 })
    .map((halfHours) => (halfHours * HOUR_MS) / 2)
  const afterMs = fc.integer({ min: 1, max: 5 * 48 }).map((halfHours) => (halfHours * HOUR_MS) / 2)
  const relative = interval === 'hour' ? RELATIVE : [...RELATIVE, ...LONG_RELATIVE]
  const since = (from: string): GivenRange => ({ from, to: null, isExplicit: false })
  const between = (from: string, to: string, isExplicit: boolean): GivenRange => ({ from, to, isExplicit })
  return fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...relative).map(since) },
    beforeMs.map((at) => since(day(at - DAY_MS))),
    beforeMs.map((at) => since(instant(at))),
    fc.tuple(beforeMs, afterMs).map(([from, to]) => between(day(from), day(to), false)),
    fc.tuple(beforeMs, afterMs).map(([from, to]) => between(instant(from), instant(to), true)),
  )
}

/** Ranges by the minute around the clock change: a few hours, or a day. */
export const rangeOfMinutes = (changeMs: number): fc.Arbitrary<GivenRange> => {
  const instant = (sinceMinutes: number) => new Date(changeMs + sinceMinutes * 60_000).toISOString()
  const since = (from: string): GivenRange => ({ from, to: null, isExplicit: false })
  const minutes = fc.integer({ min: 0, max: 90 })
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('-30M', '-90M', '-2h', '-1h').map(since) },
    { weight: 1, arbitrary: fc.constant(since('dStart')) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(minutes, minutes)
        .map(([from, to]): GivenRange => ({ from: instant(-from), to: instant(to), isExplicit: true })),
    },
  )
}

// A range of `all` that would begin after now is an error.
export const hasBegun = (events: readonly GivenEvent[], nowMs: number) =>
  events.length === 0 || events.some(({ atMs }) => atMs <= nowMs)
