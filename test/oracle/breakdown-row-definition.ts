import {
  type Bin,
  binsOver,
  binValue,
  NONE,
  OTHER,
  rawValue,
  textValue,
} from './breakdown-value-definition.ts'
import type { GivenEvent } from './filter-definition.ts'
import {
  type GivenBreakdown,
  type GivenBreakdownPart,
  type GivenProject,
  offsetOf,
} from './trend-question.ts'

/** A row of a series: the events that it has, and how it is named. */
export interface Row {
  readonly breakdownValue: string | number | readonly string[]
  readonly label: string
  /** Behind all others: 1 for the row of further values, 2 for that of events without a value. */
  readonly rank: 0 | 1 | 2
  readonly has: (event: GivenEvent) => boolean
}
/** The events of all series that have the same rows. */
export interface BrokenDown {
  /** All that can be in a number, of both periods. */
  readonly all: readonly GivenEvent[]
  /** Those of the current period, which decide which values there are and how large they are. */
  readonly current: readonly GivenEvent[]
  /** The size of a value, of its events. */
  readonly sizeOf: (events: readonly GivenEvent[]) => number
  readonly timezone: string
}

const LABELS: Readonly<Record<string, string>> = { [NONE]: 'None (i.e. no value)' }
const OTHER_LABEL = 'Other (i.e. all remaining values)'

/** docs/semantics/breakdowns.md: the rows of a series, in no order. `usualLimit` counts where the breakdown has none. */
export function breakdownRows(
  breakdown: GivenBreakdown,
  events: BrokenDown,
  usualLimit: number,
  { cohortName }: GivenProject,
): Row[] {
  const { by, limit, hidesOther } = breakdown
  if ('cohorts' in by)
    return [...new Set(by.cohorts)].map((cohort) => ({
      breakdownValue: cohort,
      label: cohort === 'all' ? 'all users' : cohortName(cohort),
      rank: 0,
      has: ({ cohorts = [] }) => cohort === 'all' || cohorts.includes(cohort),
    }))
  const { parts, isList } = by
  const rowValueOf = valuesOf(parts, events)
  const most = parts.every((part) => part.histogram_bin_count !== undefined)
    ? Number.POSITIVE_INFINITY
    : (limit ?? usualLimit)
  const offset = offsetOf(breakdown)
  const sorted = largestValues(events, rowValueOf)
  const largest = sorted.slice(offset, offset + most)
  const toRow = (value: readonly string[], has: Row['has'], rank: Row['rank']): Row => ({
    breakdownValue: isList ? value : (value[0] ?? NONE),
    label: rank === 1 ? OTHER_LABEL : value.map((one) => LABELS[one] ?? one).join('::'),
    rank,
    has,
  })
  const keys = new Set(sorted.slice(0, offset + most).map(keyOf))
  const isOther = (event: GivenEvent) => !isNone(rowValueOf(event)) && !keys.has(keyOf(rowValueOf(event)))
  const hasNone = (event: GivenEvent) => isNone(rowValueOf(event))
  return [
    ...largest.map((value) => toRow(value, (event) => keyOf(rowValueOf(event)) === keyOf(value), 0)),
    ...(events.all.some(isOther) && !hidesOther
      ? [
          toRow(
            parts.map(() => OTHER),
            isOther,
            1,
          ),
        ]
      : []),
    ...(events.all.some(hasNone) && offset === 0
      ? [
          toRow(
            parts.map(() => NONE),
            hasNone,
            2,
          ),
        ]
      : []),
  ]
}

const keyOf = (value: readonly string[]) => JSON.stringify(value)
export const isNone = (value: readonly string[]) => value.every((part) => part === NONE)

/** The value of an event: the text of each property, or of its bin. */
function valuesOf(parts: readonly GivenBreakdownPart[], { current, timezone }: BrokenDown) {
  const bins = parts.map((part): readonly Bin[] | null =>
    part.histogram_bin_count === undefined
      ? null
      : binsOver(
          current.map((event) => rawValue(part, event, timezone)),
          part.histogram_bin_count,
        ),
  )
  const known = new Map<GivenEvent, readonly string[]>()
  return (event: GivenEvent): readonly string[] => {
    const before = known.get(event)
    if (before !== undefined) return before
    const value = parts.map((part, i) => {
      const [raw, ofPart] = [rawValue(part, event, timezone), bins[i]]
      return ofPart ? binValue(raw, ofPart) : textValue(raw, part)
    })
    known.set(event, value)
    return value
  }
}

/** "The largest": all values but none, the largest first. */
function largestValues(
  { current, sizeOf }: BrokenDown,
  rowValueOf: (event: GivenEvent) => readonly string[],
): (readonly string[])[] {
  const values = new Map(current.map((event) => [keyOf(rowValueOf(event)), rowValueOf(event)]))
  return [...values.values()]
    .filter((value) => !isNone(value) && !value.includes(OTHER))
    .map((value) => ({
      value,
      size: sizeOf(current.filter((event) => keyOf(rowValueOf(event)) === keyOf(value))),
    }))
    .sort((a, b) => b.size - a.size || compareValues(a.value, b.value))
    .map(({ value }) => value)
}

export function compareValues(a: readonly string[], b: readonly string[]): number {
  const place = a.findIndex((part, i) => part !== b[i])
  const sorted = (value: readonly string[]) => (value[place] === NONE ? '' : (value[place] ?? ''))
  return place < 0 ? 0 : compareTexts(sorted(a), sorted(b))
}

export const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
