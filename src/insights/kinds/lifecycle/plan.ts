import { Temporal } from 'temporal-polyfill'
import type { Resolved } from '#insights/kind/resolve.ts'
import { unitOf } from '#query/date-range.ts'
import type { Matcher } from '#query/matcher.ts'
import { matcherOf } from '#query/series.ts'
import { startOf, startOfNext } from '#values/date-text.ts'
import type { LifecycleQuery } from './query.ts'

export interface LifecyclePlan extends Resolved<LifecycleQuery> {
  readonly matcher: Matcher
  /**
   * The starts of all intervals in epoch ms. The list begins with the interval before the range and ends
   * with the interval after it, whose start is the end of the last interval of the range. The place of an
   * interval is its position in this list, counted from 1 as in the engine.
   */
  readonly startsMs: readonly number[]
}

export function planLifecycle(resolved: Resolved<LifecycleQuery>): LifecyclePlan {
  const { query, moment, period } = resolved
  const { timezone, weekStartDay } = moment.calendar
  const inZone = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone)
  const unit = unitOf(query.interval)
  const starts = period.buckets.map(({ startMs }) => startMs)
  const before = startOf(inZone((starts[0] ?? period.fromMs) - 1), unit, weekStartDay)
  const behind = startOfNext(inZone(starts.at(-1) ?? period.fromMs), unit)
  return {
    ...resolved,
    matcher: query.series.flatMap((series) => matcherOf(series, resolved.definitions)),
    startsMs: [before.epochMilliseconds, ...starts, behind.epochMilliseconds],
  }
}
