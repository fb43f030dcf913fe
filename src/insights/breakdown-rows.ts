import { z } from 'zod'
import { type Breakdown, type BreakdownRow, NONE, OTHER, type RowValues } from '#query/breakdown.ts'
import type { Definitions } from '#query/definitions.ts'

/** A text that is the same for the same row. */
export const keyOf = (row: BreakdownRow | null): string =>
  row === null || row === 'other' ? String(row) : JSON.stringify(row.values)

/** The rows of a breakdown from those of its values: each once, all that are asked for by name. */
export function breakdownRows(
  breakdown: Breakdown | null,
  found: readonly (BreakdownRow | null)[],
): (BreakdownRow | null)[] {
  if (breakdown === null) return [null]
  if (breakdown.kind === 'cohorts') return breakdown.cohorts.map((cohort) => ({ values: [String(cohort)] }))
  const rows = [...new Map(found.map((row) => [keyOf(row), row])).values()]
  return breakdown.hidesOther ? rows.filter((row) => row !== 'other') : rows
}

/** The values of a row in words, one for each property of the breakdown; of a cohort its name. */
export const wordsOfValues = (
  breakdown: Breakdown | null,
  { cohorts }: Pick<Definitions, 'cohorts'>,
  values: RowValues,
): string[] =>
  breakdown?.kind === 'cohorts'
    ? [cohortName(values[0], cohorts)]
    : values.map((value) => (value === '' ? NONE.label : value))

const cohortName = (cohort = 'all', cohorts: Definitions['cohorts']): string =>
  cohort === 'all' ? 'all users' : (cohorts.get(Number(cohort))?.name ?? `Cohort ${cohort}`)

/** The `breakdown_value` of a row in the interface. */
export const WireValue = z
  .union([z.string(), z.int(), z.array(z.string())])
  .describe('With a breakdown: the value, the number of a cohort, or the values of several properties.')

export function toWireValue(breakdown: Breakdown | null, row: BreakdownRow): z.infer<typeof WireValue> {
  if (breakdown?.kind === 'cohorts')
    return row === 'other' || row.values[0] === 'all' ? 'all' : Number(row.values[0])
  const values =
    row === 'other'
      ? (breakdown?.by ?? []).map(() => OTHER.value)
      : row.values.map((value) => (value === '' ? NONE.value : value))
  return breakdown?.isList === true ? values : (values[0] ?? NONE.value)
}
