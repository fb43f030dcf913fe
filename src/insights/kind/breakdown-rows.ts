import { z } from 'zod'
import {
  type Breakdown,
  type BreakdownRow,
  escapedValue,
  NONE,
  OTHER,
  type RowValues,
  withoutCohort,
} from '#query/breakdown.ts'
import type { Definitions } from '#query/definitions.ts'

/** Returns a text that is equal for equal rows. */
export const keyOf = (row: BreakdownRow | null): string =>
  row === null || row === 'other' ? String(row) : `${row.isOther ? 'other ' : ''}${keyOfValues(row.values)}`

// JSON of each value would be the largest part of the work on a trend with hundreds of thousands of numbers.
const keyOfValues = (values: RowValues): string =>
  values.length === 1 ? `=${values[0]}` : JSON.stringify(values)

/**
 * Returns the rows of a breakdown, each once. `found` are the rows that occur in the results. A breakdown
 * by cohorts has a row for every cohort that it names, even without results. Without a breakdown the only
 * row is null.
 */
export function breakdownRows(
  breakdown: Breakdown | null,
  found: readonly (BreakdownRow | null)[],
): (BreakdownRow | null)[] {
  if (breakdown === null) return [null]
  if (breakdown.kind === 'cohorts') return breakdown.cohorts.map((cohort) => ({ values: [String(cohort)] }))
  const rows = [...new Map(found.map((row) => [keyOf(row), row])).values()]
  return breakdown.hidesOther ? rows.filter((row) => !isOther(row)) : rows
}

/** Whether a row stands for all other values. */
export const isOther = (row: BreakdownRow | null): boolean =>
  row === 'other' || (row !== null && row.isOther === true)

/** Whether a row stands for the events without a value. */
export const isNone = (breakdown: Breakdown | null, row: BreakdownRow | null): boolean =>
  breakdown?.kind === 'properties' &&
  row !== null &&
  !isOther(row) &&
  row !== 'other' &&
  withoutCohort(breakdown, row.values).every((value) => value === '')

/**
 * Returns a row in words, one word for each property of the breakdown. A cohort is given by its name. The
 * row of all other values has a single word.
 */
export function wordsOf(
  breakdown: Breakdown | null,
  definitions: Pick<Definitions, 'cohorts'>,
  row: BreakdownRow,
): string[] {
  if (row === 'other') return [OTHER.label]
  const words = wordsOfValues(breakdown, definitions, row.values)
  if (!row.isOther || breakdown?.kind !== 'properties' || breakdown.beside === undefined) return words
  const cohort = words[breakdown.beside.place] ?? ''
  return breakdown.beside.place === 0 ? [cohort, OTHER.label] : [OTHER.label, cohort]
}

/**
 * Returns the values of a row in words, one for each property of the breakdown. A cohort is given by its
 * name.
 */
export const wordsOfValues = (
  breakdown: Breakdown | null,
  { cohorts }: Pick<Definitions, 'cohorts'>,
  values: RowValues,
): string[] =>
  values.map((value, place) => {
    if (isCohortAt(breakdown, place)) return cohortName(value, cohorts)
    return value === '' ? NONE.label : value
  })

const isCohortAt = (breakdown: Breakdown | null, place: number): boolean =>
  breakdown?.kind === 'cohorts' || breakdown?.beside?.place === place

const cohortName = (cohort: string, cohorts: Definitions['cohorts']): string =>
  cohort === 'all' ? 'all users' : (cohorts.get(Number(cohort))?.name ?? `Cohort ${cohort}`)

/** The `breakdown_value` of a row in the interface. */
export const WireValue = z
  .union([z.string(), z.int(), z.array(z.string())])
  .describe('Only with a breakdown: its value, the id of a cohort, or the values of several properties.')

export function toWireValue(breakdown: Breakdown | null, row: BreakdownRow): z.infer<typeof WireValue> {
  if (breakdown?.kind === 'cohorts')
    return row === 'other' || row.values[0] === 'all' ? 'all' : Number(row.values[0])
  const values =
    row === 'other'
      ? (breakdown?.by ?? []).map(() => OTHER.value)
      : row.values.map((value) => (value === '' ? (row.isOther ? OTHER : NONE).value : escapedValue(value)))
  return breakdown?.isList === true ? values : (values[0] ?? NONE.value)
}
