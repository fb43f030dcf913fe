import { dateFormat } from '#web/ui/formatters.ts'
import type { ChartNote } from './chart-data.ts'

interface Annotation {
  readonly content: string | null
  readonly date_marker: string | null
}

/**
 * Assigns each annotation to a point of a time axis: the last point that starts at or before its time.
 * Annotations before the first point are left out.
 */
export function notesAt(
  starts: readonly string[],
  annotations: readonly Annotation[],
  timeZone: string,
): ChartNote[] {
  return annotations.flatMap(({ content, date_marker: at }) => {
    if (at === null) return []
    const wall = wallClock(at, timeZone)
    const index = starts.findLastIndex((start) => start <= wall)
    return index < 0 ? [] : [{ index, word: content ?? '' }]
  })
}

/**
 * Returns an instant as wall-clock time in a zone, such as `2026-11-19 10:42:00`. As a text it can be
 * compared with the starts of intervals.
 */
function wallClock(iso: string, timeZone: string): string {
  const parts = dateFormat('en-CA', {
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
    hourCycle: 'h23',
    timeZone,
  }).formatToParts(new Date(iso))
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}:${part('second')}`
}
