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
  isOneHistogram,
  offsetOf,
} from './trend-question.ts'

/** A row of a series: which events it has, and how it is named. */
export interface Row {
  readonly breakdownValue: string | number | readonly string[]
  readonly label: string
  /**
   * Sort order before size: 0 for the row of a value, 1 for the row of all other values, 2 for the row of
   * events without a value.
   */
  readonly rank: 0 | 1 | 2
  readonly has: (event: GivenEvent) => boolean
}
/** The events of all series that have the same rows. */
export interface BrokenDown {
  /** All events of both periods that any number can count. */
  readonly all: readonly GivenEvent[]
  /** Events of the current period. They decide which values there are and how large each one is. */
  readonly current: readonly GivenEvent[]
  /** Returns the size of a value from the events that have it. */
  readonly sizeOf: (events: readonly GivenEvent[]) => number
  readonly timezone: string
}

const LABELS: Readonly<Record<string, string>> = { [NONE]: 'None (i.e. no value)' }
const OTHER_LABEL = 'Other (i.e. all remaining values)'

/**
 * Implements docs/semantics/breakdowns.md: returns the rows of a series, in no order. `usualLimit` is the
 * limit if the breakdown has none.
 */
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
  const { parts, isList, beside } = by
  const groups: Group[] = [...new Set(beside?.cohorts ?? [null])].map((cohort) => ({
    value: cohort === null ? [] : [String(cohort)],
    name: cohort === null ? [] : [cohort === 'all' ? 'all users' : cohortName(cohort)],
    has: ({ cohorts = [] }) => cohort === null || cohort === 'all' || cohorts.includes(cohort),
  }))
  const rowValueOf = valuesOf(parts, events)
  const most = isOneHistogram(by) ? Number.POSITIVE_INFINITY : (limit ?? usualLimit)
  const offset = offsetOf(breakdown)
  const ofGroup = ({ has }: Group): BrokenDown => ({
    ...events,
    current: events.current.filter(has),
    all: events.all.filter(has),
  })
  const sorted = groups
    .flatMap((group) =>
      sizedValues(ofGroup(group), rowValueOf, isOneHistogram(by)).map((one) => ({
        ...one,
        group,
      })),
    )
    .sort(
      (a, b) =>
        b.size - a.size ||
        compareValues(a.value, b.value) ||
        groups.indexOf(a.group) - groups.indexOf(b.group),
    )
  const put = beside === undefined ? 0 : beside.place
  const toRow = (group: Group, value: readonly string[], has: Row['has'], rank: Row['rank']): Row => {
    const whole = value.toSpliced(put, 0, ...group.value)
    const words = rank === 1 ? [OTHER_LABEL] : value.map((one) => LABELS[one] ?? one)
    return {
      breakdownValue: isList ? whole : (whole[0] ?? NONE),
      label: words.toSpliced(put, 0, ...group.name).join('::'),
      rank,
      has: (event) => group.has(event) && has(event),
    }
  }
  const shown = sorted.slice(0, offset + most)
  return groups.flatMap((group) => {
    const own = shown.filter((one) => one.group === group)
    const keys = new Set(own.map(({ value }) => keyOf(value)))
    const isOther = (event: GivenEvent) => !isNone(rowValueOf(event)) && !keys.has(keyOf(rowValueOf(event)))
    const hasNone = (event: GivenEvent) => isNone(rowValueOf(event))
    const all = events.all.filter(group.has)
    const same = (text: string) => parts.map(() => text)
    return [
      ...own
        .filter((one) => shown.indexOf(one) >= offset)
        .map(({ value }) => toRow(group, value, (event) => keyOf(rowValueOf(event)) === keyOf(value), 0)),
      ...(all.some(isOther) && !hidesOther ? [toRow(group, same(OTHER), isOther, 1)] : []),
      ...(all.some(hasNone) && offset === 0 ? [toRow(group, same(NONE), hasNone, 2)] : []),
    ]
  })
}

/** The events that a set of rows is made from: the events of a cohort, or all events. */
interface Group {
  /** The part of a row's value that names the cohort; empty for all events. */
  readonly value: readonly string[]
  readonly name: readonly string[]
  readonly has: (event: GivenEvent) => boolean
}

const keyOf = (value: readonly string[]) => JSON.stringify(value)
export const isNone = (value: readonly string[]) => value.every((part) => part === NONE)

/**
 * Returns a function that reads the value of an event: for each property its text, or the text of its bin.
 */
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

/**
 * "The largest": returns each value with its size, except the missing value. For a breakdown by the bins of
 * one property, bins of the earlier period count as values too.
 */
function sizedValues(
  { all, current, sizeOf }: BrokenDown,
  rowValueOf: (event: GivenEvent) => readonly string[],
  isHistogram: boolean,
): { readonly value: readonly string[]; readonly size: number }[] {
  const values = new Map(
    (isHistogram ? [...current, ...all] : current).map((event) => [
      keyOf(rowValueOf(event)),
      rowValueOf(event),
    ]),
  )
  return [...values.values()]
    .filter((value) => !isNone(value) && !value.includes(OTHER))
    .map((value) => ({
      value,
      size: sizeOf(current.filter((event) => keyOf(rowValueOf(event)) === keyOf(value))),
    }))
}

export function compareValues(a: readonly string[], b: readonly string[]): number {
  const place = a.findIndex((part, i) => part !== b[i])
  const sorted = (value: readonly string[]) => (value[place] === NONE ? '' : (value[place] ?? ''))
  return place < 0 ? 0 : compareTexts(sorted(a), sorted(b))
}

export const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
