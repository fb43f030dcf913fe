import fc from 'fast-check'
import { MOST_DAYS, sinceChangeMs } from './given-ranges.ts'
import { addDays, instantShowing, wallDate } from './local-time.ts'
import { keyBefore, type Period, periodKeys } from './period-definition.ts'

/**
 * The time of an event, given relative to the clock change, to a midnight, or to an edge of the question's
 * intervals.
 */
export type GivenInstant =
  | { readonly near: 'change'; readonly sinceMs: number }
  | { readonly near: 'midnight'; readonly days: number; readonly sinceMs: number }
  | { readonly near: 'edge'; readonly place: number; readonly sinceMs: number }

const HOUR_MS = 3_600_000
const jitterMs = fc.constantFrom(0, 0, -1, -1, 1, 60_000, -60_000, HOUR_MS / 2, -HOUR_MS / 2, 5 * HOUR_MS)

export const givenInstant: fc.Arbitrary<GivenInstant> = fc.oneof(
  { weight: 2, arbitrary: sinceChangeMs.map((sinceMs) => ({ near: 'change' as const, sinceMs })) },
  {
    weight: 1,
    arbitrary: fc.record({
      near: fc.constant('midnight' as const),
      days: fc.integer({ min: -99, max: 3 }),
      sinceMs: jitterMs,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      near: fc.constant('edge' as const),
      place: fc.nat(5039),
      sinceMs: jitterMs,
    }),
  },
)

/**
 * Returns the time in epoch ms. Of the edges, every third is the beginning or the end of the first period.
 */
export function toEpochMs(instant: GivenInstant, changeMs: number, periods: readonly Period[]): number {
  const { interval, calendar } = periods[0] as Period
  if (instant.near === 'change') return changeMs + instant.sinceMs
  if (instant.near === 'midnight') {
    const days = instant.days % (MOST_DAYS[interval] + 3)
    const date = addDays(wallDate(changeMs, calendar.timezone), days)
    return instantShowing(`${date} 00:00:00`, calendar.timezone) + instant.sinceMs
  }
  const place = Math.floor(instant.place / 3)
  const all = instant.place % 3 === 0 ? endsOf(periods[0] as Period) : periods.flatMap(edgesOf)
  return (all[place % all.length] as number) + instant.sinceMs
}

const edges = new WeakMap<Period, number[]>()

/** Returns the beginnings of all intervals and of the interval before them, and the end of the period. */
function edgesOf(period: Period): number[] {
  const known = edges.get(period)
  if (known !== undefined) return known
  const { interval, calendar } = period
  const keys = periodKeys(period)
  const beginnings = [keyBefore(keys[0] as string, interval, calendar), ...keys].map((key) =>
    interval === 'hour' ? Date.parse(key) : instantShowing(`${key} 00:00:00`, calendar.timezone),
  )
  const found = [...beginnings, endOf(period)]
  edges.set(period, found)
  return found
}

const endsOf = (period: Period): number[] => [edgesOf(period)[1] as number, endOf(period)]

function endOf({ last, calendar: { timezone } }: Period): number {
  if ('date' in last) return instantShowing(`${addDays(last.date, 1)} 00:00:00`, timezone)
  return 'hourMs' in last ? last.hourMs + HOUR_MS : last.atMs
}
