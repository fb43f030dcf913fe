import { type DayDigest, type DayDigests, dayKey, rowsOfDays } from './day-digests.ts'
import type { RowPart } from './row-table.ts'

/** What has to be done with the days of one month to make a copy equal. */
export interface MonthPlan {
  /** The month, such as 202611. */
  readonly month: number
  /** Days of which the copy has no rows yet. */
  readonly fresh: readonly DayDigest[]
  /** Days of which the copy has other rows, with the higher number of rows of both. */
  readonly differing: readonly DayDigest[]
  /** Days of which only the copy has rows. */
  readonly gone: readonly DayDigest[]
}

export const monthOf = (day: string): number => Number(day.slice(0, 7).replace('-', ''))

/** Compares a store with its copy. Months that are equal are left out; the earliest month comes first. */
export function planDays(source: DayDigests, copy: DayDigests): MonthPlan[] {
  const plans = new Map<number, Record<'fresh' | 'differing' | 'gone', DayDigest[]>>()
  const add = (what: 'fresh' | 'differing' | 'gone', digest: DayDigest) => {
    const month = monthOf(digest.day)
    const plan = plans.get(month) ?? { fresh: [], differing: [], gone: [] }
    plan[what].push(digest)
    plans.set(month, plan)
  }
  for (const [key, digest] of source) {
    const copied = copy.get(key)
    if (copied === undefined) add('fresh', digest)
    else if (!isEqual(digest, copied))
      add('differing', { ...digest, rows: Math.max(digest.rows, copied.rows) })
  }
  for (const [key, digest] of copy) if (!source.has(key)) add('gone', digest)
  return [...plans].sort(([one], [other]) => one - other).map(([month, plan]) => ({ month, ...plan }))
}

const isEqual = (one: DayDigest, other: DayDigest) =>
  one.rows === other.rows && one.sum === other.sum && one.xor === other.xor

/**
 * Divides days of one month into parts of at most `most` rows, and a larger day into slices of about that.
 */
export const partsOfDays = (month: number, days: readonly DayDigest[], most: number): RowPart[] =>
  groupsOfDays(days, most).flatMap((group): RowPart[] => {
    const count = Math.ceil(rowsOfDays(group) / most)
    if (count <= 1) return [{ month, days: group, slice: null }]
    return Array.from({ length: count }, (_, index) => ({ month, days: group, slice: { index, count } }))
  })

/** The engine refuses statements with too many values. */
const MAX_DAYS = 5_000

/** Divides days into groups of at most `most` rows. A day with more is a group of its own. */
export function groupsOfDays(days: readonly DayDigest[], most: number): DayDigest[][] {
  const groups: DayDigest[][] = []
  let rows = Number.POSITIVE_INFINITY
  for (const day of [...days].sort((one, other) => (dayKey(one) < dayKey(other) ? -1 : 1))) {
    if (rows + day.rows > most || groups.at(-1)?.length === MAX_DAYS) {
      groups.push([])
      rows = 0
    }
    groups.at(-1)?.push(day)
    rows += day.rows
  }
  return groups
}
