import { invalid, notSupported } from '#shared/request-error.ts'
import type { Interval, Series, SeriesMath } from './insight-query.ts'

const INTERVALS: readonly string[] = ['hour', 'day', 'week', 'month']
const isInterval = (text: string): text is Interval => INTERVALS.includes(text)

/** @throws RequestError for what is not an interval. Absent is a day. */
export function readInterval(value: string | null | undefined, attr: string): Interval {
  const interval = (value || 'day').toLowerCase()
  if (isInterval(interval)) return interval
  throw invalid('invalid_choice', `"${value}" is not an interval: use ${INTERVALS.join(', ')}.`, attr)
}

/** @throws RequestError for a way of counting that is unknown or not built yet. Absent is `total`. */
export function readMath(value: string | null | undefined, path: readonly PropertyKey[]): SeriesMath {
  const math = value || 'total'
  if (math === 'total' || math === 'dau') return math
  throw notSupported(`The math '${math}'`, path.join('__'))
}

/** @throws RequestError when a question has too few or too many series. */
export function requireSeries(
  series: readonly Series[],
  rule: { least: number; most: number; code: string; attr: string },
): void {
  if (series.length < rule.least)
    throw invalid(rule.code, `At least ${rule.least} are needed, ${series.length} given.`, rule.attr)
  if (series.length > rule.most)
    throw invalid('max_length', `At most ${rule.most} are possible, ${series.length} given.`, rule.attr)
}
